#include "rollout.hpp"

#include <algorithm>
#include <mutex>

namespace tavl {

namespace {

uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

// A number below `n`, every one equally likely.
uint32_t below(uint64_t& state, uint32_t n) {
    const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    uint64_t x;
    do x = mix(state++); while (x >= limit);
    return uint32_t(x % n);
}

// Dice of one game. The first two rolls go through all 36 possibilities (and all pairs of them) in a shuffled order, so
// that a rollout of 36 or 1,296 games has each of them once, which reduces the variance.
class DiceOfGame {
public:
    DiceOfGame(uint64_t seed, uint64_t game) : seed_(seed), game_(game), state_(mix(seed ^ mix(game))) {}
    std::pair<int, int> roll(int ply) {
        uint32_t face;
        if (ply < 2) {
            const uint64_t block = ply == 0 ? game_ / 36 : game_ / 1296;
            const uint64_t place = ply == 0 ? game_ % 36 : game_ / 36 % 36;
            // The second roll's order is drawn again for every first roll, or the two would be correlated.
            uint64_t s = mix(seed_ ^ mix(block * 37 + 1 + uint64_t(ply) * (1 + game_ % 36) * 0x10001ull));
            std::array<uint8_t, 36> order;
            for (uint8_t i = 0; i < 36; ++i) order[i] = i;
            for (uint32_t i = 35; i > 0; --i) std::swap(order[i], order[below(s, i + 1)]);
            face = order[place];
        } else {
            face = below(state_, 36);
        }
        return {int(face / 6) + 1, int(face % 6) + 1};
    }

private:
    uint64_t seed_, game_, state_;
};

// A cache of positions with all 21 rolls: games with the same dice and another cube mostly take the same course, and
// all games start from the same position. It changes no result.
class LooksCache {
public:
    const Looks& of(const Search& search, const Board& board) {
        Slot& slot = slots_[hash_board(board) % slots_.size()];
        if (!slot.board || !(*slot.board == board)) {
            slot.board.reset();  // if the evaluator throws, nothing incomplete stays
            search.look(board, kAllRolls.data(), kAllRolls.size(), slot.looks);
            slot.board = board;
        }
        return slot.looks;
    }

private:
    struct Slot {
        std::optional<Board> board;
        Looks looks;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(256);  // a game has about sixty positions
};

// One player's turn under one measure: cubeless equity (no cube) or the utility of a cube.
class Player {
public:
    Player(const Search& search, const RolloutTerms& terms, LooksCache& seen) : search_(search), terms_(terms), seen_(seen) {}

    // The play made with this roll. For variance reduction `every` is called with the value of each of the 21 rolls, its
    // weight, and whether it is the actual one.
    template <class F>
    Choice turn(const Board& board, std::pair<int, int> dice, const CubeState* cube, F&& every) const {
        const Roll rolled{std::max(dice.first, dice.second), std::min(dice.first, dice.second), 1};
        Choice chosen{};
        std::optional<TurnCube> theirs;
        if (cube) theirs.emplace(cube->flipped());
        const TurnCube* next = theirs ? &*theirs : nullptr;
        if (terms_.reduce_variance) {
            std::array<Choice, 21> choices;
            search_.choose(seen_.of(search_, board), next, choices.data());
            for (size_t i = 0; i < kAllRolls.size(); ++i) {
                const bool came = kAllRolls[i].high == rolled.high && kAllRolls[i].low == rolled.low;
                every(choices[i], double(kAllRolls[i].weight), came);
                if (came) chosen = choices[i];
            }
        } else if (terms_.ply == 0) {
            Looks looks;
            search_.look(board, &rolled, 1, looks);
            search_.choose(looks, next, &chosen);
        }
        return terms_.ply > 0 ? deeper(board, rolled, cube) : chosen;
    }

    bool known(const Board& board) const { return search_.judge().known(board); }

    Chances judged(const Board& board) const {
        if (over(board)) return chances_when_over(board);
        Chances c;
        search_.judge().judge(&board, 1, &c);
        return c;
    }

private:
    Choice deeper(const Board& board, const Roll& roll, const CubeState* cube) const {
        const auto ranked = search_.rank(board, roll.high, roll.low, terms_.ply, cube);
        Choice c{ranked[0].play.after.mirrored(), {}, 0};
        c.chances = judged(c.after);
        c.value = cube ? other_side(*cube, search_.static_choice(c.after, c.chances, TurnCube(cube->flipped()))) : -c.chances.equity();
        return c;
    }

