// Static evaluators: our tables and networks, or one supplied by the caller.
#pragma once

#include <optional>
#include <vector>

#include "bearoff.hpp"
#include "quick.hpp"
#include "race.hpp"

namespace tavl {

// Evaluates positions statically, many at a time. None of them is over.
class Judge {
public:
    virtual ~Judge() = default;
    virtual void judge(const Board* boards, size_t count, Chances* out) const = 0;
    // Evaluates at least the best plays of some rolls. `boards` are the positions after them, seen by the opponent, roll
    // after roll; `ends` says where each roll's end. `judged` is filled with the indices that were evaluated, ascending.
    // By default that is all of them.
    virtual void judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                            std::vector<uint32_t>& judged) const;
    virtual bool thread_safe() const { return true; }
    // Whether its value for this position is exact, so that a deeper search would not change it.
    virtual bool known(const Board&) const { return false; }
    // The exact money utility of a cube at 1 without doubling, where it is known.
    virtual bool exact_money(const Board&, int /*owner*/, float& /*out*/) const { return false; }
};

// Ours: exact if the position is in the bear-off tables, by the rolls that each side needs if it is another race,
// otherwise the network.
class OwnJudge final : public Judge {
public:
    OwnJudge(Net net, Bearoff tables, Path path = best_path())
        : net_(std::move(net)), tables_(std::move(tables)), evaluator_(net_, path), guess_(quick_by(path)), number_(next_number()) {}
    void use_quick(QuickNet quick, size_t looks) {
        quick_ = std::move(quick);
        looks_ = looks;
    }
    void use_race(RaceNet race) { race_.emplace(std::move(race)); }
    void judge(const Board* boards, size_t count, Chances* out) const override;
    void judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                    std::vector<uint32_t>& judged) const override;
    bool known(const Board& board) const override { return Bearoff::home(board.own) && Bearoff::home(board.opponent); }
    bool exact_money(const Board& board, int owner, float& out) const override { return tables_.money(board, owner, out); }

private:
    bool race(const Board& board, Chances& out) const { return race_ && race_->chances(board, tables_, out); }
    Net net_;
    Bearoff tables_;
    Evaluator evaluator_;
    Quick guess_;
    std::optional<QuickNet> quick_;
    std::optional<Race> race_;
    size_t looks_ = 0;  // plays of a roll that are fully evaluated
    uint64_t number_;   // no other judge has it: what a thread remembers is of one of them
    static uint64_t next_number();
};

}  // namespace tavl
