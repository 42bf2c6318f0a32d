#include "learn.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace polish {

using tavl::Inputs;
namespace shape = tavl::shape;

namespace {

constexpr size_t kHeader = 56;
constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f, kEpsilon = 6e-8f;
constexpr float kShrinkRows = 0.05f;
constexpr float kWinWeight = 4.0f, kEquityWeight = 3.0f;
constexpr int kWidth = shape::kWidth, kOut = shape::kOutputs, kTails = shape::kTails;
constexpr size_t kChunk = 1024;

// Where the parts behind the first layer begin, counted from the second layer's weights.
constexpr size_t kSecond = 0, kSecondBias = size_t(kTails) * kWidth * kHidden, kThird = kSecondBias + size_t(kTails) * kWidth,
                 kThirdBias = kThird + size_t(kTails) * kWidth * kWidth, kLast = kThirdBias + size_t(kTails) * kWidth,
                 kLastBias = kLast + size_t(kTails) * kOut * kWidth, kTailsSize = kLastBias + size_t(kTails) * kOut;

uint32_t crc32(const std::string& data) {
    uint32_t crc = ~0u;
    for (const char c : data) {
        crc ^= uint8_t(c);
        for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
    }
    return ~crc;
}

float rounded(float x, float one) { return std::floor(x * one + 0.5f) / one; }

// Forward and backward behind the first layer, for one position. `sums` are the first layer's; `ds` gets their gradient.
double tail_step(const float* w, float* g, const int16_t* sums, int tail, const Example& example, float* ds, float scale) {
    alignas(64) float a[kHidden];
    for (int h = 0; h < kHidden; ++h) {
        const int c = std::clamp<int>(sums[h], 0, 255);
        a[h] = float((c * c + 256) >> 9) * (1.0f / 128.0f);
    }
    const size_t t = size_t(tail);
    const float* w2 = w + kSecond + t * kWidth * kHidden;
    const float* w3 = w + kThird + t * kWidth * kWidth;
    const float* w4 = w + kLast + t * kOut * kWidth;
    float middle[kWidth], late[kWidth], dm[kWidth] = {}, dl[kWidth] = {};
    bool middle_open[kWidth], late_open[kWidth];
    for (int o = 0; o < kWidth; ++o) {
        float s = w[kSecondBias + t * kWidth + size_t(o)];
        const float* row = w2 + o * kHidden;
        float sum = 0;
        for (int h = 0; h < kHidden; ++h) sum += a[h] * row[h];
        s += sum;
        middle_open[o] = s >= 0 && s <= 1;
        middle[o] = rounded(std::clamp(s, 0.0f, 1.0f), 2048);
    }
    for (int o = 0; o < kWidth; ++o) {
        float s = w[kThirdBias + t * kWidth + size_t(o)];
        for (int j = 0; j < kWidth; ++j) s += middle[j] * w3[o * kWidth + j];
        late_open[o] = s >= 0 && s <= 1;
        late[o] = rounded(std::clamp(s, 0.0f, 1.0f), 2048);
    }
    const bool mine_off = example.board.own[0] > 0, theirs_off = example.board.opponent[0] > 0;
    const float open[kOut] = {1, theirs_off ? 0.0f : 1.0f, theirs_off ? 0.0f : 1.0f, mine_off ? 0.0f : 1.0f, mine_off ? 0.0f : 1.0f};
    constexpr float points[kOut] = {2, 1, 1, -1, -1};
    float p[kOut], dz[kOut];
    float error = 0;
    double loss = 0;
    for (int o = 0; o < kOut; ++o) {
        float z = w[kLastBias + t * kOut + size_t(o)];
        for (int j = 0; j < kWidth; ++j) z += late[j] * w4[o * kWidth + j];
        p[o] = 1.0f / (1.0f + std::exp(-z));
        error += points[o] * (p[o] * open[o] - example.target[o]);
        const float weight = (o == 0 ? kWinWeight : 1.0f) * open[o];
        dz[o] = weight * (p[o] - example.target[o]);
        loss += weight * (std::log1p(std::exp(-std::fabs(z))) + std::max(z, 0.0f) - z * example.target[o]);
    }
    loss += kEquityWeight * error * error;
    for (int o = 0; o < kOut; ++o) {
        dz[o] = scale * (dz[o] + 2 * kEquityWeight * error * points[o] * open[o] * p[o] * (1 - p[o]));
        g[kLastBias + t * kOut + size_t(o)] += dz[o];
        float* g4 = g + kLast + (t * kOut + size_t(o)) * kWidth;
        for (int j = 0; j < kWidth; ++j) {
            g4[j] += dz[o] * late[j];
            dl[j] += dz[o] * w4[o * kWidth + j];
        }
    }
    for (int o = 0; o < kWidth; ++o) {
        if (!late_open[o]) continue;
        g[kThirdBias + t * kWidth + size_t(o)] += dl[o];
        float* g3 = g + kThird + (t * kWidth + size_t(o)) * kWidth;
        for (int j = 0; j < kWidth; ++j) {
            g3[j] += dl[o] * middle[j];
            dm[j] += dl[o] * w3[o * kWidth + j];
        }
    }
    std::memset(ds, 0, sizeof(float) * kHidden);
    for (int o = 0; o < kWidth; ++o) {
        if (!middle_open[o]) continue;
        g[kSecondBias + t * kWidth + size_t(o)] += dm[o];
        float* g2 = g + kSecond + (t * kWidth + size_t(o)) * kHidden;
        const float* row = w2 + o * kHidden;
        const float d = dm[o];
        for (int h = 0; h < kHidden; ++h) {
            g2[h] += d * a[h];
            ds[h] += d * row[h];
        }
    }
    for (int h = 0; h < kHidden; ++h) {
        const float c = float(sums[h]) * (1.0f / 256.0f);
        ds[h] = sums[h] >= 0 && sums[h] <= 255 ? ds[h] * 2 * c : 0.0f;
    }
    return loss;
}

}  // namespace

