// The network with SSE4.1; compiled for it alone and called only where it is.
#include <smmintrin.h>

#include "net_128.hpp"

namespace tavl {

namespace {

__m128i load(const void* p) { return _mm_load_si128(static_cast<const __m128i*>(p)); }

struct Sse41 {
    static constexpr int kSums = 64;  // eight of the sixteen registers: twice as many would not stay in them
    using Words = __m128i;
    using Longs = __m128i;

    static Words words(const int16_t* p) { return load(p); }
    static void store(Longs v, int32_t* to) { _mm_store_si128(reinterpret_cast<__m128i*>(to), v); }
    static void prefetch(const int8_t* p) { _mm_prefetch(reinterpret_cast<const char*>(p), _MM_HINT_T0); }

    // Two rows' bytes interleaved, each pair times one and added.
    static void add_rows(Words& low, Words& high, const int8_t* one, const int8_t* two) {
        const __m128i x = load(one), y = load(two), ones = _mm_set1_epi8(1);
        low = _mm_add_epi16(low, _mm_maddubs_epi16(ones, _mm_unpacklo_epi8(x, y)));
        high = _mm_add_epi16(high, _mm_maddubs_epi16(ones, _mm_unpackhi_epi8(x, y)));
    }
    static Words clipped(Words sums) {
        return _mm_min_epi16(_mm_max_epi16(sums, _mm_setzero_si128()), _mm_set1_epi16(255));
    }
    static void keep_seven(Words low, Words high, uint32_t* out) {
        const auto seven = [](Words sums) {
            const Words s = clipped(sums);
            return _mm_srli_epi16(_mm_add_epi16(_mm_mullo_epi16(s, s), _mm_set1_epi16(256)), 9);
        };
        _mm_store_si128(reinterpret_cast<__m128i*>(out), _mm_packus_epi16(seven(low), seven(high)));
    }
    static void keep(Longs a, Longs b, int half, int shift, uint32_t* pairs) {
        const auto within = [&](Longs v) {
            v = _mm_sra_epi32(_mm_add_epi32(v, _mm_set1_epi32(half)), _mm_cvtsi32_si128(shift));
            return _mm_min_epi32(_mm_max_epi32(v, _mm_setzero_si128()), _mm_set1_epi32(2048));
        };
        _mm_store_si128(reinterpret_cast<__m128i*>(pairs), _mm_packs_epi32(within(a), within(b)));
    }
    static int32_t product(Words sums, const int16_t* w) {
        __m128i s = _mm_madd_epi16(clipped(sums), load(w));
        s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
        return _mm_cvtsi128_si32(_mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1)));
    }

    // Four outputs to a register.
    template <int N>
    struct Sums {
        __m128i o[N];
        explicit Sums(const int32_t* bias) {
            for (int k = 0; k < N; ++k) o[k] = load(bias + 4 * k);
        }
        void add_fours(uint32_t first, uint32_t second, const int8_t* w) {
            const __m128i ones = _mm_set1_epi16(1);
            for (const uint32_t inputs : {first, second}) {
                const __m128i x = _mm_set1_epi32(int(inputs));
                // 127 * 127 * 2 fits 16 bits: seven-bit activations are why the pair sums cannot saturate.
                for (int k = 0; k < N; ++k)
                    o[k] = _mm_add_epi32(o[k], _mm_madd_epi16(_mm_maddubs_epi16(x, load(w + 16 * k)), ones));
                w += 16 * N;
            }
        }
        void add_twos(uint32_t inputs, const int16_t* w) {
            const __m128i x = _mm_set1_epi32(int(inputs));
            for (int k = 0; k < N; ++k) o[k] = _mm_add_epi32(o[k], _mm_madd_epi16(x, load(w + 8 * k)));
        }
        Longs whole(int k) const { return o[k]; }
    };
};

}  // namespace

void logits_128(const Net& net, const Inputs* in, size_t count, Logits* out) { In128<Sse41>::logits(net, in, count, out); }
int32_t quick_128(const QuickNet& net, const Inputs& in) { return In128<Sse41>::quick(net, in); }

}  // namespace tavl