    const Search& search_;
    const RolloutTerms& terms_;
    LooksCache& seen_;
};

std::array<double, 6> numbers(const Chances& c) {
    return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon, c.equity()};
}

// Without the cube: the chances of the player on roll at the start.
std::array<double, 6> cubeless_game(const Player& player, const Board& start, const RolloutTerms& terms, DiceOfGame dice) {
    if (over(start)) return numbers(chances_when_over(start));
    Board board = start;
    bool mine = true;
    std::array<double, 6> luck{};
    Chances last;
    for (int ply = 0;; ++ply) {
        const Choice chosen = player.turn(board, dice.roll(ply), nullptr, [&](const Choice& c, double weight, bool came) {
            const auto n = numbers(mine ? c.chances.seen_by_other() : c.chances);
            for (size_t k = 0; k < 6; ++k) luck[k] += n[k] * ((came ? 1 : 0) - weight);
        });
        last = mine ? chosen.chances.seen_by_other() : chosen.chances;
        // A bear-off in the tables ends the game: playing it out would give the same value a hundred times more slowly.
        if (over(chosen.after) || player.known(chosen.after) || (terms.truncate && ply + 1 >= terms.truncate)) break;
        board = chosen.after;
        mine = !mine;
    }
    std::array<double, 6> out = numbers(last);
    for (size_t k = 0; k < 6; ++k) out[k] -= luck[k];
    return out;
}

// With a cube: the utility of the player on roll at the start, who does not double on their first turn.
double cubeful_game(const Player& player, const Search& search, const Board& start, const CubeState& cube, const RolloutTerms& terms,
                    DiceOfGame dice) {
    if (over(start)) return search.static_utility(start, {}, CubeModel(cube));
    Board board = start;
    CubeState now = cube;  // as the player on roll sees it
    bool mine = true;
    double luck = 0;
    const auto to_me = [&](float utility) { return double(mine ? utility : other_side(now, utility)); };
    Chances here = player.judged(board);
    for (int ply = 0;; ++ply) {
        if (ply > 0 && now.can_double()) {
            const float undoubled = search.static_utility(board, here, CubeModel(now));
            const float doubled = search.static_utility(board, here, CubeModel(now.doubled()));
            const float pass = utility_of_pass(now);
            if (std::min(doubled, pass) > undoubled) {
                if (pass <= doubled) return to_me(pass) - luck;
                now = now.doubled();
            }
        }
        const Choice chosen = player.turn(board, dice.roll(ply), &now, [&](const Choice& c, double weight, bool came) {
            luck += to_me(c.value) * ((came ? 1 : 0) - weight);
        });
        if (over(chosen.after) || (terms.truncate && ply + 1 >= terms.truncate)) return to_me(chosen.value) - luck;
        board = chosen.after;
        here = chosen.chances;
        now = now.flipped();
        mine = !mine;
    }
}

}  // namespace

std::vector<std::vector<double>> play_games(const Search& search, const Board& board, const std::vector<CubeState>& cubes,
                                            const RolloutTerms& terms, uint64_t first, uint64_t games) {
    std::vector<std::vector<double>> played(games);
    std::vector<std::unique_ptr<LooksCache>> spare;  // one for each thread, reused from game to game
    std::mutex lock;
    in_parallel(games, search.threads(), [&](size_t i) {
        std::unique_ptr<LooksCache> seen;
        if (const std::lock_guard held(lock); !spare.empty()) {
            seen = std::move(spare.back());
            spare.pop_back();
        }
        if (!seen) seen = std::make_unique<LooksCache>();
        const Player player(search, terms, *seen);
        const DiceOfGame dice(terms.seed, first + i);
        const auto chances = cubeless_game(player, board, terms, dice);
        played[i].assign(chances.begin(), chances.end());
        for (const CubeState& c : cubes) played[i].push_back(cubeful_game(player, search, board, c, terms, dice));
        const std::lock_guard held(lock);
        spare.push_back(std::move(seen));
    });
    return played;
}

void RolloutSums::add(const std::vector<double>& game) {
    const size_t cubes = game.size() - 6;
    utility.resize(cubes);
    utility_squares.resize(cubes);
    ++games;
    for (size_t k = 0; k < 6; ++k) sum[k] += game[k], squares[k] += game[k] * game[k];
    for (size_t k = 0; k < cubes; ++k) utility[k] += game[6 + k], utility_squares[k] += game[6 + k] * game[6 + k];
}

void rollout(const Search& search, const Board& board, const std::vector<CubeState>& cubes, const RolloutTerms& terms,
             uint64_t games, RolloutSums& sums) {
    for (const auto& game : play_games(search, board, cubes, terms, sums.games, games)) sums.add(game);
}

}  // namespace tavl
