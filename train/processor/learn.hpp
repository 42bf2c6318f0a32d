// Learning on a processor: the network as it ships in the forward pass, roundings and all; gradients as if there were none.
#pragma once

#include <string>
#include <vector>

#include "play.hpp"

namespace polish {

#ifndef TAVL_HIDDEN
#error "processor.py hands over how many sums the first layer has (shape.py)"
#endif
constexpr int kHidden = TAVL_HIDDEN;

class Learner {
public:
    explicit Learner(const std::string& net);
    // One step of Adam on some examples; returns the mean loss.
    double step(const std::vector<const Example*>& batch, float rate, float tail_rate, float average_decay, int threads);
    void save(const std::string& path) const;  // the running average, as integers

private:
    struct Part {
        const char* name;
        size_t begin, size;
        float one, most;
        int bytes;
    };
    void round_weights();
    std::string header_;
    std::vector<Part> parts_;
    std::vector<float> weights_, gradient_, mean_, variance_, average_;
    std::vector<int8_t> rows_;
    std::vector<int16_t> bias_;
    std::vector<float> tails_;  // all parts behind the first layer, rounded
    size_t tails_begin_ = 0;
    long steps_ = 0;
};

}  // namespace polish
