#include "rollout.hpp"

#include <algorithm>

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
// that a rollout of 36 or 1,296 games has each of them once: what is spread evenly needs no averaging.
class DiceOfGame {
public:
    DiceOfGame(uint64_t seed, uint64_t game) : seed_(seed), game_(game), state_(mix(seed ^ mix(game))) {}
    std::pair<int, int> roll(int ply) {
        uint32_t face;
        if (ply < 2) {
            const uint64_t block = ply == 0 ? game_ / 36 : game_ / 1296;
            const uint64_t place = ply == 0 ? game_ % 36 : game_ / 36 % 36;
            // The second roll's order is drawn anew for every first roll, or the two would go hand in hand.
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

struct Choice {
    Board after;  // seen by the opponent
    Chances chances;  // his
    float value;  // mine
};

// One game under one measure: cubeless equity (no cube) or the utility of a cube.
class Player {
public:
    Player(const Search& search, const RolloutTerms& terms) : search_(search), terms_(terms) {}

    Choice best(const Board& board, int high, int low, const CubeState* cube, int ply) {
        if (ply > 0) {
            const auto ranked = search_.rank(board, high, low, ply, cube);
            Choice c{ranked[0].play.after.mirrored(), {}, 0};
            c.chances = judged(c.after);
            c.value = value_after(c.after, c.chances, cube);
            return c;
        }
        legal_plays(board, high, low, plays_);
        boards_.clear();
        for (const LegalPlay& p : plays_) {
            boards_.push_back(p.after.mirrored());
            if (over(boards_.back())) {
                Choice c{boards_.back(), chances_when_over(boards_.back()), 0};
                c.value = value_after(c.after, c.chances, cube);
                return c;
            }
        }
        chances_.resize(boards_.size());
        search_.judge().judge_best(boards_.data(), boards_.size(), chances_.data(), judged_);
        size_t best = 0;
        float most = -1e9f;
        for (const size_t i : judged_) {
            const float v = value_after(boards_[i], chances_[i], cube);
            if (v > most) most = v, best = i;
        }
        return {boards_[best], chances_[best], most};
    }

    Chances judged(const Board& board) const {
        if (over(board)) return chances_when_over(board);
        Chances c;
        search_.judge().judge(&board, 1, &c);
        return c;
    }

    // What it is worth to me that he is on roll there.
    float value_after(const Board& after, const Chances& his, const CubeState* cube) const {
        if (!cube) return -his.equity();
        return other_side(*cube, search_.static_choice(after, his, cube->flipped()));
    }

private:
    const Search& search_;
    const RolloutTerms& terms_;
    std::vector<LegalPlay> plays_;
    std::vector<Board> boards_;
    std::vector<Chances> chances_;
    std::vector<uint16_t> judged_;
};

std::array<double, 6> numbers(const Chances& c) {
    return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon, c.equity()};
}

// Without the cube: the chances of the player on roll at the start.
std::array<double, 6> cubeless_game(Player& player, const Board& start, const RolloutTerms& terms, DiceOfGame dice) {
    Board board = start;
    bool mine = true;
    std::array<double, 6> luck{};
    Chances last;
    for (int ply = 0;; ++ply) {
        const auto [d1, d2] = dice.roll(ply);
        const int high = std::max(d1, d2), low = std::min(d1, d2);
        Choice chosen{};
        if (terms.reduce_variance) {
            std::array<double, 6> expected{};
            std::array<double, 6> actual{};
            for (const Roll& r : kAllRolls) {
                const Choice c = player.best(board, r.high, r.low, nullptr, 0);
                const auto n = numbers(mine ? c.chances.seen_by_other() : c.chances);
                for (size_t k = 0; k < 6; ++k) expected[k] += double(r.weight) * n[k];
                if (r.high == high && r.low == low) chosen = c, actual = n;
            }
            for (size_t k = 0; k < 6; ++k) luck[k] += actual[k] - expected[k];
            if (terms.ply > 0) chosen = player.best(board, high, low, nullptr, terms.ply);
        } else {
            chosen = player.best(board, high, low, nullptr, terms.ply);
        }
        last = mine ? chosen.chances.seen_by_other() : chosen.chances;
        if (over(chosen.after) || (terms.truncate && ply + 1 >= terms.truncate)) break;
        board = chosen.after;
        mine = !mine;
    }
    std::array<double, 6> out = numbers(last);
    for (size_t k = 0; k < 6; ++k) out[k] -= luck[k];
    return out;
}

// With a cube: the utility of the player on roll at the start, who does not double on his first turn.
double cubeful_game(Player& player, const Search& search, const Board& start, const CubeState& cube, const RolloutTerms& terms,
                    DiceOfGame dice) {
    Board board = start;
    CubeState now = cube;  // as the player on roll sees it
    bool mine = true;
    double luck = 0;
    const auto to_me = [&](float utility) { return double(mine ? utility : other_side(now, utility)); };
    Chances here = player.judged(board);
    for (int ply = 0;; ++ply) {
        if (ply > 0 && now.can_double()) {
            const float undoubled = search.static_utility(board, here, now);
            const float doubled = search.static_utility(board, here, now.doubled());
            const float pass = utility_of_pass(now);
            if (std::min(doubled, pass) > undoubled) {
                if (pass <= doubled) return to_me(pass) - luck;
                now = now.doubled();
            }
        }
        const auto [d1, d2] = dice.roll(ply);
        const int high = std::max(d1, d2), low = std::min(d1, d2);
        Choice chosen{};
        if (terms.reduce_variance) {
            double expected = 0, actual = 0;
            for (const Roll& r : kAllRolls) {
                const Choice c = player.best(board, r.high, r.low, &now, 0);
                expected += double(r.weight) * to_me(c.value);
                if (r.high == high && r.low == low) chosen = c, actual = to_me(c.value);
            }
            luck += actual - expected;
            if (terms.ply > 0) chosen = player.best(board, high, low, &now, terms.ply);
        } else {
            chosen = player.best(board, high, low, &now, terms.ply);
        }
        if (over(chosen.after) || (terms.truncate && ply + 1 >= terms.truncate)) return to_me(chosen.value) - luck;
        board = chosen.after;
        here = chosen.chances;
        now = now.flipped();
        mine = !mine;
    }
}

}  // namespace

void rollout(const Search& search, const Board& board, const std::vector<CubeState>& cubes, const RolloutTerms& terms,
             uint64_t games, RolloutSums& sums) {
    const uint64_t first_game = sums.games;
    struct Game {
        std::array<double, 6> chances;
        std::vector<double> utilities;
    };
    std::vector<Game> played(games);
    in_parallel(games, search.threads(), [&](size_t i) {
        Player player(search, terms);
        const DiceOfGame dice(terms.seed, first_game + i);
        played[i].chances = cubeless_game(player, board, terms, dice);
        for (const CubeState& c : cubes) played[i].utilities.push_back(cubeful_game(player, search, board, c, terms, dice));
    });
    sums.utility.resize(cubes.size());
    sums.utility_squares.resize(cubes.size());
    for (const Game& g : played) {
        ++sums.games;
        for (size_t k = 0; k < 6; ++k) sums.sum[k] += g.chances[k], sums.squares[k] += g.chances[k] * g.chances[k];
        for (size_t k = 0; k < cubes.size(); ++k)
            sums.utility[k] += g.utilities[k], sums.utility_squares[k] += g.utilities[k] * g.utilities[k];
    }
}

}  // namespace tavl
