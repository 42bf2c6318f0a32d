// Self-play on a processor: whole games, with a target for every position met and for some of the plays not made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../../native/search.hpp"

namespace polish {

struct Example {
    tavl::Board board;
    float target[5];
};

// `back_share` of the odd games begin as back games or with men held back, instead of with any kind.
tavl::Board new_game(float odd_share, float back_share, uint64_t& state);

// Several networks whose mean is the value; the first one chooses the plays.
class Teachers {
public:
    Teachers(const std::vector<std::string>& nets, const std::vector<float>& weights, const std::string& tables,
             const std::string& quick, const std::string& race);
    const tavl::Search& player() const { return *player_; }
    // The mean for some positions, of which the first network's values are known. Exact ones and ends of games stay.
    void mean(const tavl::Board* boards, size_t count, tavl::Chances* values) const;

private:
    std::vector<std::shared_ptr<tavl::OwnJudge>> judges_;
    std::vector<float> weights_;
    std::unique_ptr<tavl::Search> player_;
};

struct Terms {
    float odd_share = 0.5f;
    float calm_share = 0.6f;  // of games in which every play is the best
    float trace = 0.9f;
    float back_share = 0;
    int asides = 1;  // plays not made, for each position met
};

// One game from its start to its end. `met` gets the positions of the game, `aside` plays that were not made, with the
// teachers' mean as their target.
void play_game(const Teachers& teachers, const Terms& terms, uint64_t& random, std::vector<Example>& met,
               std::vector<Example>& aside);

// One game whose positions, and some of the plays not made, shall keep the values they have; without those in the tails for
// many checkers back, which are learned.
void keep_game(const Teachers& first, uint64_t& random, std::vector<Example>& kept);

}  // namespace polish
