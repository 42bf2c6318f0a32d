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

Chances chances_when_over(const Board& b) {
    const bool i_won = rearmost(b.own) == 0;
    const int size = loss_size(i_won ? b.opponent : b.own);
    const float g = size >= 2, bg = size >= 3;
    return i_won ? Chances{1, g, bg, 0, 0} : Chances{0, 0, 0, g, bg};
}

namespace {

// The value of being on roll: as it is, or doubled if that is better. `undoubled` and `doubled` are utilities of
// rolling with the cube where it is and of rolling after a double that was taken.
float with_choice(const CubeState& cube, float undoubled, float doubled) {
    return std::max(undoubled, std::min(doubled, utility_of_pass(cube)));
}

}  // namespace

float Search::static_utility(const Board& board, const Chances& chances, const CubeModel& model) const {
    const CubeState& cube = model.state();
    if (over(board)) {
        const int size = loss_size(rearmost(board.own) ? board.own : board.opponent);
        return utility_of_result(cube, rearmost(board.own) ? -size : size);
    }
    float exact;
    if (!cube.match() && cube.allowed && judge_->exact_money(board, cube.owner, exact)) return float(cube.value) * exact;
    return model.no_double(chances, cube_efficiency(board, cube));
}

float Search::static_choice(const Board& board, const Chances& chances, const TurnCube& cube) const {
    const float undoubled = static_utility(board, chances, cube.cube);
    if (!cube.doubled || undoubled >= utility_of_pass(cube.cube.state()) || over(board)) return undoubled;
    return with_choice(cube.cube.state(), undoubled, static_utility(board, chances, *cube.doubled));
}

bool SearchCache::holds(const Slot& slot, const Board& board, int ply, const std::vector<CubeModel>& cubes) const {
    return slot.ply == ply && slot.board == board &&
           std::equal(slot.cubes.begin(), slot.cubes.end(), cubes.begin(), cubes.end(),
                      [](const CubeState& one, const CubeModel& other) { return one == other.state(); });
}

std::optional<Outlook> SearchCache::find(const Board& board, int ply, const std::vector<CubeModel>& cubes) const {
    const std::lock_guard held(lock_);
    const Slot& slot = slots_[(hash_board(board) + size_t(ply)) % kSlots];
    if (!holds(slot, board, ply, cubes)) return {};
    return slot.outlook;
}

void SearchCache::keep(const Board& board, int ply, const std::vector<CubeModel>& cubes, const Outlook& outlook) {
    const std::lock_guard held(lock_);
    Slot& slot = slots_[(hash_board(board) + size_t(ply)) % kSlots];
    slot.ply = ply;
    slot.board = board;
    slot.cubes.clear();
    for (const CubeModel& c : cubes) slot.cubes.push_back(c.state());
    slot.outlook = outlook;
}

