#include "play.hpp"

#include <algorithm>
#include <cmath>

namespace polish {

using tavl::Board;
using tavl::Chances;

namespace {

constexpr float kKeptAlways = 0.3f, kKeptFully = 0.04f;  // as in trainer.py: what is known already is met less often
constexpr int kMostPlies = 400;
constexpr float kOddKept = 0.35f, kStray = 0.1f;  // where nothing is to change: most games from the usual start, few odd plays

uint32_t next(uint64_t& state) {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return uint32_t((z ^ z >> 31) >> 32);
}
float unit(uint64_t& state) { return (float(next(state) >> 8) + 0.5f) * (1.0f / 16777216.0f); }

using Five = std::array<float, 5>;
Five five(const Chances& c) { return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}; }
Five turned(const Five& d) { return {-d[0], d[3], d[4], d[1], d[2]}; }

struct Ply {
    Board board;
    Five first;     // one roll on, all 21 weighed
    Five after;     // the value of the position it went to, seen from there
    float residual;
    bool cut;       // the game ended, or the play was not the best
};

}  // namespace

Teachers::Teachers(const std::vector<std::string>& nets, const std::vector<float>& weights, const std::string& tables,
                   const std::string& quick, const std::string& race)
    : weights_(weights) {
    for (const std::string& net : nets) {
        judges_.push_back(std::make_shared<tavl::OwnJudge>(tavl::Net::load(net), tavl::Bearoff::load(tables)));
        judges_.back()->use_race(tavl::RaceNet::load(race));
    }
    judges_[0]->use_quick(tavl::QuickNet::load(quick), 5);
    player_ = std::make_unique<tavl::Search>(judges_[0], 1);
}

void Teachers::mean(const Board* boards, size_t count, Chances* values) const {
    std::vector<Board> open;
    std::vector<size_t> place;
    for (size_t i = 0; i < count; ++i)
        if (!tavl::over(boards[i]) && !judges_[0]->known(boards[i])) open.push_back(boards[i]), place.push_back(i);
    std::vector<Chances> found(open.size());
    std::vector<Five> sums(open.size());
    for (size_t i = 0; i < open.size(); ++i) {
        sums[i] = five(values[place[i]]);
        for (float& x : sums[i]) x *= weights_[0];
    }
    for (size_t j = 1; j < judges_.size(); ++j) {
        judges_[j]->judge(open.data(), open.size(), found.data());
        for (size_t i = 0; i < open.size(); ++i) {
            const Five f = five(found[i]);
            for (size_t k = 0; k < 5; ++k) sums[i][k] += weights_[j] * f[k];
        }
    }
    for (size_t i = 0; i < open.size(); ++i) values[place[i]] = {sums[i][0], sums[i][1], sums[i][2], sums[i][3], sums[i][4]};
}

