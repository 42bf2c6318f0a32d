// The network with AVX-512 and VNNI; compiled for them alone and called only where they are.
#include <immintrin.h>

#include "net.hpp"

namespace tavl {

using namespace shape;

namespace {

int sum_of(__m512i v) { return _mm512_reduce_add_epi32(v); }

// Four sums of sixteen numbers each, side by side.
__m128i four_sums(__m512i a, __m512i b, __m512i c, __m512i d) {
    const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    const __m512i abcd = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    const __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(abcd), _mm512_extracti64x4_epi64(abcd, 1));
    return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

// Sixteen lanes of rows; those that count are put together at the end of the list.
void append(Inputs& in, __m512i rows, __mmask16 count) {
    _mm512_storeu_si512(in.rows + in.count, _mm512_maskz_compress_epi32(count, rows));
    in.count += _mm_popcnt_u32(count);
}

__m512i times(__m512i x, int n) { return _mm512_mullo_epi32(x, _mm512_set1_epi32(n)); }

__m512i lanes(int first, int step) {
    const __m512i i = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_add_epi32(times(i, step), _mm512_set1_epi32(first));
}

// Class of a count: 1, 2, 3, 4, 5, 6, 7-8, 9 and more.
__m512i class_of(__m512i count) {
    return _mm512_permutexvar_epi32(count, _mm512_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7));
}

}  // namespace

Inputs inputs_avx512(const Board& b) {
    const auto load16 = [](const int8_t* p) { return _mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))); };
    const auto load8 = [](const int8_t* p) { return _mm512_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))); };
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi32(1), two = _mm512_set1_epi32(2);
    // Points 1 to 16 and 17 to 24, in my numbers; his are read backwards.
    const __m512i mine[2] = {load16(&b.own[1]), load8(&b.own[17])};
    const __m512i backwards = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i backwards8 = _mm512_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0, 15, 15, 15, 15, 15, 15, 15, 15);
    const __m512i his[2] = {_mm512_permutexvar_epi32(backwards, load16(&b.opponent[9])),
                            _mm512_permutexvar_epi32(backwards8, load8(&b.opponent[1]))};
    Inputs in;
    __m512i five[3], three[3];
    five[2] = three[2] = zero;
    for (int k = 0; k < 2; ++k) {
        const __mmask16 my = _mm512_cmpgt_epi32_mask(mine[k], zero), my_made = _mm512_cmpgt_epi32_mask(mine[k], one);
        const __mmask16 his_any = _mm512_cmpgt_epi32_mask(his[k], zero), his_made = _mm512_cmpgt_epi32_mask(his[k], one);
        append(in, _mm512_add_epi32(lanes(16 * k * kPointClasses, kPointClasses), class_of(mine[k])), my);
        append(in, _mm512_add_epi32(lanes(kSideRows + (23 - 16 * k) * kPointClasses, -kPointClasses), class_of(his[k])), his_any);
        __m512i f = _mm512_maskz_mov_epi32(my, one);
        f = _mm512_mask_mov_epi32(f, my_made, two);
        f = _mm512_mask_mov_epi32(f, his_any, _mm512_set1_epi32(3));
        five[k] = _mm512_mask_mov_epi32(f, his_made, _mm512_set1_epi32(4));
        three[k] = _mm512_mask_mov_epi32(_mm512_maskz_mov_epi32(my_made, one), his_made, two);
    }
    for (int k = 0; k < 2; ++k) {
        const __m512i low = five[k], high = five[k + 1];
        __m512i p = _mm512_add_epi32(low, times(_mm512_alignr_epi32(high, low, 1), 5));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 2), 25));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 3), 125));
        const __mmask16 within = k ? 0x1F : 0xFFFF;  // 21 windows
        append(in, _mm512_add_epi32(p, lanes(kFourRows + 16 * 625 * k, 625)), _mm512_mask_cmpneq_epi32_mask(within, p, zero));
    }
    for (int k = 0; k < 2; ++k) {
        const __m512i low = three[k], high = three[k + 1];
        __m512i p = _mm512_add_epi32(low, times(_mm512_alignr_epi32(high, low, 1), 3));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 2), 9));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 3), 27));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 4), 81));
        p = _mm512_add_epi32(p, times(_mm512_alignr_epi32(high, low, 5), 243));
        const __mmask16 within = k ? 0x7 : 0xFFFF;  // 19 windows
        append(in, _mm512_add_epi32(p, lanes(kSixRows + 16 * 729 * k, 729)), _mm512_mask_cmpneq_epi32_mask(within, p, zero));
    }
    const auto bar_and_off = [&](const Side& s, int first) {
        in.rows[in.count] = first + kBarRows + s[kBar];
        in.count += s[kBar] > 0;
        in.rows[in.count] = first + kOffRows + s[kOff];
        in.count += s[kOff] > 0;
    };
    bar_and_off(b.own, 0);
    bar_and_off(b.opponent, kSideRows);
    in.tail = tail_of(b);
    return in;
}

