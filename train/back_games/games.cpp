// Back games played out, for train/back_games.py: positions with a target each, and what the first layer says of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

// Some of the games begin as on the GPU. The two worlds name the same things differently, so that one has its own namespace.
#define tavl tavl_on_gpu
#include "../cuda/starts.h"
#undef tavl

#include "../../native/search.hpp"

using tavl::Board;
using tavl::Chances;
using Random = tavl_on_gpu::Random;

namespace {

constexpr int kBackKind = 0, kBothKind = 5;  // of starts.h: a back game, and men held back by both
constexpr int kMostPlies = 300;
constexpr int kAfter = 8;      // plies that a game goes on once it is no back game any more
constexpr int kUnsettled = 3;  // plies until a start made up looks like a game: played, but not learned from
constexpr float kWildShare = 0.25f, kWildNoise = 0.4f;
constexpr int kWildPlies = 5;  // at most, at the begin of some games
// The plays that are looked at one roll deep. The chances are those of this player, not of a static one: in back games the
// two are apart by more than what is to be learned.
const std::vector<tavl::Filter> kFilters = {{4, 0.08f}};

using Five = std::array<float, 5>;
Five five(const Chances& c) { return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}; }
Five turned(const Five& d) { return {-d[0], d[3], d[4], d[1], d[2]}; }

bool back_game(const Board& b) {
    const auto anchors = [](const tavl::Side& s) { return int(std::count_if(&s[19], &s[25], [](int n) { return n > 1; })); };
    return tavl::Counted{0, 0, anchors(b.own), anchors(b.opponent), tavl::pips(b.own), tavl::pips(b.opponent)}.back_game();
}

Board from_gpu(const tavl_on_gpu::Position& p) {
    Board board;
    for (int i = 0; i < tavl::kPlaces; ++i) {
        board.own[size_t(i)] = int8_t(tavl_on_gpu::count(p.mine, i));
        board.opponent[size_t(i)] = int8_t(tavl_on_gpu::count(p.theirs, i));
    }
    return board;
}

// The other side's men anywhere up to a point, where the first side has left room, so many at a time.
void fill(Board& b, int highest, int most, Random& random) {
    std::vector<int> free;
    for (int point = 1; point <= highest; ++point)
        if (!b.own[size_t(25 - point)]) free.push_back(point);
    for (int left = tavl::kMaxCheckers; left > 0;) {
        const int stack = std::min(left, 1 + random.below(most));
        b.opponent[size_t(free[size_t(random.below(int(free.size())))])] += int8_t(stack);
        left -= stack;
    }
}

// Two anchors, the rest where a player would like it.
Board two_anchors(Random& random) {
    constexpr size_t points[] = {4, 5, 6, 8, 13};
    Board b;
    const int deep = 20 + random.below(5);
    int other = deep;
    while (other == deep) other = 20 + random.below(5);
    b.own[size_t(deep)] = b.own[size_t(other)] = 2;
    for (int i = 0; i < 11; ++i) ++b.own[points[random.below(5)]];
    fill(b, 16, 1, random);
    return b;
}

// Six to nine men back, on two or three anchors.
Board many_back(Random& random) {
    Board b;
    int back = 6 + random.below(4);
    const int anchors = 2 + random.below(2);
    std::vector<int> points;
    while (int(points.size()) < anchors) {
        const int point = 19 + random.below(6);
        if (std::find(points.begin(), points.end(), point) != points.end()) continue;
        points.push_back(point);
        b.own[size_t(point)] = 2;
        back -= 2;
    }
    for (; back > 0; --back) ++b.own[size_t(random.below(4) ? points[size_t(random.below(anchors))] : 18 + random.below(7))];
    for (int n = tavl::checkers(b.own); n < tavl::kMaxCheckers; ++n) ++b.own[size_t(1 + random.below(16))];
    fill(b, 18, 2, random);
    return b;
}

Board start(Random& random) {
    const float kind = random.unit();
    const Board b = kind < 0.30f   ? from_gpu(tavl_on_gpu::odd_start(kBackKind, random))
                    : kind < 0.40f ? from_gpu(tavl_on_gpu::odd_start(kBothKind, random))
                    : kind < 0.88f ? two_anchors(random)
                                   : many_back(random);
    return random.below(2) ? b : b.mirrored();
}

struct Ply {
    Board board;
    Five first;  // one roll on, all 21 weighed, each with the play that is best as it stands
    Five after;  // the value of that play for the roll that came, seen from there: what the next ply's target is held against
    Five end;    // where the play made has a known value and is another: what that one is worth more
    bool cut;    // nothing is learned from the plies after this one
};

class Player {
public:
    Player(const char* net, const char* tables, const char* quick, const char* race, const char* back) {
        tavl::Net loaded = tavl::Net::load(net);
        if (*back) loaded.read_back_games(back);
        judge_ = std::make_shared<tavl::OwnJudge>(std::move(loaded), tavl::Bearoff::load(tables));
        judge_->use_race(tavl::RaceNet::load(race));
        judge_->use_quick(tavl::QuickNet::load(quick), 5);
        search_ = std::make_unique<tavl::Search>(judge_, 1);
        search_->filters = kFilters;
    }

