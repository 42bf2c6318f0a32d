// One warp judges one position: active rows, the sums of the first layer, the tail. The integer result is exact.
#pragma once
#include "net.h"

namespace tavl {

constexpr uint32_t kAll = 0xFFFFFFFFu;

// Appends the lanes' rows (where they have one) to the warp's list, as byte or element offsets.
__device__ __forceinline__ int append(uint32_t* list, int size, bool active, uint32_t value) {
    const uint32_t mask = __ballot_sync(kAll, active);
    const uint32_t below = (1u << (threadIdx.x & 31)) - 1u;
    if (active) list[size + __popc(mask & below)] = value;
    return size + __popc(mask);
}

// The list of active rows times `Stride`. Lane i looks at point i+1; lanes 24..27 at bars and borne-off checkers, 28 and
// 29 at the pips, 30 at the men behind.
template <int Stride = kHidden>
__device__ __forceinline__ int list_rows(const Position& p, uint32_t* list, int* tail) {
    const int lane = threadIdx.x & 31;
    int mine = 0, theirs = 0, row = -1, pips = 0;  // their pips in the upper half
    if (lane < 24) {
        mine = count(p.mine, lane + 1);
        theirs = count(p.theirs, 24 - lane);
        row = point_row(lane + 1, mine, theirs);
        pips = mine * (lane + 1) + (theirs * (24 - lane) << 16);
    } else if (lane < 28) {
        const bool is_theirs = lane & 1, is_bar = lane < 26;
        const Side side{is_theirs ? p.theirs.low : p.mine.low, is_theirs ? p.theirs.high : p.mine.high};
        const int number = count(side, is_bar ? kBar : 0);
        if (number > 0) row = (is_theirs ? kSideRows : 0) + (is_bar ? kBarRows : kOffRows) + number;
        if (is_bar) pips = kBar * number << (is_theirs ? 16 : 0);
    }
    const int both = __reduce_add_sync(kAll, pips);
    if (lane == 28) row = kPipRows + class_of_pips(both & 0xFFFF);
    if (lane == 29) row = kPipRows + kPipClasses + class_of_pips(both >> 16);
    const int my_behind = behind(p.mine), their_behind = behind(p.theirs);
    if (lane == 30) row = behind_row(my_behind, their_behind);
    // The last checkers from what the lanes see: lane i has my point i+1 and their point 24-i, lanes 24 and 25 the bars.
    const uint32_t my_points = __ballot_sync(kAll, mine > 0), their_points = __ballot_sync(kAll, theirs > 0);
    const uint32_t bars = __ballot_sync(kAll, lane >= 24 && lane < 26 && row >= 0);
    const int my_last = bars >> 24 & 1 ? kBar : 32 - __clz(static_cast<int>(my_points));
    const int their_last = bars >> 25 & 1 ? kBar : their_points != 0 ? 25 - __ffs(static_cast<int>(their_points)) : 0;
    *tail = tail_of(my_last, their_last, my_behind, their_behind);
    int size = append(list, 0, row >= 0, static_cast<uint32_t>(row) * Stride);

    const int five = state_of_five(mine, theirs);
    int pair = five + 5 * __shfl_down_sync(kAll, five, 1);
    const int four = pair + 25 * __shfl_down_sync(kAll, pair, 2);
    size = append(list, size, lane < 21 && four != 0, static_cast<uint32_t>(kFourRows + 625 * lane + four) * Stride);

    const int three = state_of_three(mine, theirs);
    pair = three + 3 * __shfl_down_sync(kAll, three, 1);
    const int six = pair + 9 * __shfl_down_sync(kAll, pair, 2) + 81 * __shfl_down_sync(kAll, pair, 4);
    size = append(list, size, lane < 19 && six != 0, static_cast<uint32_t>(kSixRows + 729 * lane + six) * Stride);

    const int padding = -size & 3;  // whole groups of four rows keep four loads in flight
    if (lane < padding) list[size + lane] = kZeroRow * Stride;
    __syncwarp();
    return size + padding;
}

// Plays of one roll are judged some at a time: they nearly always share a tail, whose second layer is then read once for
// all of them. It is too large for shared memory and comes through the cache.
constexpr int kTogether = 4;
constexpr int kWarps = 32;

struct WarpScratch {
    uint32_t rows[kMostActive];
    uint4 hidden[kTogether][kHidden / 16];
    int middle[kTogether][kWidth];
};

// What is small and read by every position: laid out for lane-per-output reading without bank conflicts.
struct Shared {
    int third[kTails][kWidth / 2][kWidth];  // two 16-bit weights of one output side by side
    int16_t last[kTails][kOutputs][kWidth];
    int second_bias[kTails][kWidth];
    int third_bias[kTails][kWidth];
    int last_bias[kTails][8];
    uint4 bias[kHidden / 8];  // two sums to a word, see `load_bias`
    int16_t quick_last[kTails][kQuickHidden];
    int quick_bias[kQuickHidden];
    int quick_last_bias[kTails];
    WarpScratch scratch[kWarps];
    int next_item;
};

// Sums are kept two to a register, shifted up by this so that no half borrows from the other.
constexpr int kLift = 8192;

// Four units 4i..4i+3 are two words: units 4i and 4i+2, then units 4i+1 and 4i+3.
__device__ __forceinline__ void load_bias(Shared& s, const Net& net) {
    uint32_t* words = reinterpret_cast<uint32_t*>(s.bias);
    for (int i = threadIdx.x; i < kHidden / 2; i += blockDim.x) {
        const int unit = (i / 2) * 4 + (i & 1);
        words[i] = static_cast<uint32_t>(net.bias[unit] + kLift) | static_cast<uint32_t>(net.bias[unit + 2] + kLift) << 16;
    }
}

__device__ __forceinline__ void load_tails(Shared& s, const Net& net) {
    const int* third = reinterpret_cast<const int*>(net.third);
    for (int i = threadIdx.x; i < kTails * kWidth * (kWidth / 2); i += blockDim.x) {
        const int k = i % (kWidth / 2), o = i / (kWidth / 2) % kWidth, t = i / (kWidth / 2 * kWidth);
        s.third[t][k][o] = third[i];
    }
    for (int i = threadIdx.x; i < kTails * kOutputs * kWidth; i += blockDim.x) (&s.last[0][0][0])[i] = net.last[i];
    for (int i = threadIdx.x; i < kTails * kWidth; i += blockDim.x) {
        (&s.second_bias[0][0])[i] = net.second_bias[i];
        (&s.third_bias[0][0])[i] = net.third_bias[i];
    }
    for (int i = threadIdx.x; i < kTails * kOutputs; i += blockDim.x)
        s.last_bias[i / kOutputs][i % kOutputs] = net.last_bias[i];
    load_bias(s, net);
}

__device__ __forceinline__ void load_quick(Shared& s, const QuickNet& quick) {
    for (int i = threadIdx.x; i < kTails * kQuickHidden; i += blockDim.x) (&s.quick_last[0][0])[i] = quick.last[i];
    for (int i = threadIdx.x; i < kQuickHidden; i += blockDim.x) s.quick_bias[i] = quick.bias[i];
    for (int i = threadIdx.x; i < kTails; i += blockDim.x) s.quick_last_bias[i] = quick.last_bias[i];
}

// What the quick network says of a position, the same in every lane. Eight lanes hold four units each, a quarter of the
// lanes takes every fourth row.
__device__ __forceinline__ int quick_of(const QuickNet& quick, const Shared& s, WarpScratch& scratch, const Position& p) {
    const int lane = threadIdx.x & 31, group = lane >> 3, unit = (lane & 7) * 4;
    __syncwarp();  // the last list was read to its end
    int tail;
    const int number = list_rows<kQuickHidden>(p, scratch.rows, &tail);
    const uint8_t* base = quick.rows + unit;
    uint32_t even = 0, odd = 0;
#pragma unroll 4
    for (int i = group; i < number; i += 4) {
        const uint32_t word = *reinterpret_cast<const uint32_t*>(base + scratch.rows[i]);
        even += __byte_perm(word, 0, 0x4240);
        odd += __byte_perm(word, 0, 0x4341);
    }
    even += __shfl_xor_sync(kAll, even, 8), odd += __shfl_xor_sync(kAll, odd, 8);
    even += __shfl_xor_sync(kAll, even, 16), odd += __shfl_xor_sync(kAll, odd, 16);
    const uint32_t both = group & 1 ? odd : even;  // now every group has all sums and takes one of the four units
    const int sum = static_cast<int>(group & 2 ? both >> 16 : both & 0xFFFFu) - 128 * number + s.quick_bias[unit + group];
    return __reduce_add_sync(kAll, min(max(sum, 0), 255) * s.quick_last[tail][unit + group]) + s.quick_last_bias[tail];
}

__device__ __forceinline__ uint32_t square(uint32_t clipped) {
    return (clipped * clipped + (1u << (kSquareShift - 1))) >> kSquareShift;
}

template <int Words> struct Load;
template <> struct Load<4> {
    uint32_t word[4];
    __device__ __forceinline__ explicit Load(const uint8_t* place) {
        const uint4 x = *reinterpret_cast<const uint4*>(place);
        word[0] = x.x, word[1] = x.y, word[2] = x.z, word[3] = x.w;
    }
};
template <> struct Load<2> {
    uint32_t word[2];
    __device__ __forceinline__ explicit Load(const uint8_t* place) {
        const uint2 x = *reinterpret_cast<const uint2*>(place);
        word[0] = x.x, word[1] = x.y;
    }
};

// The squared sums of 128 * Words units from `begin` on, 4 * Words of them in each lane.
template <int Words>
__device__ __forceinline__ void square_sums(const Net& net, const Shared& s, WarpScratch& scratch, int slot, int number,
                                            int begin) {
    const int lane = threadIdx.x & 31;
    const int own = begin + lane * 4 * Words;
    uint32_t sum[2 * Words];
    const uint4* bias = s.bias + own / 8;
#pragma unroll
    for (int i = 0; i < Words / 2; ++i) {
        const uint4 b = bias[i];
        sum[4 * i] = b.x, sum[4 * i + 1] = b.y, sum[4 * i + 2] = b.z, sum[4 * i + 3] = b.w;
    }
    const uint8_t* base = net.rows + own;
    for (int i = 0; i < number; i += 4) {
        const uint4 offsets = *reinterpret_cast<const uint4*>(scratch.rows + i);
        const Load<Words> row[4] = {Load<Words>(base + offsets.x), Load<Words>(base + offsets.y),
                                    Load<Words>(base + offsets.z), Load<Words>(base + offsets.w)};
#pragma unroll
        for (int r = 0; r < 4; r += 2) {
#pragma unroll
            for (int w = 0; w < Words; ++w) {
                const uint32_t a = row[r].word[w], b = row[r + 1].word[w];
                sum[2 * w] += __byte_perm(a, 0, 0x4240) + __byte_perm(b, 0, 0x4240);
                sum[2 * w + 1] += __byte_perm(a, 0, 0x4341) + __byte_perm(b, 0, 0x4341);
            }
        }
    }
    const uint32_t take = static_cast<uint32_t>(-(kLift + 128 * number)) & 0xFFFFu;
    const uint32_t take_both = take | take << 16;
    uint32_t* out = reinterpret_cast<uint32_t*>(scratch.hidden[slot]) + own / 4;
#pragma unroll
    for (int w = 0; w < Words; ++w) {
        const uint32_t even = __viaddmin_s16x2_relu(sum[2 * w], take_both, 0x00FF00FFu);
        const uint32_t odd = __viaddmin_s16x2_relu(sum[2 * w + 1], take_both, 0x00FF00FFu);
        out[w] = square(even & 0xFFFFu) | square(odd & 0xFFFFu) << 8 | square(even >> 16) << 16 | square(odd >> 16) << 24;
    }
}

// The hidden layer of one position, into its slot; returns which tail follows.
__device__ __forceinline__ int hidden_of(const Net& net, const Shared& s, WarpScratch& scratch, int slot, const Position& p) {
    __syncwarp();  // the last list was read to its end
    int tail;
    const int number = list_rows(p, scratch.rows, &tail);
#pragma unroll 1
    for (int begin = 0; begin + 512 <= kHidden; begin += 512) square_sums<4>(net, s, scratch, slot, number, begin);
    if (kHidden % 512 != 0) square_sums<2>(net, s, scratch, slot, number, kHidden / 512 * 512);
    return tail;
}

// The second layer of `Number` slots from `first` on, which share a tail. Lane o has output o.
template <int Number>
__device__ __forceinline__ void second_layer(const Net& net, const Shared& s, WarpScratch& scratch, int first, int tail) {
    const int lane = threadIdx.x & 31;
    const uint4* weights = reinterpret_cast<const uint4*>(net.second_by_lane) + tail * (kHidden / 16) * kWidth + lane;
    int total[Number];
#pragma unroll
    for (int n = 0; n < Number; ++n) total[n] = s.second_bias[tail][lane];
#pragma unroll 4
    for (int k = 0; k < kHidden / 16; ++k) {
        const uint4 w = __ldg(weights + k * kWidth);
#pragma unroll
        for (int n = 0; n < Number; ++n) {
            const uint4 h = scratch.hidden[first + n][k];
            total[n] = __dp4a(static_cast<int>(h.x), static_cast<int>(w.x), total[n]);
            total[n] = __dp4a(static_cast<int>(h.y), static_cast<int>(w.y), total[n]);
            total[n] = __dp4a(static_cast<int>(h.z), static_cast<int>(w.z), total[n]);
            total[n] = __dp4a(static_cast<int>(h.w), static_cast<int>(w.w), total[n]);
        }
    }
#pragma unroll
    for (int n = 0; n < Number; ++n)
        scratch.middle[first + n][lane] = min(max((total[n] + (1 << (kMiddleShift - 1))) >> kMiddleShift, 0), kMiddleOne);
}

// What follows the second layer. Every lane returns the same five logits.
__device__ __forceinline__ void late_layers(const Shared& s, const WarpScratch& scratch, int slot, int tail, int* logits) {
    const int lane = threadIdx.x & 31;
    int total = s.third_bias[tail][lane];
#pragma unroll
    for (int j = 0; j < kWidth / 4; ++j) {
        const int4 m = *reinterpret_cast<const int4*>(scratch.middle[slot] + 4 * j);
        const int w0 = s.third[tail][2 * j][lane], w1 = s.third[tail][2 * j + 1][lane];
        total += m.x * static_cast<int16_t>(w0 & 0xFFFF) + m.y * (w0 >> 16);
        total += m.z * static_cast<int16_t>(w1 & 0xFFFF) + m.w * (w1 >> 16);
    }
    total = (total + (1 << (kLateShift - 1))) >> kLateShift;
    const int late = min(max(total, 0), kMiddleOne);
#pragma unroll
    for (int o = 0; o < kOutputs; ++o)
        logits[o] = __reduce_add_sync(kAll, late * s.last[tail][o][lane]) + s.last_bias[tail][o];
}

// The second layer of some plays, one slot each; lane n returns the tail of play n, or -1 where the game is over. `plays`
// is the play of lane n. Nothing is unrolled here: the whole kernel must fit the cache for instructions.
__device__ __forceinline__ int second_layers(const Net& net, const Shared& s, WarpScratch& scratch, const Position* list,
                                             int plays, int number) {
    const int lane = threadIdx.x & 31;
    int tail = -1;
#pragma unroll 1
    for (int n = 0; n < number; ++n) {
        const Position p = list[__shfl_sync(kAll, plays, n)];
        if (is_over(p)) continue;
        const int found = hidden_of(net, s, scratch, n, p);
        if (lane == n) tail = found;
    }
    __syncwarp();
    const int common = __reduce_max_sync(kAll, tail);
    if (common < 0) return tail;
    if (__ballot_sync(kAll, tail >= 0 && tail != common) == 0) {
        second_layer<kTogether>(net, s, scratch, 0, common);  // of a slot that is not used something, which nobody reads
    } else {
#pragma unroll 1
        for (int n = 0; n < number; ++n) {
            const int own = __shfl_sync(kAll, tail, n);
            if (own >= 0) second_layer<1>(net, s, scratch, n, own);
        }
    }
    __syncwarp();
    return tail;
}

__device__ __forceinline__ Chances chances_of(const int* logits, const Position& p) {
    Chances c;
#pragma unroll
    for (int o = 0; o < kOutputs; ++o) c.v[o] = __fdividef(1.0f, 1.0f + __expf(-kLogitScale * static_cast<float>(logits[o])));
    return make_consistent(c, count(p.mine, 0) > 0, count(p.theirs, 0) > 0);
}

}  // namespace tavl
