// Learning on the GPU: the sparse first layer forward and backward, and Adam.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include "interface.h"
#include "warp.cuh"

using namespace tavl;

namespace {

constexpr int kLearnWarps = 8;

__device__ __forceinline__ float low_half(uint32_t pair) { return __uint_as_float(pair << 16); }
__device__ __forceinline__ float high_half(uint32_t pair) { return __uint_as_float(pair & 0xFFFF0000u); }

// A lane holds units 8*lane..8*lane+7 of every 256 of the hidden layer: each load of a warp is one stretch of memory.
constexpr int kStretches = kHidden / 256;

__global__ void forward_kernel(const Position* positions, int number, const uint16_t* table, const float* bias, float* sums,
                               int* tails) {
    __shared__ __align__(16) uint32_t lists[kLearnWarps][kMostActive];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int which = blockIdx.x * kLearnWarps + warp;
    if (which >= number) return;
    const Position p = positions[which];
    uint32_t* list = lists[warp];
    int tail;
    const int size = list_rows(p, list, &tail);
    float sum[kStretches * 8];
#pragma unroll
    for (int i = 0; i < kStretches * 8; ++i) sum[i] = bias[(i >> 3) * 256 + lane * 8 + (i & 7)];
    const uint16_t* base = table + lane * 8;
#pragma unroll 4
    for (int r = 0; r < size; ++r) {
        const uint4* row = reinterpret_cast<const uint4*>(base + list[r]);
#pragma unroll
        for (int stretch = 0; stretch < kStretches; ++stretch) {
            const uint4 x = row[stretch * 32];
            float* part = sum + stretch * 8;
            part[0] += low_half(x.x), part[1] += high_half(x.x);
            part[2] += low_half(x.y), part[3] += high_half(x.y);
            part[4] += low_half(x.z), part[5] += high_half(x.z);
            part[6] += low_half(x.w), part[7] += high_half(x.w);
        }
    }
    float* out = sums + static_cast<int64_t>(which) * kHidden + lane * 8;
#pragma unroll
    for (int stretch = 0; stretch < kStretches; ++stretch) {
        float4* place = reinterpret_cast<float4*>(out + stretch * 256);
        const float* part = sum + stretch * 8;
        place[0] = make_float4(part[0], part[1], part[2], part[3]);
        place[1] = make_float4(part[4], part[5], part[6], part[7]);
    }
    if (lane == 0) tails[which] = tail;
}

__global__ void backward_kernel(const Position* positions, int number, const float* sums_gradient, float* table_gradient) {
    __shared__ __align__(16) uint32_t lists[kLearnWarps][kMostActive];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int which = blockIdx.x * kLearnWarps + warp;
    if (which >= number) return;
    uint32_t* list = lists[warp];
    int tail;
    const int size = list_rows(positions[which], list, &tail);
    const float4* gradient = reinterpret_cast<const float4*>(sums_gradient + static_cast<int64_t>(which) * kHidden);
#pragma unroll
    for (int part = 0; part < kHidden / 128; ++part) {
        const float4 g = gradient[part * 32 + lane];
        // Clipped units pass nothing back, and they come in numbers: not to add zero saves much of the traffic.
        if (g.x == 0.0f && g.y == 0.0f && g.z == 0.0f && g.w == 0.0f) continue;
        for (int r = 0; r < size; ++r) {
            const uint32_t row = list[r];
            if (row == kZeroRow * kHidden) break;  // padding stands last
            atomicAdd(reinterpret_cast<float4*>(table_gradient + row) + part * 32 + lane, g);
        }
    }
}

__device__ __forceinline__ uint16_t for_forward(float weight, float scale) {
    const float shown = scale > 0.0f ? floorf(weight * scale + 0.5f) / scale : weight;
    return __bfloat16_as_ushort(__float2bfloat16_rn(shown));
}

// rates: learning rate, beta1, beta2, epsilon, decay of the running average, and the two bias corrections
// 1/(1-beta1^t), 1/(1-beta2^t).
__device__ __forceinline__ void adam_step(float& w, float& g, float& m, float& v, float& average, const float* rates,
                                          float limit, float shrink) {
    m = rates[1] * m + (1.0f - rates[1]) * g;
    v = rates[2] * v + (1.0f - rates[2]) * g * g;
    w -= rates[0] * (m * rates[5] / (sqrtf(v * rates[6]) + rates[3]) + shrink * w);
    w = fminf(fmaxf(w, -limit), limit);
    average += (1.0f - rates[4]) * (w - average);
    g = 0.0f;
}

// One thread takes four parameters: the work is all memory traffic.
__global__ void adam_kernel(float* weights, float* gradient, float* mean, float* variance, float* average, uint16_t* table,
                            int64_t number, const float* given, float limit, float shrink, float scale) {
    float rates[7];
#pragma unroll
    for (int i = 0; i < 7; ++i) rates[i] = given[i];
    const int64_t first = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    if (first + 4 <= number) {
        float w[4], g[4], m[4], v[4], a[4];
        *reinterpret_cast<float4*>(w) = *reinterpret_cast<const float4*>(weights + first);
        *reinterpret_cast<float4*>(g) = *reinterpret_cast<const float4*>(gradient + first);
        *reinterpret_cast<float4*>(m) = *reinterpret_cast<const float4*>(mean + first);
        *reinterpret_cast<float4*>(v) = *reinterpret_cast<const float4*>(variance + first);
        *reinterpret_cast<float4*>(a) = *reinterpret_cast<const float4*>(average + first);
#pragma unroll
        for (int i = 0; i < 4; ++i) adam_step(w[i], g[i], m[i], v[i], a[i], rates, limit, shrink);
        *reinterpret_cast<float4*>(weights + first) = *reinterpret_cast<const float4*>(w);
        *reinterpret_cast<float4*>(gradient + first) = *reinterpret_cast<const float4*>(g);
        *reinterpret_cast<float4*>(mean + first) = *reinterpret_cast<const float4*>(m);
        *reinterpret_cast<float4*>(variance + first) = *reinterpret_cast<const float4*>(v);
        *reinterpret_cast<float4*>(average + first) = *reinterpret_cast<const float4*>(a);
        if (table != nullptr) {
            ushort4 shown = make_ushort4(for_forward(w[0], scale), for_forward(w[1], scale), for_forward(w[2], scale),
                                         for_forward(w[3], scale));
            *reinterpret_cast<ushort4*>(table + first) = shown;
        }
    } else {
        for (int64_t i = first; i < number; ++i) {
            adam_step(weights[i], gradient[i], mean[i], variance[i], average[i], rates, limit, shrink);
            if (table != nullptr) table[i] = for_forward(weights[i], scale);
        }
    }
}

}  // namespace

