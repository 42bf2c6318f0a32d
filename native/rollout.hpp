// Rollouts: many games from a position with variance reduction, each game reproducible from the seed.
#pragma once

#include "search.hpp"

namespace tavl {

struct RolloutTerms {
    uint64_t seed = 1;
    int truncate = 0;         // plies after which the position is evaluated statically; 0: to the end
    bool reduce_variance = true;
    int ply = 0;              // search depth of the plays
};

// Sums over the games played so far. Games are numbered, a game's dice depend on the seed and its number alone, and the
// sums are made in the games' order: a rollout that is stopped, resumed or spread over threads gives the same numbers.
struct RolloutSums {
    uint64_t games = 0;
    std::array<double, 6> sum{}, squares{};        // the five chances and the cubeless equity
    std::vector<double> utility, utility_squares;  // one for each cube

    void add(const std::vector<double>& game);
};

// The bare numbers of so many games from this one on: the five chances and the cubeless equity, then a utility for each
// cube. Added to sums in the games' order they give the sums of `rollout`, wherever they were played.
std::vector<std::vector<double>> play_games(const Search& search, const Board& board, const std::vector<CubeState>& cubes,
                                            const RolloutTerms& terms, uint64_t first, uint64_t games);

// Plays this many more games. The chances are of games played to the end without the cube; the utilities of games with
// each cube, doubled, taken and dropped by static evaluation on the way. The player on roll does not double on the
// first turn.
void rollout(const Search& search, const Board& board, const std::vector<CubeState>& cubes, const RolloutTerms& terms,
             uint64_t games, RolloutSums& sums);

}  // namespace tavl
