#include "search.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace tavl {

void in_parallel(size_t n, unsigned threads, const std::function<void(size_t)>& work) {
    threads = unsigned(std::min<size_t>(threads, n));
    if (threads <= 1) {
        for (size_t i = 0; i < n; ++i) work(i);
        return;
    }
    std::atomic<size_t> next{0};
    const auto run = [&] {
        for (size_t i; (i = next.fetch_add(1)) < n;) work(i);
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(run);
    run();
    for (auto& o : others) o.join();
}

float cube_efficiency(const Board& board) {
    if (contact(board)) return 0.68f;
    const int pips_left = std::min(pips(board.own), pips(board.opponent));
    return std::clamp(0.55f + 0.00125f * float(pips_left), 0.6f, 0.7f);
}

Chances chances_when_over(const Board& b) {
    const bool i_won = rearmost(b.own) == 0;
    const int size = loss_size(i_won ? b.opponent : b.own);
    const float g = size >= 2, bg = size >= 3;
    return i_won ? Chances{1, g, bg, 0, 0} : Chances{0, 0, 0, g, bg};
}

void OwnJudge::judge(const Board* boards, size_t count, Chances* out) const {
    for (size_t i = 0; i < count; ++i)
        if (!tables_.chances(boards[i], out[i])) out[i] = evaluator_.evaluate(boards[i]);
}

void Judge::judge_best(const Board* boards, size_t count, Chances* out, std::vector<uint16_t>& judged) const {
    judge(boards, count, out);
    judged.resize(count);
    for (size_t i = 0; i < count; ++i) judged[i] = uint16_t(i);
}

void OwnJudge::judge_best(const Board* boards, size_t count, Chances* out, std::vector<uint16_t>& judged) const {
    if (!quick_ || count <= looks_ + 2) return Judge::judge_best(boards, count, out, judged);
    thread_local std::vector<Inputs> inputs;
    thread_local std::vector<std::pair<int32_t, uint16_t>> order;
    inputs.resize(count);
    order.resize(count);
    judged.clear();
    size_t guessed = 0;
    for (size_t i = 0; i < count; ++i) {
        if (tables_.chances(boards[i], out[i])) {  // known: no guess is needed
            judged.push_back(uint16_t(i));
            continue;
        }
        inputs[i] = inputs_of(boards[i]);
        order[guessed++] = {wide_ ? quick_avx2(*quick_, inputs[i]) : quick_portable(*quick_, inputs[i]), uint16_t(i)};
    }
    const size_t keep = std::min(looks_, guessed);
    std::nth_element(order.begin(), order.begin() + long(keep), order.begin() + long(guessed));
    for (size_t k = 0; k < keep; ++k) {
        const uint16_t i = order[k].second;
        out[i] = evaluator_.evaluate(boards[i], inputs[i]);
        judged.push_back(i);
    }
    std::sort(judged.begin(), judged.end());
}

float with_choice(const CubeState& cube, float undoubled, float doubled) {
    return std::max(undoubled, std::min(doubled, utility_of_pass(cube)));
}

float Search::static_utility(const Board& board, const Chances& chances, const CubeState& cube) const {
    if (over(board)) {
        const int size = loss_size(rearmost(board.own) ? board.own : board.opponent);
        return utility_of_result(cube, rearmost(board.own) ? -size : size);
    }
    float exact;
    if (!cube.match() && cube.allowed && judge_->exact_money(board, cube.owner, exact)) return float(cube.value) * exact;
    return no_double(chances, cube, cube_efficiency(board));
}

float Search::static_choice(const Board& board, const Chances& chances, const CubeState& cube) const {
    const float undoubled = static_utility(board, chances, cube);
    if (over(board) || !cube.can_double()) return undoubled;
    return with_choice(cube, undoubled, static_utility(board, chances, cube.doubled()));
}

Outlook Search::static_outlook(const Board& board, const Chances& chances, const std::vector<CubeState>& cubes) const {
    Outlook o{chances, {}};
    o.utilities.reserve(cubes.size());
    for (const CubeState& c : cubes) o.utilities.push_back(static_utility(board, chances, c));
    return o;
}

namespace {

// The cubes that matter once the player on roll may double: each as it is and, where he can, doubled and taken.
std::vector<CubeState> with_doubles(const std::vector<CubeState>& cubes) {
    std::vector<CubeState> all;
    all.reserve(2 * cubes.size());
    for (const CubeState& c : cubes) {
        all.push_back(c);
        if (c.can_double()) all.push_back(c.doubled());
    }
    return all;
}

// Back to one utility for each of `cubes`: that of the player on roll who doubles where it pays.
std::vector<float> chosen(const std::vector<CubeState>& cubes, const std::vector<float>& all) {
    std::vector<float> out;
    out.reserve(cubes.size());
    size_t i = 0;
    for (const CubeState& c : cubes) {
        const float undoubled = all[i++];
        out.push_back(c.can_double() ? with_choice(c, undoubled, all[i++]) : undoubled);
    }
    return out;
}

std::vector<CubeState> flipped(const std::vector<CubeState>& cubes) {
    std::vector<CubeState> all;
    all.reserve(cubes.size());
    for (const CubeState& c : cubes) all.push_back(c.flipped());
    return all;
}

}  // namespace

// The best play of a roll, chosen as the positions stand, then looked at `ply` deep; seen by the player who rolls.
Outlook Search::after_roll(const Board& board, int die1, int die2, int ply, const std::vector<CubeState>& cubes) const {
    thread_local std::vector<LegalPlay> plays;
    thread_local std::vector<Board> boards;
    thread_local std::vector<Chances> chances;
    legal_plays(board, die1, die2, plays);
    boards.clear();
    size_t ended = plays.size();
    for (size_t i = 0; i < plays.size(); ++i) {
        boards.push_back(plays[i].after.mirrored());
        if (over(boards.back())) ended = i;
    }
    const std::vector<CubeState> his = flipped(cubes);
    const std::vector<CubeState> his_choices = with_doubles(his);
    const auto finish = [&](Outlook o) {  // his outlook, seen by me
        o.utilities = chosen(his, o.utilities);
        for (size_t i = 0; i < cubes.size(); ++i) o.utilities[i] = other_side(cubes[i], o.utilities[i]);
        o.chances = o.chances.seen_by_other();
        return o;
    };
    if (ended < plays.size()) {
        const Board end = boards[ended];
        Outlook o = static_outlook(end, chances_when_over(end), his);
        for (size_t i = 0; i < cubes.size(); ++i) o.utilities[i] = other_side(cubes[i], o.utilities[i]);
        o.chances = o.chances.seen_by_other();
        return o;
    }
    chances.resize(boards.size());
    thread_local std::vector<uint16_t> judged;
    judge_->judge_best(boards.data(), boards.size(), chances.data(), judged);
    size_t best = 0;
    float best_value = -1e9f;
    for (const size_t i : judged) {
        const float value = his.empty() ? -chances[i].equity() : -static_choice(boards[i], chances[i], his[0]);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    const Board chosen_board = boards[best];
    const Chances chosen_chances = chances[best];
    if (ply == 0) return finish(static_outlook(chosen_board, chosen_chances, his_choices));
    return finish(average(chosen_board, ply, his_choices));
}

Outlook Search::average(const Board& board, int ply, const std::vector<CubeState>& cubes) const {
    Outlook sum;
    sum.utilities.assign(cubes.size(), 0);
    double u[32] = {}, c[5] = {};
    for (const Roll& r : kAllRolls) {
        const Outlook o = after_roll(board, r.high, r.low, ply - 1, cubes);
        c[0] += double(r.weight) * o.chances.win;
        c[1] += double(r.weight) * o.chances.win_gammon;
        c[2] += double(r.weight) * o.chances.win_backgammon;
        c[3] += double(r.weight) * o.chances.lose_gammon;
        c[4] += double(r.weight) * o.chances.lose_backgammon;
        for (size_t i = 0; i < cubes.size() && i < 32; ++i) u[i] += double(r.weight) * o.utilities[i];
    }
    sum.chances = {float(c[0]), float(c[1]), float(c[2]), float(c[3]), float(c[4])};
    for (size_t i = 0; i < cubes.size() && i < 32; ++i) sum.utilities[i] = float(u[i]);
    return sum;
}

Outlook Search::evaluate(const Board& board, int ply, const std::vector<CubeState>& cubes) const {
    if (over(board)) return static_outlook(board, chances_when_over(board), cubes);
    if (ply == 0) {
        Chances c;
        judge_->judge(&board, 1, &c);
        return static_outlook(board, c, cubes);
    }
    // The 21 rolls are independent: on threads, then added up in their order, so that the answer is the same.
    std::array<Outlook, 21> by_roll;
    in_parallel(21, threads(), [&](size_t i) {
        by_roll[i] = after_roll(board, kAllRolls[i].high, kAllRolls[i].low, ply - 1, cubes);
    });
    Outlook sum;
    double c[5] = {};
    std::vector<double> u(cubes.size());
    for (size_t i = 0; i < 21; ++i) {
        const double w = kAllRolls[i].weight;
        const Chances& x = by_roll[i].chances;
        const float five[5] = {x.win, x.win_gammon, x.win_backgammon, x.lose_gammon, x.lose_backgammon};
        for (size_t k = 0; k < 5; ++k) c[k] += w * five[k];
        for (size_t k = 0; k < u.size(); ++k) u[k] += w * by_roll[i].utilities[k];
    }
    sum.chances = {float(c[0]), float(c[1]), float(c[2]), float(c[3]), float(c[4])};
    for (double v : u) sum.utilities.push_back(float(v));
    return sum;
}

std::vector<RankedPlay> Search::rank(const Board& board, int die1, int die2, int ply, const CubeState* cube) const {
    std::vector<LegalPlay> plays;
    legal_plays(board, die1, die2, plays);
    std::vector<CubeState> mine, his, his_choices;
    if (cube) mine.push_back(*cube);
    his = flipped(mine);
    his_choices = with_doubles(his);

    std::vector<RankedPlay> ranked;
    ranked.reserve(plays.size());
    for (const LegalPlay& p : plays) ranked.push_back({p, {}, 0, 0});
    const auto look = [&](RankedPlay& r, int depth) {
        const Board after = r.play.after.mirrored();
        const bool ended = over(after);
        Search one(judge_, 1);
        Outlook o = one.evaluate(after, depth, ended ? his : his_choices);
        if (!ended) o.utilities = chosen(his, o.utilities);
        for (size_t i = 0; i < mine.size(); ++i) o.utilities[i] = other_side(mine[i], o.utilities[i]);
        o.chances = o.chances.seen_by_other();
        r.utility = cube ? o.utilities[0] : o.chances.equity();
        r.outlook = std::move(o);
        r.ply = depth;
    };
    const auto better = [](const RankedPlay& a, const RankedPlay& b) {
        return a.ply != b.ply ? a.ply > b.ply : a.utility > b.utility;
    };
    const unsigned threads = this->threads();
    in_parallel(ranked.size(), ranked.size() > 64 ? threads : 1, [&](size_t i) { look(ranked[i], 0); });
    std::stable_sort(ranked.begin(), ranked.end(), better);
    // A match's chances move less than points do; the margins are those of points.
    const float unit = cube && cube->match() ? 0.5f * (utility_of_result(*cube, 1) - utility_of_result(*cube, -1)) : 1.0f;
    for (int depth = 1; depth <= ply; ++depth) {
        const Filter& f = filters[std::min(size_t(depth - 1), filters.size() - 1)];
        size_t keep = 0;
        while (keep < ranked.size() && int(keep) < f.most && ranked[keep].ply == depth - 1 &&
               ranked[keep].utility >= ranked[0].utility - f.margin * unit)
            ++keep;
        in_parallel(keep, threads, [&](size_t i) { look(ranked[i], depth); });
        std::stable_sort(ranked.begin(), ranked.end(), better);
    }
    return ranked;
}

}  // namespace tavl
