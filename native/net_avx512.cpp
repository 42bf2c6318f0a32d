// The network with AVX-512 and VNNI; only this file is compiled for them, and called only where they are available.
#include <immintrin.h>

#include "net.hpp"
#include "quick.hpp"

namespace tavl {

using namespace shape;

namespace {

constexpr size_t kTogether = 4;  // positions whose second layers are worked out together

// 128 sums of the first layer, clipped to 0..255, squared, halved nine times: seven bits. Rows are taken two at a time:
// their bytes interleaved, each pair times one and added by one instruction, which is cheaper than widening both. The
// rows of the position that comes next are called for meanwhile.
void hidden_of(const int8_t* plane, const int16_t* bias, const Inputs& in, const Inputs& next, uint32_t* out) {
    const __m512i zero = _mm512_setzero_si512(), most = _mm512_set1_epi16(255), half = _mm512_set1_epi16(256);
    const __m512i ones = _mm512_set1_epi8(1);
    __m512i low = _mm512_load_si512(bias), high = _mm512_load_si512(bias + 32);
    __m512i low2 = _mm512_load_si512(bias + 64), high2 = _mm512_load_si512(bias + 96);
    for (int i = 0; i < in.count; i += 2) {
        const int8_t *one = plane + size_t(in.rows[i]) * kPlane, *two = plane + size_t(in.rows[i + 1]) * kPlane;
        for (int k = 0; k < 2; ++k) {
            const char* soon = reinterpret_cast<const char*>(plane + size_t(next.rows[i + k]) * kPlane);
            _mm_prefetch(soon, _MM_HINT_T0);
            _mm_prefetch(soon + 64, _MM_HINT_T0);
        }
        const __m512i x = _mm512_load_si512(one), y = _mm512_load_si512(two);
        const __m512i x2 = _mm512_load_si512(one + 64), y2 = _mm512_load_si512(two + 64);
        low = _mm512_add_epi16(low, _mm512_maddubs_epi16(ones, _mm512_unpacklo_epi8(x, y)));
        high = _mm512_add_epi16(high, _mm512_maddubs_epi16(ones, _mm512_unpackhi_epi8(x, y)));
        low2 = _mm512_add_epi16(low2, _mm512_maddubs_epi16(ones, _mm512_unpacklo_epi8(x2, y2)));
        high2 = _mm512_add_epi16(high2, _mm512_maddubs_epi16(ones, _mm512_unpackhi_epi8(x2, y2)));
    }
    const auto seven = [&](__m512i sums) {
        const __m512i clipped = _mm512_min_epi16(_mm512_max_epi16(sums, zero), most);
        const __m512i square = _mm512_mullo_epi16(clipped, clipped);  // up to 65,025: unsigned 16 bits
        return _mm512_srli_epi16(_mm512_add_epi16(square, half), 9);
    };
    _mm512_store_si512(out, _mm512_packus_epi16(seven(low), seven(high)));  // which restores their order
    _mm512_store_si512(out + 16, _mm512_packus_epi16(seven(low2), seven(high2)));
}

__m512i sum_of(__m512i a, __m512i b, __m512i c, __m512i d) {
    return _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
}

// The 32 outputs of a layer lie side by side in two registers, clipped to 0..2048 once they are whole.
struct Outputs {
    __m512i low, high;
    void keep(int half, unsigned shift, uint32_t* pairs) const {
        const auto clipped = [&](__m512i v) {
            v = _mm512_srai_epi32(_mm512_add_epi32(v, _mm512_set1_epi32(half)), shift);
            v = _mm512_min_epi32(_mm512_max_epi32(v, _mm512_setzero_si512()), _mm512_set1_epi32(2048));
            return _mm512_cvtepi32_epi16(v);
        };
        _mm256_store_si256(reinterpret_cast<__m256i*>(pairs), clipped(low));
        _mm256_store_si256(reinterpret_cast<__m256i*>(pairs + 8), clipped(high));
    }
};

// The second layer of `N` positions of one tail: a weight that is read goes to all of them. Four inputs at a time go to all
// outputs.
template <int N>
void second_layer(const Net& net, size_t tail, const uint32_t* const* fours, uint32_t (*pairs)[kWidth / 2]) {
    const int8_t* w2 = net.second.data() + tail * kWidth * size_t(net.hidden);
    const int32_t* b2 = net.second_bias.data() + tail * kWidth;
    __m512i low[N], high[N], low2[N], high2[N];
    for (int n = 0; n < N; ++n) {
        low[n] = _mm512_load_si512(b2), high[n] = _mm512_load_si512(b2 + 16);
        low2[n] = high2[n] = _mm512_setzero_si512();
    }
    for (int i = 0; i < net.hidden / 4; i += 2) {
        const __m512i a = _mm512_load_si512(w2 + i * 4 * kWidth), b = _mm512_load_si512(w2 + i * 4 * kWidth + 64);
        const __m512i c = _mm512_load_si512(w2 + i * 4 * kWidth + 128), d = _mm512_load_si512(w2 + i * 4 * kWidth + 192);
        for (int n = 0; n < N; ++n) {
            const __m512i x = _mm512_set1_epi32(int(fours[n][i])), y = _mm512_set1_epi32(int(fours[n][i + 1]));
            low[n] = _mm512_dpbusd_epi32(low[n], x, a), high[n] = _mm512_dpbusd_epi32(high[n], x, b);
            low2[n] = _mm512_dpbusd_epi32(low2[n], y, c), high2[n] = _mm512_dpbusd_epi32(high2[n], y, d);
        }
    }
    for (int n = 0; n < N; ++n)
        Outputs{_mm512_add_epi32(low[n], low2[n]), _mm512_add_epi32(high[n], high2[n])}.keep(4, 3, pairs[n]);
}

// The layers after the second. Few inputs at a time go to all outputs; eight registers, so that no addition waits.
void late_layers(const Net& net, size_t tail, uint32_t* pairs, Logits& out) {
    const __m512i zero = _mm512_setzero_si512();
    const auto many = [](uint32_t inputs) { return _mm512_set1_epi32(int(inputs)); };
    __m512i a0, a1, a2, a3, b0, b1, b2_, b3;
    const int16_t* w3 = net.third.data() + tail * kWidth * kWidth;
    const int32_t* third_bias = net.third_bias.data() + tail * kWidth;
    a0 = _mm512_load_si512(third_bias), b0 = _mm512_load_si512(third_bias + 16);
    a1 = a2 = a3 = b1 = b2_ = b3 = zero;
    const auto two = [&](int i, __m512i& a, __m512i& b) {
        const __m512i x = many(pairs[i]);
        a = _mm512_dpwssd_epi32(a, x, _mm512_load_si512(w3 + i * 2 * kWidth));
        b = _mm512_dpwssd_epi32(b, x, _mm512_load_si512(w3 + i * 2 * kWidth + 32));
    };
    for (int i = 0; i < kWidth / 2; i += 4) {
        two(i, a0, b0);
        two(i + 1, a1, b1);
        two(i + 2, a2, b2_);
        two(i + 3, a3, b3);
    }
    Outputs{sum_of(a0, a1, a2, a3), sum_of(b0, b1, b2_, b3)}.keep(2048, 12, pairs);

    const int16_t* w4 = net.last.data() + tail * kLastLanes * kWidth;
    a0 = a1 = a2 = a3 = zero;
    const auto end = [&](int i, __m512i& a) {
        a = _mm512_dpwssd_epi32(a, many(pairs[i]), _mm512_load_si512(w4 + i * 2 * kLastLanes));
    };
    for (int i = 0; i < kWidth / 2; i += 4) {
        end(i, a0);
        end(i + 1, a1);
        end(i + 2, a2);
        end(i + 3, a3);
    }
    alignas(64) int32_t lanes[kLastLanes];
    _mm512_store_si512(lanes, sum_of(a0, a1, a2, a3));
    for (size_t o = 0; o < kOutputs; ++o) out[o] = lanes[o] + net.last_bias.data()[tail * kOutputs + o];
}

}  // namespace

void logits_avx512(const Net& net, const Inputs* in, size_t count, Logits* out) {
    alignas(64) uint32_t hidden[kBatch * kMostHidden / 4];
    const size_t stride = size_t(net.hidden) / 4;
    for (int part = 0; part < net.hidden; part += kPlane)
        for (size_t p = 0; p < count; ++p)
            hidden_of(net.plane(part), net.bias.data() + part, in[p], in[p + 1 < count ? p + 1 : p], hidden + p * stride + part / 4);
    alignas(64) uint32_t pairs[kTogether][kWidth / 2];
    for (int tail = 0; tail < kTails; ++tail) {  // one after the other: their weights fill the nearest cache
        size_t own[kBatch], number = 0;
        for (size_t p = 0; p < count; ++p)
            if (in[p].tail == tail) own[number++] = p;
        for (size_t first = 0; first < number; first += kTogether) {
            const size_t some = number - first < kTogether ? number - first : kTogether;
            const uint32_t* fours[kTogether];
            for (size_t n = 0; n < kTogether; ++n) fours[n] = hidden + own[first + (n < some ? n : 0)] * stride;
            if (some > 1) second_layer<kTogether>(net, size_t(tail), fours, pairs);
            else second_layer<1>(net, size_t(tail), fours, pairs);
            for (size_t n = 0; n < some; ++n) late_layers(net, size_t(tail), pairs[n], out[own[first + n]]);
        }
    }
}

// Four rows at a time: two and two side by side, then interleaved.
int32_t quick_avx512(const QuickNet& net, const Inputs& in) {
    const auto load = [](const void* p) { return _mm256_load_si256(static_cast<const __m256i*>(p)); };
    const auto row = [&](int i) { return load(net.rows.data() + size_t(in.rows[i]) * QuickNet::kHidden); };
    const auto beside = [](__m256i a, __m256i b) { return _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1); };
    const __m512i ones = _mm512_set1_epi8(1);
    __m512i lows = _mm512_zextsi256_si512(load(net.bias.data())), highs = _mm512_zextsi256_si512(load(net.bias.data() + 16));
    for (int i = 0; i < in.count; i += 4) {
        const __m512i x = beside(row(i), row(i + 1)), y = beside(row(i + 2), row(i + 3));
        lows = _mm512_add_epi16(lows, _mm512_maddubs_epi16(ones, _mm512_unpacklo_epi8(x, y)));
        highs = _mm512_add_epi16(highs, _mm512_maddubs_epi16(ones, _mm512_unpackhi_epi8(x, y)));
    }
    const auto clipped = [](__m512i sums) {
        const __m256i whole = _mm256_add_epi16(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64(sums, 1));
        return _mm256_min_epi16(_mm256_max_epi16(whole, _mm256_setzero_si256()), _mm256_set1_epi16(255));
    };
    const int16_t* w = net.last.data() + size_t(in.tail) * QuickNet::kHidden;
    const __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(clipped(lows), load(w)), _mm256_madd_epi16(clipped(highs), load(w + 16)));
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1));
    return net.last_bias.data()[in.tail] + _mm_cvtsi128_si32(s);
}

}  // namespace tavl
