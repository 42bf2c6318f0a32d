// The network in registers of 128 bits. `V` names the few instructions that differ from one kind of machine to another
// (net_sse41.cpp, net_neon.cpp); the order of work is that of net_avx2.cpp.
#pragma once

#include <algorithm>

#include "net.hpp"
#include "quick.hpp"

namespace tavl {

template <class V>
struct In128 {
    // `V::kSums` sums of the first layer, as many as its registers hold, into bytes of seven bits.
    static void hidden_of(const int8_t* plane, const int16_t* bias, const Inputs& in, uint32_t* out) {
        constexpr int groups = V::kSums / 16;
        typename V::Words low[groups], high[groups];
        for (int k = 0; k < groups; ++k) {
            low[k] = V::words(bias + k / 4 * 64 + k % 4 * 8);
            high[k] = V::words(bias + k / 4 * 64 + k % 4 * 8 + 32);
        }
        for (int i = 0; i < in.count; i += 2) {
            const int8_t* one = plane + size_t(in.rows[i]) * shape::kPlane;
            const int8_t* two = plane + size_t(in.rows[i + 1]) * shape::kPlane;
            for (int k = 0; k < groups; ++k) V::add_rows(low[k], high[k], one + 16 * k, two + 16 * k);
        }
        for (int k = 0; k < groups; ++k) V::keep_seven(low[k], high[k], out + 4 * k);
    }

    // The rows of the position that comes next, called for while this one is worked on.
    static void call_for(const int8_t* plane, const Inputs& next) {
        for (int i = 0; i < next.count; ++i) {
            const int8_t* row = plane + size_t(next.rows[i]) * shape::kPlane;
            V::prefetch(row);
            V::prefetch(row + 64);
        }
    }

    // A layer's outputs to 0..2048, as pairs of 16 bits.
    static void keep(const typename V::template Sums<8>& sums, int half, int shift, uint32_t* pairs) {
        for (int k = 0; k < 8; k += 2) V::keep(sums.whole(k), sums.whole(k + 1), half, shift, pairs + 2 * k);
    }

    static void tail_logits(const Net& net, size_t tail, const uint32_t* fours, Logits& out) {
        using namespace shape;
        alignas(16) uint32_t pairs[kWidth / 2];
        const int8_t* w2 = net.second.data() + tail * kWidth * size_t(net.hidden);
        typename V::template Sums<8> middle(net.second_bias.data() + tail * kWidth);
        for (int i = 0; i < net.hidden / 4; i += 2) middle.add_fours(fours[i], fours[i + 1], w2 + i * 4 * kWidth);
        keep(middle, 4, 3, pairs);
        const int16_t* w3 = net.third.data() + tail * kWidth * kWidth;
        typename V::template Sums<8> late(net.third_bias.data() + tail * kWidth);
        for (int i = 0; i < kWidth / 2; ++i) late.add_twos(pairs[i], w3 + i * 2 * kWidth);
        keep(late, 2048, 12, pairs);
        const int16_t* w4 = net.last.data() + tail * kLastLanes * kWidth;
        alignas(16) int32_t lanes[8] = {};
        std::copy_n(net.last_bias.data() + tail * kOutputs, kOutputs, lanes);
        typename V::template Sums<2> logits(lanes);
        for (int i = 0; i < kWidth / 2; ++i) logits.add_twos(pairs[i], w4 + i * 2 * kLastLanes);
        V::store(logits.whole(0), lanes);
        V::store(logits.whole(1), lanes + 4);
        std::copy_n(lanes, kOutputs, out.begin());
    }

    static void logits(const Net& net, const Inputs* in, size_t count, Logits* out) {
        using namespace shape;
        alignas(16) uint32_t hidden[kBatch * kMostHidden / 4];
        const size_t stride = size_t(net.hidden) / 4;
        for (int part = 0; part < net.hidden; part += kPlane)
            for (size_t p = 0; p < count; ++p) {
                if (p + 1 < count) call_for(net.plane(part), in[p + 1]);
                for (int sum = 0; sum < kPlane; sum += V::kSums)
                    hidden_of(net.plane(part) + sum, net.bias.data() + part + sum, in[p], hidden + p * stride + (part + sum) / 4);
            }
        for (int tail = 0; tail < kTails; ++tail)  // one after the other: a tail's weights half fill the nearest cache
            for (size_t p = 0; p < count; ++p)
                if (in[p].tail == tail) tail_logits(net, size_t(tail), hidden + p * stride, out[p]);
    }

    static int32_t quick(const QuickNet& net, const Inputs& in) {
        const int16_t* bias = net.bias.data();
        typename V::Words low[2] = {V::words(bias), V::words(bias + 8)}, high[2] = {V::words(bias + 16), V::words(bias + 24)};
        for (int i = 0; i < in.count; i += 2) {
            const int8_t* one = net.rows.data() + size_t(in.rows[i]) * QuickNet::kHidden;
            const int8_t* two = net.rows.data() + size_t(in.rows[i + 1]) * QuickNet::kHidden;
            for (int k = 0; k < 2; ++k) V::add_rows(low[k], high[k], one + 16 * k, two + 16 * k);
        }
        const int16_t* w = net.last.data() + size_t(in.tail) * QuickNet::kHidden;
        int32_t sum = net.last_bias.data()[in.tail];
        for (int k = 0; k < 2; ++k) sum += V::product(low[k], w + 8 * k) + V::product(high[k], w + 16 + 8 * k);
        return sum;
    }
};

}  // namespace tavl