extern "C" {

int tavl_forward(const Position* positions, int number, const uint16_t* table, const float* bias, float* sums, int* tails,
                 void* stream) {
    forward_kernel<<<(number + kLearnWarps - 1) / kLearnWarps, kLearnWarps * 32, 0, static_cast<cudaStream_t>(stream)>>>(
        positions, number, table, bias, sums, tails);
    return cudaGetLastError();
}

int tavl_backward(const Position* positions, int number, const float* sums_gradient, float* table_gradient, void* stream) {
    backward_kernel<<<(number + kLearnWarps - 1) / kLearnWarps, kLearnWarps * 32, 0, static_cast<cudaStream_t>(stream)>>>(
        positions, number, sums_gradient, table_gradient);
    return cudaGetLastError();
}

int tavl_adam(float* weights, float* gradient, float* mean, float* variance, float* average, uint16_t* table, int64_t number,
              const float* rates, float limit, float shrink, float scale, void* stream) {
    const int blocks = static_cast<int>((number + 1023) / 1024);
    adam_kernel<<<blocks, 256, 0, static_cast<cudaStream_t>(stream)>>>(weights, gradient, mean, variance, average, table,
                                                                       number, rates, limit, shrink, scale);
    return cudaGetLastError();
}

}  // extern "C"