void logits_avx512(const Net& net, const Inputs& in, int32_t* out) {
    // First layer: 512 sums of 16 bits in 16 registers; each row is read once.
    __m512i sums[16];
    for (int k = 0; k < 16; ++k) sums[k] = _mm512_load_si512(net.bias.data() + 32 * k);
    const int8_t* rows = net.rows.data();
    for (int i = 0; i < in.count; ++i) {
        const auto* row = reinterpret_cast<const __m256i*>(rows + size_t(in.rows[i]) * kHidden);
#pragma GCC unroll 16
        for (int k = 0; k < 16; ++k) sums[k] = _mm512_add_epi16(sums[k], _mm512_cvtepi8_epi16(_mm256_load_si256(row + k)));
    }
    // Clip to 0..255, square, halve nine times: seven bits.
    alignas(64) uint8_t hidden[kHidden];
    const __m512i zero = _mm512_setzero_si512(), most = _mm512_set1_epi16(255), half = _mm512_set1_epi16(256);
    for (int k = 0; k < 16; ++k) {
        const __m512i clipped = _mm512_min_epi16(_mm512_max_epi16(sums[k], zero), most);
        const __m512i square = _mm512_mullo_epi16(clipped, clipped);  // up to 65,025: unsigned 16 bits
        const __m512i seven = _mm512_srli_epi16(_mm512_add_epi16(square, half), 9);
        _mm256_store_si256(reinterpret_cast<__m256i*>(hidden + 32 * k), _mm512_cvtepi16_epi8(seven));
    }
    __m512i h[8];
    for (int k = 0; k < 8; ++k) h[k] = _mm512_load_si512(hidden + 64 * k);

    const size_t tail = size_t(in.tail);
    alignas(64) int16_t middle[kWidth];
    alignas(64) int16_t late[kWidth];
    const int8_t* w2 = net.second.data() + tail * kWidth * kHidden;
    const int32_t* b2 = net.second_bias.data() + tail * kWidth;
    const __m128i none = _mm_setzero_si128(), one = _mm_set1_epi32(2048);
    for (int o = 0; o < kWidth; o += 4) {
        __m512i s[4];
        for (int j = 0; j < 4; ++j) {
            s[j] = _mm512_setzero_si512();
            const int8_t* w = w2 + (o + j) * kHidden;
#pragma GCC unroll 8
            for (int k = 0; k < 8; ++k) s[j] = _mm512_dpbusd_epi32(s[j], h[k], _mm512_load_si512(w + 64 * k));
        }
        __m128i sum = _mm_add_epi32(four_sums(s[0], s[1], s[2], s[3]), _mm_load_si128(reinterpret_cast<const __m128i*>(b2 + o)));
        sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(4)), 3);
        sum = _mm_min_epi32(_mm_max_epi32(sum, none), one);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(middle + o), _mm_packs_epi32(sum, sum));
    }
    const __m512i m = _mm512_load_si512(middle);
    const int16_t* w3 = net.third.data() + tail * kWidth * kWidth;
    const int32_t* b3 = net.third_bias.data() + tail * kWidth;
    for (int o = 0; o < kWidth; o += 4) {
        __m512i s[4];
        for (int j = 0; j < 4; ++j) s[j] = _mm512_madd_epi16(m, _mm512_load_si512(w3 + (o + j) * kWidth));
        __m128i sum = _mm_add_epi32(four_sums(s[0], s[1], s[2], s[3]), _mm_load_si128(reinterpret_cast<const __m128i*>(b3 + o)));
        sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(2048)), 12);
        sum = _mm_min_epi32(_mm_max_epi32(sum, none), one);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(late + o), _mm_packs_epi32(sum, sum));
    }
    const __m512i l = _mm512_load_si512(late);
    const int16_t* w4 = net.last.data() + tail * kOutputs * kWidth;
    for (int o = 0; o < kOutputs; ++o)
        out[o] = net.last_bias.data()[tail * kOutputs + size_t(o)] + sum_of(_mm512_madd_epi16(l, _mm512_load_si512(w4 + o * kWidth)));
}

}  // namespace tavl
