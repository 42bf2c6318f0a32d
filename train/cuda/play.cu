// Self-play on the GPU: plays of a roll, the best of them, static values, new games.
#include <cuda_runtime.h>

#include "interface.h"
#include "starts.h"
#include "warp.cuh"

using namespace tavl;

namespace {

// One thread generates the plays of one (position, roll). Threads of a warp share the roll, so they diverge less.
__global__ void generate_kernel(const Position* positions, const uint8_t* rolls, int number, int rolls_each, int capacity,
                                Position* plays, int* sizes) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= number * rolls_each) return;
    const int which = thread % number, nth = thread / number;
    const int roll = rolls_each == 1 ? rolls[which] : rolls[nth];
    const int64_t item = static_cast<int64_t>(which) * rolls_each + nth;
    sizes[item] = generate_plays(positions[which], roll >> 3, roll & 7, plays + item * capacity, capacity);
}

// Gumbel noise: with it added, the highest score is what a soft-max of this heat would pick.
__device__ __forceinline__ float gumbel(uint64_t seed, int item, int play) {
    Random random{seed + static_cast<uint64_t>(item) * 0xD1B54A32D192ED03ull + static_cast<uint64_t>(play)};
    random.next();
    return -__logf(-__logf(random.unit()));
}

// Lane j < kKept returns the play that the quick network puts at place j; `noisy` is the one that noise picks.
__device__ __forceinline__ int quick_picks(const QuickNet& quick, const Shared& s, WarpScratch& scratch, const Position* list,
                                           int size, float heat, uint64_t seed, int item, int* noisy) {
    const int lane = threadIdx.x & 31;
    float held = -1e9f, best_noisy = -1e9f;
    int index = 0;
#pragma unroll 1
    for (int i = 0; i < size; ++i) {
        const Position after = list[i];
        const float score = is_over(after) ? equity(seen_by_other(chances_when_lost(after)))
                                           : -kQuickScale * static_cast<float>(quick_of(quick, s, scratch, after));
        const int place = __popc(__ballot_sync(kAll, lane < kKept && held >= score));
        const float above = __shfl_up_sync(kAll, held, 1);
        const int index_above = __shfl_up_sync(kAll, index, 1);
        if (lane > place) held = above, index = index_above;
        if (lane == place) held = score, index = i;
        if (heat > 0.0f) {
            const float tried = score + heat * gumbel(seed, item, i);
            if (tried > best_noisy) best_noisy = tried, *noisy = i;
        }
    }
    return index;
}

// A warp walks through the plays of one item and keeps the best, and the one it picks when some noise is added. Of many
// plays it looks at those that the quick network picks, where there is one.
__global__ void __launch_bounds__(kWarps * 32, 1)
choose_kernel(Net net, QuickNet quick, const Position* plays, const int* sizes, const int* bounds, int capacity,
              const float* noise, int items_each, uint64_t seed, Chances* best_value, Position* picked, Chances* picked_value,
              uint8_t* picked_best) {
    extern __shared__ __align__(16) unsigned char memory[];
    Shared& s = *reinterpret_cast<Shared*>(memory);
    const int last = bounds[blockIdx.x + 1];
    if (threadIdx.x == 0) s.next_item = bounds[blockIdx.x];
    load_tails(s, net);
    if (quick.rows != nullptr) load_quick(s, quick);
    __syncthreads();
    const int lane = threadIdx.x & 31;
    WarpScratch& scratch = s.scratch[threadIdx.x >> 5];

    for (;;) {
        int item = 0;
        if (lane == 0) item = atomicAdd(&s.next_item, 1);
        item = __shfl_sync(kAll, item, 0);
        if (item >= last) return;
        const Position* list = plays + static_cast<int64_t>(item) * capacity;
        const float heat = noise[item / items_each];
        const bool by_quick = quick.rows != nullptr && sizes[item] > kFew;
        int looked_at = sizes[item], own = 0, wanted = -1;
        if (by_quick) {
            own = quick_picks(quick, s, scratch, list, looked_at, heat, seed, item, &wanted);
            looked_at = kKept;
            if (heat > 0.0f && __ballot_sync(kAll, lane < kKept && own == wanted) == 0) {
                if (lane == kKept) own = wanted;
                looked_at = kKept + 1;
            }
        }
        float best = -10.0f, best_noisy = -1e9f;
        int best_index = 0, noisy_index = 0;
#pragma unroll 1
        for (int begin = 0; begin < looked_at; begin += kTogether) {
            const int number = min(kTogether, looked_at - begin);
            const int plays_of_lanes = by_quick ? __shfl_sync(kAll, own, (begin + lane) & 31) : begin + lane;
            const int tails = second_layers(net, s, scratch, list, plays_of_lanes, number);
#pragma unroll 1
            for (int n = 0; n < number; ++n) {
                const int i = __shfl_sync(kAll, plays_of_lanes, n);
                const int tail = __shfl_sync(kAll, tails, n);
                const Position after = list[i];
                Chances mine;
                if (tail < 0) {
                    mine = seen_by_other(chances_when_lost(after));
                } else {
                    int logits[kOutputs];
                    late_layers(s, scratch, n, tail, logits);
                    mine = seen_by_other(chances_of(logits, after));
                }
                const float score = equity(mine);
                float noisy = score;
                if (heat > 0.0f) noisy = by_quick ? (i == wanted ? 1.0f : 0.0f) : score + heat * gumbel(seed, item, i);
                if (score > best) {  // written at once: registers are what this kernel is short of
                    best = score, best_index = i;
                    if (lane == 0) best_value[item] = mine;
                }
                if (noisy > best_noisy) {
                    best_noisy = noisy, noisy_index = i;
                    if (lane == 0) picked_value[item] = mine;
                }
            }
        }
        if (lane == 0) {
            picked[item] = list[noisy_index];
            picked_best[item] = noisy_index == best_index;
        }
    }
}

