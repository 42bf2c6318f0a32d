// The same interface on the CPU, plainly written: the reference the GPU is checked against, and what tests use.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "interface.h"
#include "starts.h"

using namespace tavl;

namespace {

Chances value_on_host(const Net& net, const Position& p, int32_t* logits) {
    logits_on_host(net, p, logits);
    Chances c;
    for (int o = 0; o < kOutputs; ++o) c.v[o] = 1.0f / (1.0f + std::exp(-kLogitScale * static_cast<float>(logits[o])));
    return make_consistent(c, count(p.mine, 0) > 0, count(p.theirs, 0) > 0);
}

float from_bfloat16(uint16_t x) {
    const uint32_t bits = static_cast<uint32_t>(x) << 16;
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
}

uint16_t to_bfloat16(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return static_cast<uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

// Leaves the plays that the quick network puts first; returns the one that noise picks, which stays too, or -1.
template <typename Noise>
int keep_quick_picks(const QuickNet& quick, const Position* list, float heat, const Noise& noise_of, std::vector<int>& plays) {
    std::vector<float> score;
    int wanted = -1;
    float best = -1e9f;
    for (const int i : plays) {
        score.push_back(is_over(list[i]) ? equity(seen_by_other(chances_when_lost(list[i])))
                                         : -kQuickScale * static_cast<float>(quick_on_host(quick, list[i])));
        if (heat > 0.0f && score.back() + noise_of(i) > best) best = score.back() + noise_of(i), wanted = i;
    }
    const auto better = [&](int a, int b) { return score[static_cast<size_t>(a)] > score[static_cast<size_t>(b)]; };
    std::stable_sort(plays.begin(), plays.end(), better);
    plays.resize(kKept);
    if (wanted >= 0 && std::find(plays.begin(), plays.end(), wanted) == plays.end()) plays.push_back(wanted);
    return wanted;
}

}  // namespace

extern "C" {

int tavl_generate(const Position* positions, const uint8_t* rolls, int number, int rolls_each, int capacity, Position* plays,
                  int* sizes, void*) {
    for (int which = 0; which < number; ++which)
        for (int nth = 0; nth < rolls_each; ++nth) {
            const int roll = rolls_each == 1 ? rolls[which] : rolls[nth];
            const int64_t item = static_cast<int64_t>(which) * rolls_each + nth;
            sizes[item] = generate_plays(positions[which], roll >> 3, roll & 7, plays + item * capacity, capacity);
        }
    return 0;
}

int tavl_choose(const Net* net, const QuickNet* quick, const Position* plays, const int* sizes, int items, int capacity,
                const int*, int, const float* noise, int items_each, uint64_t seed, Chances* best_value, Position* picked,
                Chances* picked_value, uint8_t* picked_best, void*) {
    for (int item = 0; item < items; ++item) {
        const Position* list = plays + static_cast<int64_t>(item) * capacity;
        const float heat = noise[item / items_each];
        const auto noise_of = [&](int i) {
            Random random{seed + static_cast<uint64_t>(item) * 0xD1B54A32D192ED03ull + static_cast<uint64_t>(i)};
            random.next();
            return heat * -std::log(-std::log(random.unit()));
        };
        std::vector<int> looked_at(static_cast<size_t>(sizes[item]));
        std::iota(looked_at.begin(), looked_at.end(), 0);
        int wanted = -1;
        if (quick->rows != nullptr && sizes[item] > kFew) wanted = keep_quick_picks(*quick, list, heat, noise_of, looked_at);
        float best = -10.0f, best_noisy = -1e9f;
        int best_index = 0, noisy_index = 0;
        for (const int i : looked_at) {
            int32_t logits[kOutputs];
            const bool over = is_over(list[i]);
            const Chances mine = seen_by_other(over ? chances_when_lost(list[i]) : value_on_host(*net, list[i], logits));
            const float score = equity(mine);
            float noisy = score;
            if (heat > 0.0f) noisy = wanted >= 0 ? (i == wanted ? 1.0f : 0.0f) : score + noise_of(i);
            if (score > best) best = score, best_value[item] = mine, best_index = i;
            if (noisy > best_noisy) best_noisy = noisy, picked_value[item] = mine, noisy_index = i;
        }
        picked[item] = list[noisy_index];
        picked_best[item] = noisy_index == best_index;
    }
    return 0;
}

int tavl_evaluate(const Net* net, const Position* positions, int number, Chances* values, int* logits, void*) {
    int32_t scratch[kOutputs];
    for (int i = 0; i < number; ++i)
        values[i] = value_on_host(*net, positions[i], logits != nullptr ? logits + i * kOutputs : scratch);
    return 0;
}

int tavl_start(Position* positions, const uint8_t* wanted, int number, float odd_share, uint64_t seed, void*) {
    for (int i = 0; i < number; ++i) {
        if (!wanted[i]) continue;
        Random random{seed + static_cast<uint64_t>(i) * 0xD1B54A32D192ED03ull};
        random.next();
        positions[i] = new_game(odd_share, random);
    }
    return 0;
}

int tavl_forward(const Position* positions, int number, const uint16_t* table, const float* bias, float* sums, int* tails,
                 void*) {
    for (int i = 0; i < number; ++i) {
        int rows[kMostActive];
        const int size = active_rows(positions[i], rows);
        float* out = sums + static_cast<int64_t>(i) * kHidden;
        for (int h = 0; h < kHidden; ++h) out[h] = bias[h];
        for (int r = 0; r < size; ++r)
            for (int h = 0; h < kHidden; ++h) out[h] += from_bfloat16(table[rows[r] * kHidden + h]);
        tails[i] = tail_of(positions[i]);
    }
    return 0;
}

int tavl_backward(const Position* positions, int number, const float* sums_gradient, float* table_gradient, void*) {
    for (int i = 0; i < number; ++i) {
        int rows[kMostActive];
        const int size = active_rows(positions[i], rows);
        for (int r = 0; r < size; ++r)
            for (int h = 0; h < kHidden; ++h)
                table_gradient[rows[r] * kHidden + h] += sums_gradient[static_cast<int64_t>(i) * kHidden + h];
    }
    return 0;
}

int tavl_adam(float* weights, float* gradient, float* mean, float* variance, float* average, uint16_t* table, int64_t number,
              const float* rates, float limit, float shrink, float scale, void*) {
    for (int64_t i = 0; i < number; ++i) {
        const float g = gradient[i];
        gradient[i] = 0.0f;
        mean[i] = rates[1] * mean[i] + (1.0f - rates[1]) * g;
        variance[i] = rates[2] * variance[i] + (1.0f - rates[2]) * g * g;
        const float step = mean[i] * rates[5] / (std::sqrt(variance[i] * rates[6]) + rates[3]);
        const float w = weights[i] - rates[0] * (step + shrink * weights[i]);
        weights[i] = std::fmin(std::fmax(w, -limit), limit);
        average[i] += (1.0f - rates[4]) * (weights[i] - average[i]);
        if (table != nullptr)
            table[i] = to_bfloat16(scale > 0.0f ? std::floor(weights[i] * scale + 0.5f) / scale : weights[i]);
    }
    return 0;
}

// Active rows and tail of one position, for tests.
int tavl_active_rows(const Position* position, int* rows, int* tail) {
    *tail = tail_of(*position);
    return active_rows(*position, rows);
}

}  // extern "C"
