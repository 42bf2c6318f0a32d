// The network with AVX2; only this file is compiled for it, and called only where it is available.
#include <immintrin.h>

#include "net.hpp"
#include "quick.hpp"

namespace tavl {

using namespace shape;

namespace {

__m256i load(const void* p) { return _mm256_load_si256(static_cast<const __m256i*>(p)); }

}  // namespace

namespace {

// 128 sums of the first layer as in net_avx512.cpp, which puts 64 at a time in order.
void hidden_of(const int8_t* plane, const int16_t* bias, const Inputs& in, const Inputs& next, uint32_t* out) {
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255), half = _mm256_set1_epi16(256);
    const __m256i ones = _mm256_set1_epi8(1);
    __m256i low[4], high[4];
    for (int k = 0; k < 4; ++k) {
        low[k] = load(bias + k / 2 * 64 + k % 2 * 16);
        high[k] = load(bias + k / 2 * 64 + k % 2 * 16 + 32);
    }
    for (int i = 0; i < in.count; i += 2) {
        const int8_t *one = plane + size_t(in.rows[i]) * kPlane, *two = plane + size_t(in.rows[i + 1]) * kPlane;
        for (int k = 0; k < 2; ++k) {
            const char* soon = reinterpret_cast<const char*>(plane + size_t(next.rows[i + k]) * kPlane);
            _mm_prefetch(soon, _MM_HINT_T0);
            _mm_prefetch(soon + 64, _MM_HINT_T0);
        }
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            const __m256i x = load(one + 32 * k), y = load(two + 32 * k);
            low[k] = _mm256_add_epi16(low[k], _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(x, y)));
            high[k] = _mm256_add_epi16(high[k], _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(x, y)));
        }
    }
    const auto seven = [&](__m256i sums) {
        const __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sums, zero), most);
        return _mm256_srli_epi16(_mm256_add_epi16(_mm256_mullo_epi16(clipped, clipped), half), 9);
    };
    for (int k = 0; k < 4; ++k)
        _mm256_store_si256(reinterpret_cast<__m256i*>(out) + k, _mm256_packus_epi16(seven(low[k]), seven(high[k])));
}

// A layer's 32 outputs in four registers.
struct Outputs {
    __m256i o[4];
    explicit Outputs(const int32_t* bias) : o{load(bias), load(bias + 8), load(bias + 16), load(bias + 24)} {}
    void keep(int half, int shift, uint32_t* pairs) const {
        const auto clipped = [&](__m256i v) {
            v = _mm256_srai_epi32(_mm256_add_epi32(v, _mm256_set1_epi32(half)), shift);
            return _mm256_min_epi32(_mm256_max_epi32(v, _mm256_setzero_si256()), _mm256_set1_epi32(2048));
        };
        for (int k = 0; k < 4; k += 2)
            _mm256_store_si256(reinterpret_cast<__m256i*>(pairs + 4 * k),
                               _mm256_permute4x64_epi64(_mm256_packs_epi32(clipped(o[k]), clipped(o[k + 1])), 0xD8));
    }
};

void tail_logits(const Net& net, size_t tail, const uint32_t* fours, Logits& out) {
    alignas(32) uint32_t pairs[kWidth / 2];
    const auto many = [](uint32_t inputs) { return _mm256_set1_epi32(int(inputs)); };
    const __m256i ones = _mm256_set1_epi16(1);
    const int8_t* w2 = net.second.data() + tail * kWidth * kHidden;
    Outputs middle(net.second_bias.data() + tail * kWidth);
    for (int i = 0; i < kHidden / 4; ++i) {
        const __m256i x = many(fours[i]);
        // 127 * 127 * 2 fits 16 bits: seven-bit activations are why the pair sums cannot saturate.
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            middle.o[k] = _mm256_add_epi32(
                middle.o[k], _mm256_madd_epi16(_mm256_maddubs_epi16(x, load(w2 + i * 4 * kWidth + 32 * k)), ones));
    }
    middle.keep(4, 3, pairs);
    const int16_t* w3 = net.third.data() + tail * kWidth * kWidth;
    Outputs late(net.third_bias.data() + tail * kWidth);
    for (int i = 0; i < kWidth / 2; ++i) {
        const __m256i x = many(pairs[i]);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            late.o[k] = _mm256_add_epi32(late.o[k], _mm256_madd_epi16(x, load(w3 + i * 2 * kWidth + 16 * k)));
    }
    late.keep(2048, 12, pairs);
    const int16_t* w4 = net.last.data() + tail * kLastLanes * kWidth;
    __m256i sum = _mm256_setzero_si256();
    for (int i = 0; i < kWidth / 2; ++i)
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(many(pairs[i]), load(w4 + i * 2 * kLastLanes)));
    alignas(32) int32_t lanes[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sum);
    for (size_t o = 0; o < kOutputs; ++o) out[o] = lanes[o] + net.last_bias.data()[tail * kOutputs + o];
}

}  // namespace

void logits_avx2(const Net& net, const Inputs* in, size_t count, Logits* out) {
    alignas(32) uint32_t hidden[kBatch][kHidden / 4];
    for (int part = 0; part < kHidden; part += kPlane)
        for (size_t p = 0; p < count; ++p)
            hidden_of(net.plane(part), net.bias.data() + part, in[p], in[p + 1 < count ? p + 1 : p], hidden[p] + part / 4);
    for (int tail = 0; tail < kTails; ++tail)  // one after the other: a tail's weights half fill the nearest cache
        for (size_t p = 0; p < count; ++p)
            if (in[p].tail == tail) tail_logits(net, size_t(tail), hidden[p], out[p]);
}

int32_t quick_avx2(const QuickNet& net, const Inputs& in) {
    const __m256i ones = _mm256_set1_epi8(1);
    __m256i low = load(net.bias.data()), high = load(net.bias.data() + 16);
    for (int i = 0; i < in.count; i += 2) {
        const __m256i x = load(net.rows.data() + size_t(in.rows[i]) * QuickNet::kHidden);
        const __m256i y = load(net.rows.data() + size_t(in.rows[i + 1]) * QuickNet::kHidden);
        low = _mm256_add_epi16(low, _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(x, y)));
        high = _mm256_add_epi16(high, _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(x, y)));
    }
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
    low = _mm256_min_epi16(_mm256_max_epi16(low, zero), most);
    high = _mm256_min_epi16(_mm256_max_epi16(high, zero), most);
    const int16_t* w = net.last.data() + size_t(in.tail) * QuickNet::kHidden;
    const __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(low, load(w)), _mm256_madd_epi16(high, load(w + 16)));
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1));
    return net.last_bias.data()[in.tail] + _mm_cvtsi128_si32(s);
}

}  // namespace tavl
