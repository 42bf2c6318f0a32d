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

// The list of active rows times kHidden. Lane i looks at point i+1; lanes 24..27 at bars and borne-off checkers, 28 and
// 29 at the pips, 30 at the men behind.
__device__ __forceinline__ int list_rows(const Position& p, uint32_t* list) {
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
    if (lane == 30) row = behind_row(behind(p.mine), behind(p.theirs));
    int size = append(list, 0, row >= 0, static_cast<uint32_t>(row) * kHidden);

    const int five = state_of_five(mine, theirs);
    int pair = five + 5 * __shfl_down_sync(kAll, five, 1);
    const int four = pair + 25 * __shfl_down_sync(kAll, pair, 2);
    size = append(list, size, lane < 21 && four != 0, static_cast<uint32_t>(kFourRows + 625 * lane + four) * kHidden);

    const int three = state_of_three(mine, theirs);
    pair = three + 3 * __shfl_down_sync(kAll, three, 1);
    const int six = pair + 9 * __shfl_down_sync(kAll, pair, 2) + 81 * __shfl_down_sync(kAll, pair, 4);
    size = append(list, size, lane < 19 && six != 0, static_cast<uint32_t>(kSixRows + 729 * lane + six) * kHidden);

    const int padding = -size & 3;  // whole groups of four rows keep four loads in flight
    if (lane < padding) list[size + lane] = kZeroRow * kHidden;
    __syncwarp();
    return size + padding;
}

// The tails, laid out for lane-per-output reading without bank conflicts, and scratch for each warp.
constexpr int kWarps = 32;

struct WarpScratch {
    uint32_t rows[kMostActive];
    uint4 hidden[kHidden / 16];
    int middle[kWidth];
};

struct Shared {
    uint4 second[kTails][kHidden / 16][kWidth];  // 16 weights of one output side by side
    int third[kTails][kWidth / 2][kWidth];       // two 16-bit weights of one output side by side
    int16_t last[kTails][kOutputs][kWidth];
    int second_bias[kTails][kWidth];
    int third_bias[kTails][kWidth];
    int last_bias[kTails][8];
    WarpScratch scratch[kWarps];
    int next_item;
};

__device__ __forceinline__ void load_tails(Shared& s, const Net& net) {
    const uint4* second = reinterpret_cast<const uint4*>(net.second);
    for (int i = threadIdx.x; i < kTails * kWidth * (kHidden / 16); i += blockDim.x) {
        const int k = i % (kHidden / 16), o = i / (kHidden / 16) % kWidth, t = i / (kHidden / 16 * kWidth);
        s.second[t][k][o] = second[i];
    }
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
}

// Sums are kept two to a register, shifted up by this so that no half borrows from the other.
constexpr int kLift = 8192;

// A lane's sixteen hidden units start from the bias: word 2i holds units 4i and 4i+2, word 2i+1 units 4i+1 and 4i+3.
struct LaneBias {
    uint32_t word[8];
};

__device__ __forceinline__ LaneBias load_bias(const Net& net) {
    LaneBias b;
    const int16_t* bias = net.bias + (threadIdx.x & 31) * 16;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int unit = (i / 2) * 4 + (i & 1);
        b.word[i] = static_cast<uint32_t>(bias[unit] + kLift) | static_cast<uint32_t>(bias[unit + 2] + kLift) << 16;
    }
    return b;
}

__device__ __forceinline__ uint32_t square(uint32_t clipped) {
    return (clipped * clipped + (1u << (kSquareShift - 1))) >> kSquareShift;
}

// Every lane returns the same five logits.
__device__ __forceinline__ void logits_of(const Net& net, const Shared& s, WarpScratch& scratch, const LaneBias& bias,
                                          const Position& p, int* logits) {
    const int lane = threadIdx.x & 31;
    const int number = list_rows(p, scratch.rows);
    uint32_t sum[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) sum[i] = bias.word[i];
    const uint8_t* base = net.rows + lane * 16;
    for (int i = 0; i < number; i += 4) {
        const uint4 offsets = *reinterpret_cast<const uint4*>(scratch.rows + i);
        uint4 row[4];
        row[0] = *reinterpret_cast<const uint4*>(base + offsets.x);
        row[1] = *reinterpret_cast<const uint4*>(base + offsets.y);
        row[2] = *reinterpret_cast<const uint4*>(base + offsets.z);
        row[3] = *reinterpret_cast<const uint4*>(base + offsets.w);
#pragma unroll
        for (int r = 0; r < 4; r += 2) {
            const uint32_t a[4] = {row[r].x, row[r].y, row[r].z, row[r].w};
            const uint32_t b[4] = {row[r + 1].x, row[r + 1].y, row[r + 1].z, row[r + 1].w};
#pragma unroll
            for (int w = 0; w < 4; ++w) {
                sum[2 * w] += __byte_perm(a[w], 0, 0x4240) + __byte_perm(b[w], 0, 0x4240);
                sum[2 * w + 1] += __byte_perm(a[w], 0, 0x4341) + __byte_perm(b[w], 0, 0x4341);
            }
        }
    }
    const uint32_t take = static_cast<uint32_t>(-(kLift + 128 * number)) & 0xFFFFu;
    const uint32_t take_both = take | take << 16;
    uint32_t packed[4];
#pragma unroll
    for (int w = 0; w < 4; ++w) {
        const uint32_t even = __viaddmin_s16x2_relu(sum[2 * w], take_both, 0x00FF00FFu);
        const uint32_t odd = __viaddmin_s16x2_relu(sum[2 * w + 1], take_both, 0x00FF00FFu);
        packed[w] = square(even & 0xFFFFu) | square(odd & 0xFFFFu) << 8 | square(even >> 16) << 16 | square(odd >> 16) << 24;
    }
    scratch.hidden[lane] = make_uint4(packed[0], packed[1], packed[2], packed[3]);
    __syncwarp();

    const int tail = tail_of(p);
    int total = s.second_bias[tail][lane], other = 0;  // two chains: one would wait for itself
#pragma unroll 8
    for (int k = 0; k < kHidden / 16; ++k) {
        const uint4 h = scratch.hidden[k];
        const uint4 w = s.second[tail][k][lane];
        total = __dp4a(static_cast<int>(h.x), static_cast<int>(w.x), total);
        other = __dp4a(static_cast<int>(h.y), static_cast<int>(w.y), other);
        total = __dp4a(static_cast<int>(h.z), static_cast<int>(w.z), total);
        other = __dp4a(static_cast<int>(h.w), static_cast<int>(w.w), other);
    }
    total = (total + other + (1 << (kMiddleShift - 1))) >> kMiddleShift;
    scratch.middle[lane] = min(max(total, 0), kMiddleOne);
    __syncwarp();

    total = s.third_bias[tail][lane];
#pragma unroll
    for (int j = 0; j < kWidth / 4; ++j) {
        const int4 m = *reinterpret_cast<const int4*>(scratch.middle + 4 * j);
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

__device__ __forceinline__ Chances chances_of(const int* logits, const Position& p) {
    Chances c;
#pragma unroll
    for (int o = 0; o < kOutputs; ++o) c.v[o] = 1.0f / (1.0f + __expf(-kLogitScale * static_cast<float>(logits[o])));
    return make_consistent(c, count(p.mine, 0) > 0, count(p.theirs, 0) > 0);
}

}  // namespace tavl