    // The plies of one game, the first one first.
    void play(Random& random, std::vector<Ply>& plies) {
        plies.clear();
        Board board = start(random);
        int wild = random.unit() < kWildShare ? 1 + random.below(kWildPlies) : 0;
        int after = 0;
        while (open(board) && plies.size() < kMostPlies) {
            after = back_game(board) ? 0 : after + 1;
            if (after > kAfter) break;
            search_->look(board, tavl::kAllRolls.data(), tavl::kAllRolls.size(), looks_);
            search_->choose(looks_, nullptr, choices_.data());
            Ply ply{board, {}, {}, {}, false};
            for (size_t r = 0; r < 21; ++r) {
                const Five f = five(choices_[r].chances.seen_by_other());
                for (size_t k = 0; k < 5; ++k) ply.first[k] += tavl::kAllRolls[r].weight * f[k];
            }
            size_t roll = 0;
            float left = random.unit();
            while (roll < 20 && (left -= tavl::kAllRolls[roll].weight) > 0) ++roll;
            const tavl::Choice& best = choices_[roll];
            ply.after = five(best.chances);
            board = wild-- > 0 ? stray(roll, random) : deeper(board, roll);
            if (!(board == best.after) && wild >= 0) ply.cut = true;
            if (!(board == best.after) && !ply.cut && !open(board)) {
                const Five value = five(known(board));
                for (size_t k = 0; k < 5; ++k) ply.end[k] = value[k] - ply.after[k];
            }
            if (!open(board)) ply.cut = true;
            plies.push_back(ply);
        }
    }

    // What the first layer says: sums clipped and squared, as the layers behind it get them.
    void hidden(const Board& board, const int8_t* rows, const int16_t* bias, int width, uint8_t* out) const {
        tavl::Inputs in;
        tavl::inputs_of(board, in);
        std::array<int16_t, tavl::shape::kMostHidden> sums;
        std::copy_n(bias, width, sums.data());
        for (int r = 0; r < in.count; ++r) {
            const int8_t* row = rows + size_t(in.rows[r]) * size_t(width);
            for (int h = 0; h < width; ++h) sums[size_t(h)] = int16_t(sums[size_t(h)] + row[h]);
        }
        for (int h = 0; h < width; ++h) {
            const int clipped = std::clamp<int>(sums[size_t(h)], 0, 255);
            out[h] = uint8_t((clipped * clipped + 256) >> 9);
        }
    }

private:
    bool open(const Board& b) const { return !tavl::over(b) && !judge_->known(b); }
    Chances known(const Board& b) const {
        Chances c;
        if (tavl::over(b)) return tavl::chances_when_over(b);
        judge_->judge(&b, 1, &c);
        return c;
    }
    Board stray(size_t roll, Random& random) const {
        float most = -1e9f;
        size_t picked = 0;
        for (size_t i = roll ? looks_.ends[roll - 1] : 0; i < looks_.ends[roll]; ++i) {
            const float value = -looks_.chances[i].equity() - kWildNoise * std::log(-std::log(random.unit()));
            if (value > most) most = value, picked = i;
        }
        return looks_.boards[picked];
    }
    Board deeper(const Board& board, size_t roll) const {
        return search_->rank(board, tavl::kAllRolls[roll].high, tavl::kAllRolls[roll].low, 1, nullptr)[0].play.after.mirrored();
    }

    std::shared_ptr<tavl::OwnJudge> judge_;
    std::unique_ptr<tavl::Search> search_;
    tavl::Looks looks_;
    std::array<tavl::Choice, 21> choices_;
};

// From the end of a game backwards: what a later ply was found to be worth more than it seemed, a ply earlier, `trace`
// times as much of it each time.
size_t targets_of(const std::vector<Ply>& plies, float trace, size_t room, int8_t* boards, float* targets) {
    Five learned{};
    size_t found = 0;
    for (size_t i = plies.size(); i-- > 0;) {
        const Ply& ply = plies[i];
        Five target = ply.first;
        const Five end = turned(ply.end), later = turned(learned);
        for (size_t k = 0; k < 5; ++k) target[k] += end[k] + (ply.cut || i + 1 == plies.size() ? 0.0f : trace * later[k]);
        if (i > 0)
            for (size_t k = 0; k < 5; ++k) learned[k] = target[k] - plies[i - 1].after[k];
        if (i < kUnsettled || !back_game(ply.board) || found == room) continue;
        std::memcpy(boards + found * sizeof(Board), &ply.board, sizeof(Board));
        std::copy_n(target.data(), 5, targets + 5 * found);
        ++found;
    }
    return found;
}

}  // namespace

extern "C" {

void* back_player(const char* net, const char* tables, const char* quick, const char* race, const char* back) {
    return new Player(net, tables, quick, race, back);
}

void back_forget(void* player) { delete static_cast<Player*>(player); }

// Plays games until so many positions are found; returns how many.
long back_play(void* player, uint64_t* seed, float trace, long wanted, int8_t* boards, float* targets) {
    Random random{*seed};
    std::vector<Ply> plies;
    long found = 0;
    while (found < wanted) {
        static_cast<Player*>(player)->play(random, plies);
        found += long(targets_of(plies, trace, size_t(wanted - found), boards + size_t(found) * sizeof(Board), targets + 5 * found));
    }
    *seed = random.state;
    return found;
}

// Of each board: what the first layer says, and its tail among those for back games (negative: none of them).
void back_hidden(void* player, long count, const int8_t* boards, const int8_t* rows, const int16_t* bias, int width, uint8_t* out,
                 int8_t* tails) {
    for (long i = 0; i < count; ++i) {
        Board board;
        std::memcpy(static_cast<void*>(&board), boards + size_t(i) * sizeof(Board), sizeof(Board));
        static_cast<Player*>(player)->hidden(board, rows, bias, width, out + size_t(i) * size_t(width));
        tavl::Inputs in;
        tavl::inputs_of(board, in);
        tails[i] = int8_t(in.tail - tavl::shape::kOwnTails);
    }
}
}
