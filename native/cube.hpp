// What a position is worth with the cube: money by Janowski's interpolation between a dead and a fully live cube,
// matches by the same idea in match-winning chances.
#pragma once

#include <vector>

#include "match_equity.hpp"
#include "net.hpp"

namespace tavl {

// The cube as the player on roll sees it, and what is played for.
struct CubeState {
    int value = 1;
    int owner = 0;  // 1: the player on roll, -1: the opponent, 0: nobody
    bool allowed = true;    // no cube at all in a Crawford game or where none is used
    bool jacoby = false;
    int mine = 0, theirs = 0;  // points needed; 0: money
    bool crawford = false;  // this is the Crawford game
    bool crawford_over = false;
    const MatchTable* table = nullptr;

    bool match() const { return table != nullptr; }
    CubeState flipped() const {
        CubeState c = *this;
        c.owner = -owner;
        c.mine = theirs;
        c.theirs = mine;
        return c;
    }
    // After a double by the player on roll that is taken; still seen by the doubler, who is to roll.
    CubeState doubled() const {
        CubeState c = *this;
        c.value = 2 * value;
        c.owner = -1;
        return c;
    }
    bool can_double() const;
    bool operator==(const CubeState&) const = default;
};

// Utilities are points (of a cube at 1) in money play, and chances of winning the match in match play. Always those
// of the player on roll.
float utility_of_result(const CubeState& cube, int points_won);  // 1, 2, 3 times the cube, or -1, -2, -3
float utility_of_pass(const CubeState& cube);                    // the opponent drops a double

// How efficient a cube is (0 dead, 1 live): for a player on roll who would drop a double, one who is behind, one who is
// ahead, and one whose double would be dropped.
struct Efficiency {
    float lost, behind, ahead, beyond;
    float at(float live) const;  // the value with a live cube, in points of the cube as it stands
};

// How much of a live cube's value can be realised (Janowski's x): more by a player on roll who may turn it than by one
// who waits for it. Compared with rollouts by train/efficiency.py; docs/engine.md says where the figures come from.
Efficiency cube_efficiency(const Board& board, const CubeState& cube);

// A cube with what its value and the score decide for every position alike: made once, asked about many positions.
class CubeModel {
public:
    explicit CubeModel(const CubeState& cube);
    const CubeState& state() const { return cube_; }
    // The player on roll does not double this turn.
    float no_double(const Chances& chances, Efficiency efficiency) const;

private:
    struct Shares;
    struct Ends;
    // Chances of winning the match after a single game, a gammon and a backgammon, with the cube doubled so many times.
    struct Level {
        std::array<float, 3> won, lost;
        bool live_for_me, live_for_them;
    };
    float money(const Chances& chances, Efficiency efficiency) const;
    float match(const Chances& chances, Efficiency efficiency) const;
    Ends ends(size_t level, const Shares& s) const;
    float cash_point(size_t level, const Shares& s) const;
    float take_point(size_t level, const Shares& s) const;

    static constexpr size_t kLevels = 12;  // a cube of 1 is dead for both sides after ten doubles in the longest match
    CubeState cube_;
    std::array<Level, kLevels> levels_{};
};

// How the other player sees a utility.
inline float other_side(const CubeState& cube, float utility) { return cube.match() ? 1 - utility : -utility; }

}  // namespace tavl
