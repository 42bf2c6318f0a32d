#include "judge.hpp"

#include <algorithm>
#include <atomic>

#include "evaluation_cache.hpp"

namespace tavl {

namespace {

// Positions that wait for the network, which evaluates a batch at a time.
class Waiting {
public:
    Waiting(const Evaluator& evaluator, Chances* out) : evaluator_(evaluator), out_(out) {}
    ~Waiting() { judge(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    Inputs& add(const Board& board, uint32_t place) {  // the inputs are for the caller to fill in
        if (count_ == kBatch) judge();
        boards_[count_] = board;
        places_[count_] = place;
        return inputs_[count_++];
    }

private:
    void judge() {
        evaluator_.evaluate(boards_, inputs_, count_, found_);
        for (size_t i = 0; i < count_; ++i) out_[places_[i]] = found_[i];
        count_ = 0;
    }
    const Evaluator& evaluator_;
    Chances* out_;
    size_t count_ = 0;
    Board boards_[kBatch];
    Inputs inputs_[kBatch];
    uint32_t places_[kBatch];
    Chances found_[kBatch];
};

}  // namespace

void OwnJudge::judge(const Board* boards, size_t count, Chances* out) const {
    Waiting waiting(evaluator_, out);
    for (size_t i = 0; i < count; ++i)
        if (!tables_.chances(boards[i], out[i]) && !race(boards[i], out[i]))
            inputs_of(boards[i], waiting.add(boards[i], uint32_t(i)));
}

void Judge::judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                       std::vector<uint32_t>& judged) const {
    judged.resize(ends.empty() ? 0 : ends.back());
    for (size_t i = 0; i < judged.size(); ++i) judged[i] = uint32_t(i);
    if (!judged.empty()) judge(boards, judged.size(), out);
}

namespace {

thread_local EvaluationCache remembered;

}  // namespace

uint64_t OwnJudge::next_number() {
    static std::atomic<uint64_t> last{0};
    return ++last;
}

void OwnJudge::judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                          std::vector<uint32_t>& judged) const {
    thread_local std::vector<Inputs> inputs;
    thread_local std::vector<std::pair<int32_t, uint32_t>> order;
    std::optional<Waiting> waiting(std::in_place, evaluator_, out);
    remembered.begin(number_);
    judged.clear();
    uint32_t begin = 0;
    for (const uint32_t end : ends) {
        const bool guess = quick_ && end - begin > looks_ + 2;
        const size_t before = judged.size();
        order.clear();
        if (inputs.size() < end - begin) inputs.resize(end - begin);
        for (uint32_t i = begin; i < end; ++i) {
            if (tables_.chances(boards[i], out[i])) {  // exact: no network is needed
                judged.push_back(i);
                continue;
            }
            Inputs& in = inputs[i - begin];
            inputs_of(boards[i], in);
            order.push_back({guess ? guess_(*quick_, in) : 0, i});
        }
        if (guess && order.size() > looks_) {
            std::nth_element(order.begin(), order.begin() + long(looks_), order.end());
            order.resize(looks_);
        }
        for (const auto& [value, i] : order) {
            if (!race(boards[i], out[i]) && !remembered.has(boards[i], i, out))
                waiting->add(boards[i], i) = inputs[i - begin];
            judged.push_back(i);
        }
        std::sort(judged.begin() + long(before), judged.end());
        begin = end;
    }
    waiting.reset();  // judges what still waits
    remembered.end(out);
}

}  // namespace tavl
