// The network with AVX2; compiled for it alone and called only where it is.
#include <immintrin.h>

#include "net.hpp"
#include "quick.hpp"

namespace tavl {

using namespace shape;

namespace {

__m128i four_sums(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i abcd = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    return _mm_add_epi32(_mm256_castsi256_si128(abcd), _mm256_extracti128_si256(abcd, 1));
}

__m256i load(const void* p) { return _mm256_load_si256(static_cast<const __m256i*>(p)); }

}  // namespace

void logits_avx2(const Net& net, const Inputs& in, int32_t* out) {
    alignas(64) uint8_t hidden[kHidden];
    const int8_t* rows = net.rows.data();
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255), half = _mm256_set1_epi16(256);
    // Half of the hidden sums at a time are eight registers beside what a row needs on its way.
    for (int part = 0; part < kHidden; part += 128) {
        __m256i sums[8];
        for (int k = 0; k < 8; ++k) sums[k] = load(net.bias.data() + part + 16 * k);
        for (int i = 0; i < in.count; ++i) {
            const auto* row = reinterpret_cast<const __m128i*>(rows + size_t(in.rows[i]) * kHidden + part);
#pragma GCC unroll 8
            for (int k = 0; k < 8; ++k) sums[k] = _mm256_add_epi16(sums[k], _mm256_cvtepi8_epi16(_mm_load_si128(row + k)));
        }
        for (int k = 0; k < 8; k += 2) {
            __m256i seven[2];
            for (int j = 0; j < 2; ++j) {
                const __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sums[k + j], zero), most);
                seven[j] = _mm256_srli_epi16(_mm256_add_epi16(_mm256_mullo_epi16(clipped, clipped), half), 9);
            }
            const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(seven[0], seven[1]), 0xD8);
            _mm256_store_si256(reinterpret_cast<__m256i*>(hidden + part + 16 * k), bytes);
        }
    }
    const size_t tail = size_t(in.tail);
    alignas(64) int16_t middle[kWidth];
    alignas(64) int16_t late[kWidth];
    const int8_t* w2 = net.second.data() + tail * kWidth * kHidden;
    const int32_t* b2 = net.second_bias.data() + tail * kWidth;
    const __m256i ones = _mm256_set1_epi16(1);
    const __m128i none = _mm_setzero_si128(), one = _mm_set1_epi32(2048);
    const auto bias = [](const int32_t* b) { return _mm_load_si128(reinterpret_cast<const __m128i*>(b)); };
    for (int o = 0; o < kWidth; o += 4) {
        __m256i s[4];
        for (int j = 0; j < 4; ++j) {
            s[j] = zero;
            const int8_t* w = w2 + (o + j) * kHidden;
            // 127 * 127 * 2 fits 16 bits: seven-bit activations are why the pair sums cannot saturate.
            for (int k = 0; k < kHidden; k += 32)
                s[j] = _mm256_add_epi32(s[j], _mm256_madd_epi16(_mm256_maddubs_epi16(load(hidden + k), load(w + k)), ones));
        }
        __m128i sum = _mm_add_epi32(four_sums(s[0], s[1], s[2], s[3]), bias(b2 + o));
        sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(4)), 3);
        sum = _mm_min_epi32(_mm_max_epi32(sum, none), one);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(middle + o), _mm_packs_epi32(sum, sum));
    }
    const auto dot = [](const int16_t* x, const int16_t* w) {
        return _mm256_add_epi32(_mm256_madd_epi16(load(x), load(w)), _mm256_madd_epi16(load(x + 16), load(w + 16)));
    };
    const int16_t* w3 = net.third.data() + tail * kWidth * kWidth;
    const int32_t* b3 = net.third_bias.data() + tail * kWidth;
    for (int o = 0; o < kWidth; o += 4) {
        const int16_t* w = w3 + o * kWidth;
        __m128i sum = _mm_add_epi32(
            four_sums(dot(middle, w), dot(middle, w + kWidth), dot(middle, w + 2 * kWidth), dot(middle, w + 3 * kWidth)),
            bias(b3 + o));
        sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(2048)), 12);
        sum = _mm_min_epi32(_mm_max_epi32(sum, none), one);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(late + o), _mm_packs_epi32(sum, sum));
    }
    const int16_t* w4 = net.last.data() + tail * kOutputs * kWidth;
    const int32_t* b4 = net.last_bias.data() + tail * kOutputs;
    alignas(16) int32_t four[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(four),
                    four_sums(dot(late, w4), dot(late, w4 + kWidth), dot(late, w4 + 2 * kWidth), dot(late, w4 + 3 * kWidth)));
    for (int o = 0; o < 4; ++o) out[o] = four[o] + b4[o];
    const __m256i fifth = dot(late, w4 + 4 * kWidth);
    _mm_store_si128(reinterpret_cast<__m128i*>(four), four_sums(fifth, zero, zero, zero));
    out[4] = four[0] + b4[4];
}

int32_t quick_avx2(const QuickNet& net, const Inputs& in) {
    __m256i low = load(net.bias.data()), high = load(net.bias.data() + 16);
    for (int i = 0; i < in.count; ++i) {
        const auto* row = reinterpret_cast<const __m128i*>(net.rows.data() + size_t(in.rows[i]) * QuickNet::kHidden);
        low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm_load_si128(row)));
        high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm_load_si128(row + 1)));
    }
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
    low = _mm256_min_epi16(_mm256_max_epi16(low, zero), most);
    high = _mm256_min_epi16(_mm256_max_epi16(high, zero), most);
    const int16_t* w = net.last.data() + size_t(in.tail) * QuickNet::kHidden;
    const __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(low, load(w)), _mm256_madd_epi16(high, load(w + 16)));
    return net.last_bias.data()[in.tail] + _mm_cvtsi128_si32(four_sums(sum, zero, zero, zero));
}

}  // namespace tavl
