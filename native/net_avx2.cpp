// The network with AVX2; only this file is compiled for it, and called only where it is available.
#include <immintrin.h>

#include <bit>

#include "net.hpp"
#include "quick.hpp"

namespace tavl {

using namespace shape;

namespace {

__m256i load(const void* p) { return _mm256_load_si256(static_cast<const __m256i*>(p)); }

// For each choice of eight 16-bit lanes, the bytes that put the chosen ones first.
struct Packing {
    alignas(16) uint8_t bytes[256][16];
    constexpr Packing() : bytes{} {
        for (unsigned chosen = 0; chosen < 256; ++chosen) {
            unsigned n = 0;
            for (unsigned lane = 0; lane < 8; ++lane)
                if (chosen >> lane & 1) {
                    bytes[chosen][n++] = uint8_t(2 * lane);
                    bytes[chosen][n++] = uint8_t(2 * lane + 1);
                }
        }
    }
};
constexpr Packing kPacking;

// Rows of 24 places, `first` + `step` times the place each, to which a class is added; they fit 16 bits.
struct Steps {
    alignas(32) int16_t at[24];
    constexpr Steps(int first, int step) : at{} {
        for (int i = 0; i < 24; ++i) at[i] = int16_t(first + step * i);
    }
};

void append_eight(Inputs& in, __m128i rows, unsigned chosen) {
    const __m128i packed = _mm_shuffle_epi8(rows, _mm_load_si128(reinterpret_cast<const __m128i*>(kPacking.bytes[chosen])));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(in.rows + in.count), packed);
    in.count += std::popcount(chosen);
}

// Bit i of `chosen` says whether place i has a row, whose class is low + factor * high.
void append(Inputs& in, const Steps& steps, __m256i low, __m256i high, int16_t factor, unsigned chosen) {
    const auto sixteen = [](__m256i bytes) { return _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes)); };
    const auto eight = [](__m256i bytes) { return _mm_cvtepu8_epi16(_mm256_extracti128_si256(bytes, 1)); };
    const __m256i rows = _mm256_add_epi16(_mm256_add_epi16(sixteen(low), load(steps.at)),
                                          _mm256_mullo_epi16(sixteen(high), _mm256_set1_epi16(factor)));
    const __m128i last = _mm_add_epi16(_mm_add_epi16(eight(low), _mm_load_si128(reinterpret_cast<const __m128i*>(steps.at + 16))),
                                       _mm_mullo_epi16(eight(high), _mm_set1_epi16(factor)));
    append_eight(in, _mm256_castsi256_si128(rows), chosen & 0xFF);
    append_eight(in, _mm256_extracti128_si256(rows, 1), chosen >> 8 & 0xFF);
    append_eight(in, last, chosen >> 16 & 0xFF);
}

// Place i gets what stands on place i + n.
template <int n>
__m256i ahead(__m256i bytes) {
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(bytes, bytes, 0x81), bytes, n);
}

unsigned bits(__m256i bytes) { return unsigned(_mm256_movemask_epi8(bytes)); }

int sum_of_bytes(__m256i bytes) {
    const __m256i four = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return _mm_cvtsi128_si32(two) + _mm_extract_epi16(two, 4);
}

int sum_of_products(__m256i weights, __m256i counts) {
    const __m256i eight = _mm256_madd_epi16(_mm256_maddubs_epi16(weights, counts), _mm256_set1_epi16(1));
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1)));
}

}  // namespace

