#include "search.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <system_error>
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
    others.reserve(threads);
    try {
        for (unsigned t = 1; t < threads; ++t) others.emplace_back(run);
    } catch (const std::system_error&) {  // no more threads: the existing ones do the work
    }
    run();
    for (auto& o : others) o.join();
}

float cube_efficiency(const Board& board, const CubeState& cube) {
    const bool to_be_turned = cube.owner >= 0;  // by the player on roll
    if (contact(board)) return to_be_turned ? 0.80f : 0.67f;
    return to_be_turned ? 0.78f : 0.57f;
}

Chances chances_when_over(const Board& b) {
    const bool i_won = rearmost(b.own) == 0;
    const int size = loss_size(i_won ? b.opponent : b.own);
    const float g = size >= 2, bg = size >= 3;
    return i_won ? Chances{1, g, bg, 0, 0} : Chances{0, 0, 0, g, bg};
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
    return no_double(chances, cube, cube_efficiency(board, cube));
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

// The cubes that matter once the player on roll may double: each as it is and, if possible, doubled and taken.
std::vector<CubeState> with_doubles(const std::vector<CubeState>& cubes) {
    std::vector<CubeState> all;
    all.reserve(2 * cubes.size());
    for (const CubeState& c : cubes) {
        all.push_back(c);
        if (c.can_double()) all.push_back(c.doubled());
    }
    return all;
}

// Back to one utility for each of `cubes`, if the player on roll doubles whenever it pays.
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

namespace {

// Buffers that are reused from call to call. They are moved out while in use: a caller's evaluator may start another
// search on this thread before it returns.
struct Room {
    std::vector<LegalPlay> plays;
    std::vector<Board> boards;
    std::vector<Chances> chances;
    std::vector<uint32_t> ends, judged;
    std::vector<std::optional<Board>> finished;
};
thread_local Room spare_room;

}  // namespace

void Search::look(const Board& board, const Roll* rolls, size_t count, Looks& out) const {
    Room room = std::move(spare_room);
    auto& [plays, boards, chances, ends, judged, finished] = room;
    boards.clear();
    ends.clear();
    finished.assign(count, {});
    for (size_t r = 0; r < count; ++r) {
        legal_plays(board, rolls[r].high, rolls[r].low, plays);
        const size_t begin = boards.size();
        for (const LegalPlay& p : plays) {
            boards.push_back(p.after.mirrored());
            if (rearmost(p.after.own)) continue;
            finished[r] = boards.back();  // a play that ends the game needs no evaluation
            boards.resize(begin);
            break;
        }
        ends.push_back(uint32_t(boards.size()));
    }
    chances.resize(boards.size());
    judge_->judge_best(boards.data(), ends, chances.data(), judged);
    out.boards.clear();
    out.chances.clear();
    out.ends.clear();
    auto next = judged.begin();
    for (size_t r = 0; r < count; ++r) {
        if (finished[r]) {
            out.boards.push_back(*finished[r]);
            out.chances.push_back(chances_when_over(*finished[r]));
        }
        for (; next != judged.end() && *next < ends[r]; ++next) {
            out.boards.push_back(boards[*next]);
            out.chances.push_back(chances[*next]);
        }
        out.ends.push_back(uint32_t(out.boards.size()));
    }
    spare_room = std::move(room);
}

void Search::choose(const Looks& looks, const CubeState* cube, Choice* out) const {
    const CubeState theirs = cube ? cube->flipped() : CubeState{};
    uint32_t i = 0;
    for (size_t r = 0; r < looks.ends.size(); ++r) {
        out[r].value = -1e9f;
        uint32_t best = i;
        for (; i < looks.ends[r]; ++i) {
            const float v = cube ? other_side(*cube, static_choice(looks.boards[i], looks.chances[i], theirs))
                                 : -looks.chances[i].equity();
            if (v > out[r].value) out[r].value = v, best = i;
        }
        out[r].after = looks.boards[best];
        out[r].chances = looks.chances[best];
    }
}

// A chosen play, searched `ply` deep; seen by the player who made it.
Outlook Search::after(const Choice& choice, int ply, const std::vector<CubeState>& cubes) const {
    const std::vector<CubeState> theirs = flipped(cubes);
    const bool ended = over(choice.after);
    Outlook o = ended      ? static_outlook(choice.after, choice.chances, theirs)
                : ply == 0 ? static_outlook(choice.after, choice.chances, with_doubles(theirs))
                           : average(choice.after, ply, with_doubles(theirs), 1);
    if (!ended) o.utilities = chosen(theirs, o.utilities);
    for (size_t i = 0; i < cubes.size(); ++i) o.utilities[i] = other_side(cubes[i], o.utilities[i]);
    o.chances = o.chances.seen_by_other();
    return o;
}

Outlook Search::average(const Board& board, int ply, const std::vector<CubeState>& cubes, unsigned threads) const {
    std::array<Choice, 21> choices;
    {
        thread_local Looks spare;
        Looks looks = std::move(spare);  // see Room
        look(board, kAllRolls.data(), kAllRolls.size(), looks);
        choose(looks, cubes.empty() ? nullptr : &cubes[0], choices.data());
        spare = std::move(looks);
    }
    // The 21 rolls are independent: computed on threads, then added up in order, so that the result is always the same.
    std::array<Outlook, 21> by_roll;
    in_parallel(21, ply > 1 ? threads : 1, [&](size_t i) { by_roll[i] = after(choices[i], ply - 1, cubes); });
    double c[5] = {};
    std::vector<double> u(cubes.size());
    for (size_t i = 0; i < 21; ++i) {
        const double w = kAllRolls[i].weight;
        const Chances& x = by_roll[i].chances;
        const float five[5] = {x.win, x.win_gammon, x.win_backgammon, x.lose_gammon, x.lose_backgammon};
        for (size_t k = 0; k < 5; ++k) c[k] += w * five[k];
        for (size_t k = 0; k < u.size(); ++k) u[k] += w * by_roll[i].utilities[k];
    }
    Outlook sum{{float(c[0]), float(c[1]), float(c[2]), float(c[3]), float(c[4])}, {}};
    sum.utilities.assign(u.begin(), u.end());
    return sum;
}

Outlook Search::evaluate(const Board& board, int ply, const std::vector<CubeState>& cubes) const {
    if (over(board)) return static_outlook(board, chances_when_over(board), cubes);
    if (ply > 0) return average(board, ply, cubes, threads());
    Chances c;
    judge_->judge(&board, 1, &c);
    return static_outlook(board, c, cubes);
}

std::array<float, 21> Search::rolls(const Board& board, const CubeState& cube) const {
    Looks looks;
    std::array<Choice, 21> choices;
    look(board, kAllRolls.data(), kAllRolls.size(), looks);
    choose(looks, &cube, choices.data());
    std::array<float, 21> out;
    for (size_t i = 0; i < 21; ++i) out[i] = choices[i].value;
    return out;
}

std::vector<RankedPlay> Search::rank(const Board& board, int die1, int die2, int ply, const CubeState* cube,
                                     const Board* always) const {
    std::vector<LegalPlay> plays;
    legal_plays(board, die1, die2, plays);
    std::vector<CubeState> mine;
    if (cube) mine.push_back(*cube);

    std::vector<RankedPlay> ranked;
    ranked.reserve(plays.size());
    for (const LegalPlay& p : plays) ranked.push_back({p, {}, 0, 0});
    const auto look = [&](RankedPlay& r, int depth, const Chances& stands) {
        const Choice choice{r.play.after.mirrored(), stands, 0};
        r.outlook = after(choice, depth, mine);
        r.utility = cube ? r.outlook.utilities[0] : r.outlook.chances.equity();
        r.ply = depth;
    };
    const auto better = [](const RankedPlay& a, const RankedPlay& b) {
        return a.ply != b.ply ? a.ply > b.ply : a.utility > b.utility;
    };
    const unsigned threads = this->threads();
    std::vector<Board> boards;
    std::vector<Chances> stand(plays.size());
    std::vector<size_t> place;
    for (size_t i = 0; i < plays.size(); ++i) {
        const Board b = plays[i].after.mirrored();
        if (over(b)) {
            stand[i] = chances_when_over(b);
        } else {
            boards.push_back(b);
            place.push_back(i);
        }
    }
    if (!boards.empty()) {
        std::vector<Chances> found(boards.size());
        judge_->judge(boards.data(), boards.size(), found.data());
        for (size_t k = 0; k < place.size(); ++k) stand[place[k]] = found[k];
    }
    for (size_t i = 0; i < ranked.size(); ++i) look(ranked[i], 0, stand[i]);
    std::stable_sort(ranked.begin(), ranked.end(), better);
    // Match winning chances vary less than points, and the margins are in points.
    const float unit = cube && cube->match() ? 0.5f * (utility_of_result(*cube, 1) - utility_of_result(*cube, -1)) : 1.0f;
    for (int depth = 1; depth <= ply; ++depth) {
        const Filter& f = filters[std::min(size_t(depth - 1), filters.size() - 1)];
        size_t keep = 0;
        while (keep < ranked.size() && int(keep) < f.most && ranked[keep].ply == depth - 1 &&
               ranked[keep].utility >= ranked[0].utility - f.margin * unit)
            ++keep;
        if (always)
            for (size_t i = keep; i < ranked.size(); ++i)
                if (ranked[i].ply == depth - 1 && ranked[i].play.after.mirrored() == *always) {
                    std::rotate(ranked.begin() + long(keep), ranked.begin() + long(i), ranked.begin() + long(i + 1));
                    ++keep;
                    break;
                }
        in_parallel(keep, threads, [&](size_t i) { look(ranked[i], depth, ranked[i].outlook.chances.seen_by_other()); });
        std::stable_sort(ranked.begin(), ranked.end(), better);
    }
    return ranked;
}

}  // namespace tavl
