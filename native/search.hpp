// Looking ahead: positions, plays and cube decisions any number of rolls deep.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "bearoff.hpp"
#include "cube.hpp"
#include "plays.hpp"
#include "quick.hpp"

namespace tavl {

// Judges positions as they stand, many at a time. None of them is over.
class Judge {
public:
    virtual ~Judge() = default;
    virtual void judge(const Board* boards, size_t count, Chances* out) const = 0;
    // Judges at least the best plays of some rolls. `boards` are the positions after them, seen by the opponent, roll
    // after roll; `ends` tells where each roll's end. `judged` is filled with the places that were, in rising order.
    // All of them, unless there is a cheaper way.
    virtual void judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                            std::vector<uint32_t>& judged) const;
    virtual bool thread_safe() const { return true; }
    // Whether what it says of this position is exact, so that looking deeper would not change it.
    virtual bool known(const Board&) const { return false; }
    // The exact money utility of a cube at 1 without doubling, where it is known.
    virtual bool exact_money(const Board&, int /*owner*/, float& /*out*/) const { return false; }
};

// Ours: exact where the bear-off tables know, else the network.
class OwnJudge final : public Judge {
public:
    OwnJudge(Net net, Bearoff tables, Path path = best_path())
        : net_(std::move(net)), tables_(std::move(tables)), evaluator_(net_, path), wide_(path != Path::portable) {}
    void use_quick(QuickNet quick, size_t looks) {
        quick_ = std::move(quick);
        looks_ = looks;
    }
    void judge(const Board* boards, size_t count, Chances* out) const override;
    void judge_best(const Board* boards, const std::vector<uint32_t>& ends, Chances* out,
                    std::vector<uint32_t>& judged) const override;
    bool known(const Board& board) const override { return Bearoff::home(board.own) && Bearoff::home(board.opponent); }
    bool exact_money(const Board& board, int owner, float& out) const override { return tables_.money(board, owner, out); }

private:
    Net net_;
    Bearoff tables_;
    Evaluator evaluator_;
    bool wide_;
    std::optional<QuickNet> quick_;
    size_t looks_ = 0;  // plays of a roll that get a real look
};

// What is known of a position after looking so many rolls ahead.
struct Outlook {
    Chances chances;              // without the cube
    std::vector<float> utilities;  // one for each cube that was asked about, before the roll and without doubling
};

struct RankedPlay {
    LegalPlay play;
    Outlook outlook;  // of the player who made it
    float utility;    // by which it is ranked: with the cube if one was given, else cubeless equity
    int ply;          // how deep it was looked at
};

struct Roll {
    int high, low;
    float weight;
};
constexpr std::array<Roll, 21> all_rolls() {
    std::array<Roll, 21> r{};
    size_t n = 0;
    for (int a = 1; a <= 6; ++a)
        for (int b = 1; b <= a; ++b) r[n++] = {a, b, (a == b ? 1.0f : 2.0f) / 36.0f};
    return r;
}
inline constexpr auto kAllRolls = all_rolls();

// What the plays of some rolls lead to: the positions that are worth a look, judged as they stand, roll after roll.
struct Looks {
    std::vector<Board> boards;  // seen by the opponent
    std::vector<Chances> chances;
    std::vector<uint32_t> ends;  // where those of each roll end
};

// The best play of a roll as positions stand.
struct Choice {
    Board after;      // seen by the opponent
    Chances chances;  // his
    float value;      // mine: cubeless equity, or the utility of a cube
};

// How many plays are looked at one ply deeper: at most `most`, and none that is further than `margin` behind the best.
struct Filter {
    int most;
    float margin;
};

class Search {
public:
    explicit Search(std::shared_ptr<const Judge> judge, unsigned threads = 1) : judge_(std::move(judge)), threads_(threads) {}

    // Several cubes can be asked about at once; the plays on the way are chosen by the first, or without a cube if
    // there is none.
    Outlook evaluate(const Board& board, int ply, const std::vector<CubeState>& cubes) const;

    std::vector<RankedPlay> rank(const Board& board, int die1, int die2, int ply, const CubeState* cube) const;

    // The best play of each of some rolls: what they lead to is the same whatever the cube, the best of it is not.
    void look(const Board& board, const Roll* rolls, size_t count, Looks& out) const;
    void choose(const Looks& looks, const CubeState* cube, Choice* out) const;

    // As the position stands: the chances are known, the cubes follow from them.
    Outlook static_outlook(const Board& board, const Chances& chances, const std::vector<CubeState>& cubes) const;
    float static_utility(const Board& board, const Chances& chances, const CubeState& cube) const;
    // The same, doubling where it pays.
    float static_choice(const Board& board, const Chances& chances, const CubeState& cube) const;

    std::vector<Filter> filters{{8, 0.16f}, {5, 0.08f}, {3, 0.05f}};
    unsigned threads() const { return judge_->thread_safe() ? threads_ : 1; }
    const Judge& judge() const { return *judge_; }

private:
    Outlook average(const Board& board, int ply, const std::vector<CubeState>& cubes, unsigned threads) const;
    Outlook after(const Choice& choice, int ply, const std::vector<CubeState>& cubes) const;

    std::shared_ptr<const Judge> judge_;
    unsigned threads_;
};

// The value of being on roll: as it is, or doubled if that is better. `undoubled` and `doubled` are utilities of
// rolling with the cube where it is and of rolling after a double that was taken.
float with_choice(const CubeState& cube, float undoubled, float doubled);

// How much of a live cube's value can be realised (Janowski's x): more by a player on roll who may turn it than by one
// who waits for it. Fitted to rollouts by train/efficiency.py.
float cube_efficiency(const Board& board, const CubeState& cube);

Chances chances_when_over(const Board& board);

// Runs work(0) .. work(n - 1), on several threads if asked; results must go to places of their own.
void in_parallel(size_t n, unsigned threads, const std::function<void(size_t)>& work);

}  // namespace tavl
