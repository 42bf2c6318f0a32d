// Exact bear-offs: how many rolls one side needs (15 checkers on 6 points), and both sides together for small counts.
#pragma once

#include <string>

#include "net.hpp"

namespace tavl {

namespace bearoff {
constexpr int kPoints = 6;
constexpr int kOneSided = 54264;    // ways to have up to 15 checkers on six points: (15 + 6) over 6
constexpr int kTwoSidedCheckers = 6;
constexpr int kSmall = 924;         // up to 6 checkers
constexpr int kRolls = 32;          // more than any side needs
}  // namespace bearoff

// Chances that a side has borne off, borne off its first checker, and left the opponent's home with exactly its n-th roll.
struct RollsOfSide {
    const float *finish, *first_off, *away;
};
// The chances of a race by the rolls that each side needs, for numbers of rolls below `rolls`. I roll first.
Chances race_chances(const RollsOfSide& mine, const RollsOfSide& theirs, int rolls);

class Bearoff {
public:
    // Computes the tables (some seconds) or reads them from a file that `save` wrote.
    static Bearoff compute();
    static Bearoff load(const std::string& path);
    void save(const std::string& path) const;

    // All of a side's checkers are off or on its six inner points.
    static bool home(const Side& side);
    static int index(const Side& side);

    // Chance that a side finishes (or bears off its first checker) with exactly its n-th roll from now.
    const float* finish(int index) const { return &finish_[size_t(index) * bearoff::kRolls]; }
    const float* first_off(int index) const { return &first_off_[size_t(index) * bearoff::kRolls]; }

    // Fills in the chances if both sides are home and out of contact; false otherwise.
    bool chances(const Board& board, Chances& out) const;

    // Exact money utilities of a cube at 1 without doubling, by who owns it: 0 nobody, 1 the player on roll,
    // -1 the opponent. False if the position is not in the two-sided table.
    bool money(const Board& board, int owner, float& out) const;

private:
    bool small(const Board& board) const;

    std::vector<float> finish_, first_off_;
    std::vector<uint16_t> win_, centred_, owned_, given_;  // [on roll][other], 0 .. 65535 for 0 .. 1 or -1 .. 1
};

}  // namespace tavl
