// The network with NEON, which every 64-bit ARM has.
#include <arm_neon.h>

#include "net_128.hpp"

namespace tavl {

namespace {

struct Neon {
    static constexpr int kSums = 128;  // sixteen of the thirty-two registers
    using Words = int16x8_t;
    using Longs = int32x4_t;

    static Words words(const int16_t* p) { return vld1q_s16(p); }
    static void store(Longs v, int32_t* to) { vst1q_s32(to, v); }
    static void prefetch([[maybe_unused]] const int8_t* p) {
#if defined(__GNUC__)
        __builtin_prefetch(p);
#endif
    }

    static void add_rows(Words& low, Words& high, const int8_t* one, const int8_t* two) {
        const int8x16_t x = vld1q_s8(one), y = vld1q_s8(two);
        low = vaddq_s16(low, vaddl_s8(vget_low_s8(x), vget_low_s8(y)));
        high = vaddq_s16(high, vaddl_s8(vget_high_s8(x), vget_high_s8(y)));
    }
    static void keep_seven(Words low, Words high, uint32_t* out) {
        const auto seven = [](Words sums) {  // clipped to a byte, squared, halved nine times with rounding
            const uint8x8_t s = vqmovun_s16(sums);
            return vmovn_u16(vrshrq_n_u16(vmull_u8(s, s), 9));
        };
        vst1q_u8(reinterpret_cast<uint8_t*>(out), vcombine_u8(seven(low), seven(high)));
    }
    static void keep(Longs a, Longs b, int half, int shift, uint32_t* pairs) {
        const auto within = [&](Longs v) {
            v = vshlq_s32(vaddq_s32(v, vdupq_n_s32(half)), vdupq_n_s32(-shift));
            return vmovn_s32(vminq_s32(vmaxq_s32(v, vdupq_n_s32(0)), vdupq_n_s32(2048)));
        };
        vst1q_s16(reinterpret_cast<int16_t*>(pairs), vcombine_s16(within(a), within(b)));
    }
    static int32_t product(Words sums, const int16_t* w) {
        const Words s = vminq_s16(vmaxq_s16(sums, vdupq_n_s16(0)), vdupq_n_s16(255)), v = vld1q_s16(w);
        return vaddvq_s32(vmlal_s16(vmull_s16(vget_low_s16(s), vget_low_s16(v)), vget_high_s16(s), vget_high_s16(v)));
    }

    // Two outputs to a register, each as two halves that are added at the end.
    template <int N>
    struct Sums {
        int32x4_t o[2 * N];
        explicit Sums(const int32_t* bias) {
            for (int k = 0; k < N; ++k) {
                const int32x4_t b = vld1q_s32(bias + 4 * k), zero = vdupq_n_s32(0);
                o[2 * k] = vzip1q_s32(b, zero);
                o[2 * k + 1] = vzip2q_s32(b, zero);
            }
        }
        void add_fours(uint32_t first, uint32_t second, const int8_t* w) {
            const int8x8_t x = vreinterpret_s8_u32(vdup_n_u32(first)), y = vreinterpret_s8_u32(vdup_n_u32(second));
            for (int k = 0; k < 2 * N; ++k)  // 127 * 128 * 2 fits 16 bits: seven-bit activations
                o[k] = vpadalq_s16(o[k], vmlal_s8(vmull_s8(x, vld1_s8(w + 8 * k)), y, vld1_s8(w + 16 * N + 8 * k)));
        }
        void add_twos(uint32_t inputs, const int16_t* w) {
            const int16x4_t x = vreinterpret_s16_u32(vdup_n_u32(inputs));
            for (int k = 0; k < 2 * N; ++k) o[k] = vmlal_s16(o[k], x, vld1_s16(w + 4 * k));
        }
        Longs whole(int k) const { return vpaddq_s32(o[2 * k], o[2 * k + 1]); }
    };
};

}  // namespace

void logits_128(const Net& net, const Inputs* in, size_t count, Logits* out) { In128<Neon>::logits(net, in, count, out); }
int32_t quick_128(const QuickNet& net, const Inputs& in) { return In128<Neon>::quick(net, in); }

}  // namespace tavl