void play_game(const Teachers& teachers, const Terms& terms, uint64_t& random, std::vector<Example>& met,
               std::vector<Example>& aside) {
    const tavl::Search& player = teachers.player();
    const auto open = [&](const Board& b) { return !tavl::over(b) && !player.judge().known(b); };
    Board board = new_game(terms.odd_share, terms.back_share, random);
    const float heat = unit(random) < terms.calm_share ? 0.0f : std::exp(-4.6f + 2.5f * unit(random));
    int wild = unit(random) < 0.25f ? int(10 * unit(random)) + 1 : 0;
    std::vector<Ply> plies;
    tavl::Looks looks;
    std::array<tavl::Choice, 21> choices;
    std::array<Board, 21> afters;
    std::array<Chances, 21> values;
    std::vector<Board> others;
    std::vector<Chances> said;
    while (open(board) && plies.size() < kMostPlies) {
        player.look(board, tavl::kAllRolls.data(), tavl::kAllRolls.size(), looks);
        player.choose(looks, nullptr, choices.data());
        for (size_t r = 0; r < 21; ++r) afters[r] = choices[r].after, values[r] = choices[r].chances;
        teachers.mean(afters.data(), 21, values.data());
        Ply ply{board, {}, {}, 0, false};
        for (size_t r = 0; r < 21; ++r) {
            const Five f = five(values[r].seen_by_other());
            for (size_t k = 0; k < 5; ++k) ply.first[k] += tavl::kAllRolls[r].weight * f[k];
        }
        Chances stands;
        player.judge().judge(&board, 1, &stands);
        ply.residual = Chances{ply.first[0], ply.first[1], ply.first[2], ply.first[3], ply.first[4]}.equity() - stands.equity();

        // Some plays that are not made: what a static choice is made among.
        others.clear();
        said.clear();
        for (int n = 0; n < terms.asides; ++n) {
            const size_t i = next(random) % looks.boards.size();
            if (!open(looks.boards[i])) continue;
            others.push_back(looks.boards[i]);
            said.push_back(looks.chances[i]);
        }
        teachers.mean(others.data(), others.size(), said.data());
        for (size_t i = 0; i < others.size(); ++i) {
            const Five f = five(said[i]);
            aside.push_back({others[i], {f[0], f[1], f[2], f[3], f[4]}});
        }

        size_t roll = 0;
        float left = unit(random);
        while (roll < 20 && (left -= tavl::kAllRolls[roll].weight) > 0) ++roll;
        Board to = afters[roll];
        Chances value = values[roll];
        const float noise = wild-- > 0 ? 0.5f : heat;
        if (noise > 0) {
            float best = -1e9f;
            size_t picked = 0;
            for (size_t i = roll ? looks.ends[roll - 1] : 0; i < looks.ends[roll]; ++i) {
                const float v = -looks.chances[i].equity() - noise * std::log(-std::log(unit(random)));
                if (v > best) best = v, picked = i;
            }
            if (!(looks.boards[picked] == to)) {
                ply.cut = true;
                to = looks.boards[picked];
            }
        }
        ply.after = five(value);
        if (!open(to)) ply.cut = true;
        plies.push_back(ply);
        board = to;
    }
    Five learned{};  // what the later position taught: its target less its value
    for (size_t i = plies.size(); i-- > 0;) {
        const Ply& ply = plies[i];
        Five target = ply.first;
        if (!ply.cut && i + 1 < plies.size()) {
            const Five back = turned(learned);
            for (size_t k = 0; k < 5; ++k) target[k] += terms.trace * back[k];
        }
        if (i > 0)
            for (size_t k = 0; k < 5; ++k) learned[k] = target[k] - plies[i - 1].after[k];
        if (unit(random) < kKeptAlways + (1 - kKeptAlways) * std::fabs(ply.residual) / kKeptFully)
            met.push_back({ply.board, {target[0], target[1], target[2], target[3], target[4]}});
    }
}

void keep_game(const Teachers& first, uint64_t& random, std::vector<Example>& kept) {
    const tavl::Search& player = first.player();
    const auto learned = [](const Board& b) {
        tavl::Inputs in;
        tavl::inputs_of(b, in);
        return in.tail >= 3 && in.tail <= 6;
    };
    const auto keep = [&](const Board& b, const Chances& c) {
        if (tavl::over(b) || player.judge().known(b) || learned(b)) return;
        kept.push_back({b, {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}});
    };
    Board board = new_game(kOddKept, 0, random);
    tavl::Looks looks;
    for (int ply = 0; ply < kMostPlies && !tavl::over(board) && !player.judge().known(board); ++ply) {
        const int one = 1 + int(next(random) % 6), other = 1 + int(next(random) % 6);
        const tavl::Roll roll{std::max(one, other), std::min(one, other), 1};
        player.look(board, &roll, 1, looks);
        tavl::Choice choice;
        player.choose(looks, nullptr, &choice);
        const size_t aside = next(random) % looks.boards.size();
        keep(choice.after, choice.chances);
        keep(looks.boards[aside], looks.chances[aside]);
        board = unit(random) < kStray ? looks.boards[aside] : choice.after;
    }
}

}  // namespace polish