namespace {

// Steps for so many rolls. The cubes that matter once the other may double are each as it is and, if possible, doubled.
std::vector<CubeStep> steps_of(const std::vector<CubeState>& cubes, int rolls) {
    std::vector<CubeStep> steps(size_t(rolls) + 1);
    for (const CubeState& c : cubes) steps[0].mine.emplace_back(c);
    for (size_t i = 0; i < steps.size(); ++i) {
        for (const CubeModel& c : steps[i].mine) steps[i].theirs.emplace_back(c.state().flipped());
        if (i + 1 == steps.size()) break;
        for (const TurnCube& c : steps[i].theirs) {
            steps[i + 1].mine.push_back(c.cube);
            if (c.doubled) steps[i + 1].mine.push_back(*c.doubled);
        }
    }
    return steps;
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

void Search::choose(const Looks& looks, const TurnCube* theirs, Choice* out) const {
    uint32_t i = 0;
    for (size_t r = 0; r < looks.ends.size(); ++r) {
        out[r].value = -1e9f;
        uint32_t best = i;
        for (; i < looks.ends[r]; ++i) {
            const float v = theirs ? other_side(theirs->cube.state(), static_choice(looks.boards[i], looks.chances[i], *theirs))
                                   : -looks.chances[i].equity();
            if (v > out[r].value) out[r].value = v, best = i;
        }
        out[r].after = looks.boards[best];
        out[r].chances = looks.chances[best];
    }
}

// A chosen play, searched `ply` deep; seen by the player who made it.
Outlook Search::after(const Choice& choice, int ply, const CubeStep* step, bool kept) const {
    Outlook o{choice.chances, {}};
    o.utilities.reserve(step->theirs.size());
    if (ply == 0 || over(choice.after)) {
        for (const TurnCube& c : step->theirs) o.utilities.push_back(static_choice(choice.after, choice.chances, c));
    } else {
        const Outlook rolled = kept ? searched(choice.after, ply, step + 1, 1) : average(choice.after, ply, step + 1, 1);
        o.chances = rolled.chances;
        size_t i = 0;
        for (const TurnCube& c : step->theirs) {
            const float undoubled = rolled.utilities[i++];
            o.utilities.push_back(c.doubled ? with_choice(c.cube.state(), undoubled, rolled.utilities[i++]) : undoubled);
        }
    }
    for (size_t i = 0; i < o.utilities.size(); ++i) o.utilities[i] = other_side(step->theirs[i].cube.state(), o.utilities[i]);
    o.chances = o.chances.seen_by_other();
    return o;
}

Outlook Search::average(const Board& board, int ply, const CubeStep* step, unsigned threads) const {
    std::array<Choice, 21> choices;
    {
        thread_local Looks spare;
        Looks looks = std::move(spare);  // see Room
        look(board, kAllRolls.data(), kAllRolls.size(), looks);
        choose(looks, step->theirs.empty() ? nullptr : &step->theirs[0], choices.data());
        spare = std::move(looks);
    }
    // Rolls that dance, or are played to the same position, are searched once.
    std::array<size_t, 21> same, own;
    size_t count = 0;
    for (size_t i = 0; i < 21; ++i) {
        size_t k = 0;
        while (k < count && !(ply > 1 && choices[own[k]].after == choices[i].after)) ++k;
        if (k == count) own[count++] = i;
        same[i] = k;
    }
    // The rolls are independent: computed on threads, then added up in order, so that the result is always the same.
    std::array<Outlook, 21> searched;
    in_parallel(count, ply > 1 ? threads : 1, [&](size_t k) { searched[k] = after(choices[own[k]], ply - 1, step); });
    double c[5] = {};
    std::vector<double> u(step->mine.size());
    for (size_t i = 0; i < 21; ++i) {
        const double w = kAllRolls[i].weight;
        const Outlook& roll = searched[same[i]];
        const Chances& x = roll.chances;
        const float five[5] = {x.win, x.win_gammon, x.win_backgammon, x.lose_gammon, x.lose_backgammon};
        for (size_t k = 0; k < 5; ++k) c[k] += w * five[k];
        for (size_t k = 0; k < u.size(); ++k) u[k] += w * roll.utilities[k];
    }
    Outlook sum{{float(c[0]), float(c[1]), float(c[2]), float(c[3]), float(c[4])}, {}};
    sum.utilities.assign(u.begin(), u.end());
    return sum;
}

Outlook Search::searched(const Board& board, int ply, const CubeStep* step, unsigned threads) const {
    if (!judge_->thread_safe()) return average(board, ply, step, threads);  // a caller's evaluator may change its mind
    if (auto found = cache_->find(board, ply, step->mine)) return *std::move(found);
    Outlook o = average(board, ply, step, threads);
    cache_->keep(board, ply, step->mine, o);
    return o;
}

Outlook Search::evaluate(const Board& board, int ply, const std::vector<CubeState>& cubes) const {
    const auto steps = steps_of(cubes, ply);
    if (ply > 0 && !over(board)) return searched(board, ply, steps.data(), threads());
    Outlook o{chances_when_over(board), {}};
    if (!over(board)) judge_->judge(&board, 1, &o.chances);
    for (const CubeModel& c : steps[0].mine) o.utilities.push_back(static_utility(board, o.chances, c));
    return o;
}

std::array<float, 21> Search::rolls(const Board& board, const CubeState& cube) const {
    Looks looks;
    std::array<Choice, 21> choices;
    look(board, kAllRolls.data(), kAllRolls.size(), looks);
    const TurnCube theirs(cube.flipped());
    choose(looks, &theirs, choices.data());
    std::array<float, 21> out;
    for (size_t i = 0; i < 21; ++i) out[i] = choices[i].value;
    return out;
}

std::vector<RankedPlay> Search::rank(const Board& board, int die1, int die2, int ply, const CubeState* cube,
                                     const Board* always) const {
    std::vector<LegalPlay> plays;
    legal_plays(board, die1, die2, plays);
    const auto steps = steps_of(cube ? std::vector{*cube} : std::vector<CubeState>{}, ply + 1);

    std::vector<RankedPlay> ranked;
    ranked.reserve(plays.size());
    for (const LegalPlay& p : plays) ranked.push_back({p, {}, 0, 0});
    const auto look = [&](RankedPlay& r, int depth, const Chances& stands) {
        const Choice choice{r.play.after.mirrored(), stands, 0};
        r.outlook = after(choice, depth, steps.data(), true);
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