void inputs_avx2(const Board& b, Inputs& in) {
    static constexpr Steps my_points(0, kPointClasses), their_points(kSideRows + 23 * kPointClasses, -kPointClasses);
    static constexpr Steps fours(kFourRows, 625), sixes(kSixRows, 729);
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi8(1), two = _mm256_set1_epi8(2);
    const auto sum = [](__m256i x, __m256i y) { return _mm256_add_epi8(x, y); };
    const auto some = [&](__m256i x, __m256i y) { return ~bits(_mm256_cmpeq_epi8(_mm256_or_si256(x, y), zero)); };
    // A side is 26 bytes of a board's 52. It is read with six bytes of the other, which are left out.
    const auto bytes = [&](int from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reinterpret_cast<const int8_t*>(&b) + from)); };
    const __m256i points = _mm256_setr_epi64x(-1, -1, -1, 0);
    const __m256i backwards = _mm256_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,  //
                                               15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i mine = _mm256_and_si256(bytes(1), points);
    const __m256i theirs =  // their 24-point first
        _mm256_and_si256(_mm256_permute4x64_epi64(_mm256_shuffle_epi8(bytes(19), backwards), 0x4E), points);
    const __m256i my_any = _mm256_cmpgt_epi8(mine, zero), my_made = _mm256_cmpgt_epi8(mine, one);
    const __m256i their_any = _mm256_cmpgt_epi8(theirs, zero), their_made = _mm256_cmpgt_epi8(theirs, one);

    in.count = 0;
    const __m256i classes = _mm256_setr_epi8(0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7,  //
                                             0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7);
    append(in, my_points, _mm256_shuffle_epi8(classes, mine), zero, 0, bits(my_any));
    append(in, their_points, _mm256_shuffle_epi8(classes, theirs), zero, 0, bits(their_any));

    // Points of five states, two and two of them, windows of four.
    const __m256i five = _mm256_sub_epi8(_mm256_and_si256(their_any, _mm256_set1_epi8(3)), sum(sum(my_any, my_made), their_made));
    const __m256i five_next = ahead<1>(five), doubled = sum(five_next, five_next);
    const __m256i pair = sum(sum(five, five_next), sum(doubled, doubled)), next_pair = ahead<2>(pair);
    append(in, fours, pair, next_pair, 25, some(pair, next_pair) & 0x1FFFFF);
    // Points of three states, two and two of them, windows of six.
    const __m256i three = _mm256_sub_epi8(_mm256_and_si256(their_made, two), my_made);
    const __m256i three_next = ahead<1>(three);
    const __m256i two_points = sum(sum(three, three_next), sum(three_next, three_next)), nines = ahead<2>(two_points);
    const __m256i four_points = sum(sum(two_points, nines), _mm256_slli_epi16(nines, 3));  // at most 64: within its byte
    const __m256i last_points = ahead<4>(two_points);
    append(in, sixes, four_points, last_points, 81, some(four_points, last_points) & 0x7FFFF);

    const auto bar_and_off = [&](const Side& s, int first) {
        in.rows[in.count] = int16_t(first + kBarRows + s[kBar]);
        in.count += s[kBar] > 0;
        in.rows[in.count] = int16_t(first + kOffRows + s[kOff]);
        in.count += s[kOff] > 0;
    };
    bar_and_off(b.own, 0);
    bar_and_off(b.opponent, kSideRows);

    // Places 0 to 25 of mine, and behind six bytes those of theirs.
    const __m256i own = bytes(0), opponent = bytes(20);
    const __m256i my_places = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,  //
                                               16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 0, 0, 0, 0, 0, 0);
    const __m256i their_places = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,  //
                                                  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25);
    const __m256i behind = _mm256_set1_epi8(18);
    const Counted c{sum_of_bytes(_mm256_and_si256(own, _mm256_cmpgt_epi8(my_places, behind))),
                    sum_of_bytes(_mm256_and_si256(opponent, _mm256_cmpgt_epi8(their_places, behind))),
                    sum_of_products(my_places, own), sum_of_products(their_places, opponent)};
    append_counted(c, in);
    const int my_last = b.own[kBar] ? kBar : int(std::bit_width(bits(my_any)));
    const int their_last = b.opponent[kBar] ? kBar : bits(their_any) ? 24 - std::countr_zero(bits(their_any)) : 0;
    in.tail = tail_of(my_last, their_last, c);
}

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
    const int8_t* w2 = net.second.data() + tail * kWidth * size_t(net.hidden);
    Outputs middle(net.second_bias.data() + tail * kWidth);
    for (int i = 0; i < net.hidden / 4; ++i) {
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
    alignas(32) uint32_t hidden[kBatch * kMostHidden / 4];
    const size_t stride = size_t(net.hidden) / 4;
    for (int part = 0; part < net.hidden; part += kPlane)
        for (size_t p = 0; p < count; ++p)
            hidden_of(net.plane(part), net.bias.data() + part, in[p], in[p + 1 < count ? p + 1 : p], hidden + p * stride + part / 4);
    for (int tail = 0; tail < kTails; ++tail)  // one after the other: a tail's weights half fill the nearest cache
        for (size_t p = 0; p < count; ++p)
            if (in[p].tail == tail) tail_logits(net, size_t(tail), hidden + p * stride, out[p]);
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
