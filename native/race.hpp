// Races: how many rolls each side needs to bear off, by itself. A side that is home is looked up; for any other there is
// a small network (train/race.py). Both sides together give the chances. Its integers are the same on every machine.
#pragma once

#include <string>

#include "bearoff.hpp"

namespace tavl {

namespace race {
constexpr int kPointClasses = 10;                        // counts 1 to 9, 10 and more
constexpr int kOffRows = 24 * kPointClasses;             // 1 to 14 checkers off
constexpr int kOutsideRows = kOffRows + 14;              // 1 to 15 checkers not home yet
constexpr int kPace = 49;                                // six rolls of 8 1/6 pips
constexpr int kPipRows = kOutsideRows + 15;              // pips: what six rolls leave over, then in how many rolls they are made
constexpr int kPipRolls = 45;
constexpr int kHomeRows = kPipRows + kPace + kPipRolls;  // the same for the pips until all are home
constexpr int kHomeRolls = 34;
constexpr int kAwayRows = kHomeRows + kPace + kHomeRolls;  // and until all are out of the opponent's home
constexpr int kAwayRolls = 12;
constexpr int kRows = kAwayRows + kPace + kAwayRolls;
constexpr int kMostActive = 15 + 1 + 1 + 6;
constexpr int kHidden = 256;
constexpr int kWidth = 32;
constexpr int kHeads = 3;  // the rolls until all are off, until the first is off, until all are out of the opponent's home
constexpr int kBins = 32;  // of each head: so many rolls in a row, from a number that the pips give
constexpr int kRolls = 80;  // more than any side needs
}  // namespace race

// The rows of the first layer that a side switches on, and the number of rolls that each head's bins begin with.
struct RaceInputs {
    int16_t rows[race::kMostActive];
    int count = 0;
    int first[race::kHeads];
};
void race_inputs(const Side& side, RaceInputs& in);

// Chances that a side has done it with exactly its n-th roll from now; it is all off before roll number `end`.
struct RollsNeeded {
    float finish[race::kRolls] = {}, first_off[race::kRolls] = {}, away[race::kRolls] = {};
    int end = 0;
};

class RaceNet {
public:
    // Reads a file that train/race.py wrote; throws std::runtime_error with the reason.
    static RaceNet load(const std::string& path);

    // For a side with a checker outside its home and none on the bar.
    void rolls_needed(const Side& side, RollsNeeded& out) const;

private:
    Aligned<int16_t> rows_{size_t(race::kRows) * race::kHidden};
    Aligned<int16_t> bias_{race::kHidden};
    Aligned<int16_t> second_{size_t(race::kWidth) * race::kHidden};  // [output][input]
    Aligned<int32_t> second_bias_{race::kWidth};
    Aligned<int16_t> last_{size_t(race::kHeads) * race::kBins * race::kWidth};  // [output][input]
    Aligned<int32_t> last_bias_{size_t(race::kHeads) * race::kBins};
};

class Race {
public:
    explicit Race(RaceNet net) : net_(std::move(net)), number_(next_number()) {}

    // Fills in the chances if no checker has still to pass one of the other side; false otherwise.
    bool chances(const Board& board, const Bearoff& tables, Chances& out) const;

    // Without what the thread remembers.
    void rolls_needed(const Side& side, const Bearoff& tables, RollsNeeded& out) const;

private:
    RaceNet net_;
    uint64_t number_;  // no other has it: what a thread remembers is of one of them
    static uint64_t next_number();
};

}  // namespace tavl