__global__ void __launch_bounds__(kWarps * 32, 1)
evaluate_kernel(Net net, const Position* positions, int number, Chances* values, int* logits_out) {
    extern __shared__ __align__(16) unsigned char memory[];
    Shared& s = *reinterpret_cast<Shared*>(memory);
    load_tails(s, net);
    __syncthreads();
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int i = blockIdx.x * kWarps + warp; i < number; i += gridDim.x * kWarps) {
        const Position p = positions[i];
        int logits[kOutputs];
        const int tail = hidden_of(net, s, s.scratch[warp], 0, p);
        __syncwarp();
        second_layer<1>(net, s, s.scratch[warp], 0, tail);
        __syncwarp();
        late_layers(s, s.scratch[warp], 0, tail, logits);
        if (lane == 0) {
            values[i] = chances_of(logits, p);
            if (logits_out != nullptr)
                for (int o = 0; o < kOutputs; ++o) logits_out[i * kOutputs + o] = logits[o];
        }
        __syncwarp();
    }
}

__global__ void start_kernel(Position* positions, const uint8_t* wanted, int number, float odd_share, uint64_t seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= number || !wanted[i]) return;
    Random random{seed + static_cast<uint64_t>(i) * 0xD1B54A32D192ED03ull};
    random.next();
    positions[i] = new_game(odd_share, random);
}

int multiprocessors() {
    static int number = 0;
    if (number == 0) cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, 0);
    return number;
}

int blocks(int64_t threads, int size) { return static_cast<int>((threads + size - 1) / size); }

}  // namespace

extern "C" {

int tavl_generate(const Position* positions, const uint8_t* rolls, int number, int rolls_each, int capacity, Position* plays,
                  int* sizes, void* stream) {
    generate_kernel<<<blocks(static_cast<int64_t>(number) * rolls_each, 128), 128, 0, static_cast<cudaStream_t>(stream)>>>(
        positions, rolls, number, rolls_each, capacity, plays, sizes);
    return cudaGetLastError();
}

int tavl_choose(const Net* net, const QuickNet* quick, const Position* plays, const int* sizes, int, int capacity, const int* bounds, int blocks,
                const float* noise, int items_each, uint64_t seed, Chances* best_value, Position* picked, Chances* picked_value,
                uint8_t* picked_best, void* stream) {
    cudaFuncSetAttribute(choose_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    choose_kernel<<<blocks, kWarps * 32, sizeof(Shared), static_cast<cudaStream_t>(stream)>>>(
        *net, *quick, plays, sizes, bounds, capacity, noise, items_each, seed, best_value, picked, picked_value, picked_best);
    return cudaGetLastError();
}

int tavl_evaluate(const Net* net, const Position* positions, int number, Chances* values, int* logits, void* stream) {
    cudaFuncSetAttribute(evaluate_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    evaluate_kernel<<<multiprocessors(), kWarps * 32, sizeof(Shared), static_cast<cudaStream_t>(stream)>>>(
        *net, positions, number, values, logits);
    return cudaGetLastError();
}

int tavl_start(Position* positions, const uint8_t* wanted, int number, float odd_share, uint64_t seed, void* stream) {
    start_kernel<<<blocks(number, 128), 128, 0, static_cast<cudaStream_t>(stream)>>>(positions, wanted, number, odd_share,
                                                                                     seed);
    return cudaGetLastError();
}

}  // extern "C"
