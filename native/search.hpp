// Search: positions, plays and cube decisions any number of rolls deep.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "cube.hpp"
#include "judge.hpp"
#include "plays.hpp"

namespace tavl {

// The evaluation of a position after looking some rolls ahead.
struct Outlook {
    Chances chances;              // without the cube
    std::vector<float> utilities;  // one for each cube that was asked about, before the roll and without doubling
};

struct RankedPlay {
    LegalPlay play;
    Outlook outlook;  // of the player who made it
    float utility;    // the ranking value: with the cube if one was given, otherwise cubeless equity
    int ply;          // how deep it was searched
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

// The positions after the selected plays of some rolls, evaluated statically, roll after roll.
struct Looks {
    std::vector<Board> boards;  // seen by the opponent
    std::vector<Chances> chances;
    std::vector<uint32_t> ends;  // where those of each roll end
};

// The best play of a roll by static evaluation.
struct Choice {
    Board after;      // seen by the opponent
    Chances chances;  // theirs
    float value;      // mine: cubeless equity, or the utility of a cube
};

// A cube of the player on roll, as it is and, where they may double, doubled and taken.
struct TurnCube {
    explicit TurnCube(const CubeState& state) : cube(state) {
        if (state.can_double()) doubled.emplace(state.doubled());
    }
    CubeModel cube;
    std::optional<CubeModel> doubled;
};

// The cubes of a search, one step for each roll that is looked ahead; made once for all positions.
struct CubeStep {
    std::vector<CubeModel> mine;   // of the player on roll
    std::vector<TurnCube> theirs;  // the same, of the other, who may then double
};

// Outlooks of positions that were searched before: what a play is worth and the other's next cube decision are one
// question, and a deeper search begins with what a shallower one found. It changes no result.
class SearchCache {
public:
    std::optional<Outlook> find(const Board& board, int ply, const std::vector<CubeModel>& cubes) const;
    void keep(const Board& board, int ply, const std::vector<CubeModel>& cubes, const Outlook& outlook);

private:
    struct Slot {
        Board board{};
        int ply = 0;  // 0: empty
        std::vector<CubeState> cubes;
        Outlook outlook;
    };
    bool holds(const Slot& slot, const Board& board, int ply, const std::vector<CubeModel>& cubes) const;
    static constexpr size_t kSlots = 1024;
    mutable std::mutex lock_;
    std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

// How many plays are searched one ply deeper: at most `most`, and none that is further than `margin` behind the best.
struct Filter {
    int most;
    float margin;
};

class Search {
public:
    explicit Search(std::shared_ptr<const Judge> judge, unsigned threads = 1)
        : judge_(std::move(judge)), threads_(threads), cache_(std::make_unique<SearchCache>()) {}

    // Several cubes can be asked about at once; the plays on the way are chosen by the first, or without a cube if
    // there is none.
    Outlook evaluate(const Board& board, int ply, const std::vector<CubeState>& cubes) const;

    // `always` is a position, seen by the opponent: the play that leads to it is looked at as deep as the best are.
    std::vector<RankedPlay> rank(const Board& board, int die1, int die2, int ply, const CubeState* cube,
                                 const Board* always = nullptr) const;

    // What each of the 21 rolls is worth, played best as positions stand: utilities of the player on roll.
    std::array<float, 21> rolls(const Board& board, const CubeState& cube) const;

    // The best play of each of some rolls: the positions are the same for every cube, the best one is not.
    void look(const Board& board, const Roll* rolls, size_t count, Looks& out) const;
    void choose(const Looks& looks, const TurnCube* theirs, Choice* out) const;  // `theirs`: of the opponent, who is next

    // Statically: the utility of a cube follows from the chances.
    float static_utility(const Board& board, const Chances& chances, const CubeModel& cube) const;
    // The same, doubling where it pays.
    float static_choice(const Board& board, const Chances& chances, const TurnCube& cube) const;

    std::vector<Filter> filters{{8, 0.12f}, {3, 0.03f}};
    unsigned threads() const { return judge_->thread_safe() ? threads_ : 1; }
    const Judge& judge() const { return *judge_; }

private:
    // `step` is that of the player on roll on this board; after a play, that of the player who made it.
    Outlook searched(const Board& board, int ply, const CubeStep* step, unsigned threads) const;
    Outlook average(const Board& board, int ply, const CubeStep* step, unsigned threads) const;
    Outlook after(const Choice& choice, int ply, const CubeStep* step, bool kept = false) const;  // kept: in the cache

    std::shared_ptr<const Judge> judge_;
    unsigned threads_;
    std::unique_ptr<SearchCache> cache_;
};

Chances chances_when_over(const Board& board);

// Runs work(0) .. work(n - 1), on several threads if asked; each must write to its own place.
void in_parallel(size_t n, unsigned threads, const std::function<void(size_t)>& work);

}  // namespace tavl