Learner::Learner(const std::string& net) {
    std::ifstream file(net, std::ios::binary);
    const std::string data((std::istreambuf_iterator<char>(file)), {});
    if (data.size() < kHeader) throw std::runtime_error(net + " is no network");
    header_ = data.substr(0, kHeader);
    uint32_t hidden;
    std::memcpy(&hidden, data.data() + 16, 4);
    if (hidden != kHidden) throw std::runtime_error(net + " has another number of sums");
    const size_t rows = size_t(shape::kRows) * kHidden, tails = kTails;
    const struct { const char* name; size_t size; float one, most; int bytes; } shapes[] = {
        {"rows", rows, 256, 127, 1},
        {"bias", kHidden, 256, 4095, 2},
        {"second", tails * kWidth * kHidden, 128, 127, 1},
        {"second_bias", tails * kWidth, 16384, 1 << 20, 4},
        {"third", tails * kWidth * kWidth, 4096, 32000, 2},
        {"third_bias", tails * kWidth, 8388608, float(5 << 23), 4},
        {"last", tails * kOut * kWidth, 4096, 32000, 2},
        {"last_bias", tails * kOut, 8388608, float(5 << 23), 4}};
    size_t at = kHeader, begin = 0;
    for (const auto& s : shapes) {
        parts_.push_back({s.name, begin, s.size, s.one, s.most, s.bytes});
        for (size_t i = 0; i < s.size; ++i, at += size_t(s.bytes)) {
            int32_t x = 0;
            if (s.bytes == 1) x = int8_t(data[at]);
            else if (s.bytes == 2) { int16_t y; std::memcpy(&y, &data[at], 2); x = y; }
            else std::memcpy(&x, &data[at], 4);
            weights_.push_back(float(x) / s.one);
        }
        begin += s.size;
    }
    if (at + 4 != data.size()) throw std::runtime_error(net + " has another size");
    tails_begin_ = rows + kHidden;
    average_ = weights_;
    for (auto* v : {&gradient_, &mean_, &variance_}) v->assign(weights_.size(), 0.0f);
    rows_.resize(rows);
    bias_.resize(kHidden);
    tails_.resize(kTailsSize);
    round_weights();
}

void Learner::round_weights() {
    const size_t rows = rows_.size();
#pragma omp parallel for
    for (size_t i = 0; i < rows; ++i) rows_[i] = int8_t(std::floor(weights_[i] * 256 + 0.5f));
    for (size_t i = 0; i < kHidden; ++i) bias_[i] = int16_t(std::floor(weights_[rows + i] * 256 + 0.5f));
    for (size_t p = 2; p < parts_.size(); ++p)
        for (size_t i = parts_[p].begin; i < parts_[p].begin + parts_[p].size; ++i)
            tails_[i - tails_begin_] = rounded(weights_[i], parts_[p].one);
}

double Learner::step(const std::vector<const Example*>& batch, float rate, float tail_rate, float average_decay, int threads) {
    std::vector<Inputs> inputs(batch.size());
    std::vector<uint32_t> order(batch.size());
    const float scale = 1.0f / float(batch.size());
    omp_set_num_threads(threads);
#pragma omp parallel for
    for (size_t i = 0; i < batch.size(); ++i) {
        order[i] = uint32_t(i);
        tavl::inputs_of(batch[i]->board, inputs[i]);
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return inputs[a].tail < inputs[b].tail; });
    static std::vector<std::vector<float>> tail_gradients;
    tail_gradients.resize(size_t(threads));
    for (auto& g : tail_gradients) g.assign(kTailsSize, 0.0f);
    static std::vector<float> slopes(kChunk * kHidden);
    double loss = 0;
    float* rows_gradient = gradient_.data();
    float* bias_gradient = gradient_.data() + rows_.size();
    for (size_t begin = 0; begin < batch.size(); begin += kChunk) {
        const size_t end = std::min(begin + kChunk, batch.size());
#pragma omp parallel reduction(+ : loss)
        {
            float* g = tail_gradients[size_t(omp_get_thread_num())].data();
#pragma omp for schedule(dynamic, 64)
            for (size_t i = begin; i < end; ++i) {
                const Inputs& in = inputs[order[i]];
                alignas(64) int16_t sums[kHidden];
                std::memcpy(sums, bias_.data(), sizeof sums);
                for (int r = 0; r < in.count; ++r) {
                    const int8_t* row = rows_.data() + size_t(in.rows[r]) * kHidden;
                    for (int h = 0; h < kHidden; ++h) sums[h] = int16_t(sums[h] + row[h]);
                }
                loss += tail_step(tails_.data(), g, sums, in.tail, *batch[order[i]], slopes.data() + (i - begin) * kHidden, scale);
            }
            // The rows' gradients: each thread has its own columns, so that none waits for another.
            const int mine = omp_get_thread_num(), all = omp_get_num_threads();
            const int low = kHidden / all * mine, high = mine + 1 == all ? kHidden : kHidden / all * (mine + 1);
            for (size_t i = begin; i < end; ++i) {
                const Inputs& in = inputs[order[i]];
                const float* d = slopes.data() + (i - begin) * kHidden;
                for (int h = low; h < high; ++h) bias_gradient[h] += d[h];
                for (int r = 0; r < in.count; ++r) {
                    float* row = rows_gradient + size_t(in.rows[r]) * kHidden;
                    for (int h = low; h < high; ++h) row[h] += d[h];
                }
            }
        }
    }
    for (const auto& g : tail_gradients)
        for (size_t i = 0; i < kTailsSize; ++i) gradient_[tails_begin_ + i] += g[i];

    ++steps_;
    const float warm = std::min(1.0f, float(steps_) / 300.0f);
    const float kept = std::min(average_decay, float(1 + steps_) / float(10 + steps_));
    const float first = 1 / (1 - std::pow(kBeta1, float(steps_))), second = 1 / (1 - std::pow(kBeta2, float(steps_)));
    for (size_t p = 0; p < parts_.size(); ++p) {
        const Part& part = parts_[p];
        const float r = warm * (p < 2 ? rate : tail_rate), shrink = p == 0 ? kShrinkRows : 0.0f, limit = part.most / part.one;
        const size_t stop = part.begin + part.size;
        float *w = weights_.data(), *g = gradient_.data(), *m = mean_.data(), *v = variance_.data(), *a = average_.data();
#pragma omp parallel for simd
        for (size_t i = part.begin; i < stop; ++i) {
            const float x = g[i];
            g[i] = 0;
            m[i] = kBeta1 * m[i] + (1 - kBeta1) * x;
            v[i] = kBeta2 * v[i] + (1 - kBeta2) * x * x;
            const float step = m[i] * first / (std::sqrt(v[i] * second) + kEpsilon);
            const float to = w[i] - r * (step + shrink * w[i]);
            w[i] = std::min(std::max(to, -limit), limit);
            a[i] += (1 - kept) * (w[i] - a[i]);
        }
    }
    round_weights();
    return loss * scale;
}

void Learner::save(const std::string& path) const {
    std::string data = header_;
    for (const Part& part : parts_)
        for (size_t i = part.begin; i < part.begin + part.size; ++i) {
            const double x = std::floor(double(average_[i]) * part.one + 0.5);
            const int32_t y = int32_t(std::clamp(x, double(-part.most), double(part.most)));
            data.append(reinterpret_cast<const char*>(&y), size_t(part.bytes));
        }
    const uint32_t crc = crc32(data);
    data.append(reinterpret_cast<const char*>(&crc), 4);
    std::ofstream(path + ".new", std::ios::binary) << data;
    std::rename((path + ".new").c_str(), path.c_str());
}

}  // namespace polish
