#include "bearoff.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "plays.hpp"

namespace tavl {

using namespace bearoff;

namespace {

constexpr std::array<std::array<int, 8>, 24> binomials() {
    std::array<std::array<int, 8>, 24> c{};
    for (size_t n = 0; n < 24; ++n) {
        c[n][0] = 1;
        for (size_t k = 1; k < 8; ++k) c[n][k] = n == 0 ? 0 : c[n - 1][k - 1] + c[n - 1][k];
    }
    return c;
}
constexpr auto kChoose = binomials();

// Ranks counts so that those with fewer checkers come first: positions with up to six checkers are the first 924.
// Positions with the same number of checkers on points 1..k are ordered by the count on point k.
int rank(const int* counts) {
    int total = 0, at = 0;
    for (int i = 0; i < kPoints; ++i) total += counts[i];
    at = kChoose[size_t(total + kPoints - 1)][kPoints];  // all with fewer
    int left = total;
    for (int i = kPoints - 1; i > 0; --i) {
        // those with fewer on this point: sum over c < counts[i] of the ways to put left - c on i points
        for (int c = 0; c < counts[i]; ++c) at += kChoose[size_t(left - c + i - 1)][size_t(i - 1)];
        left -= counts[i];
    }
    return at;
}

struct Counts {
    int n[kPoints];
    int total() const { return n[0] + n[1] + n[2] + n[3] + n[4] + n[5]; }
    int pips() const { return n[0] + 2 * n[1] + 3 * n[2] + 4 * n[3] + 5 * n[4] + 6 * n[5]; }
};

void place(Counts& c, int point, int left, std::vector<Counts>& all) {
    if (point == kPoints) {
        all.push_back(c);
        return;
    }
    for (c.n[point] = 0; c.n[point] <= left; ++c.n[point]) place(c, point + 1, left - c.n[point], all);
    c.n[point] = 0;
}
std::vector<Counts> all_counts(int most) {
    std::vector<Counts> all;
    Counts c{};
    place(c, 0, most, all);
    return all;
}

Side side_of(const Counts& c) {
    Side s{};
    for (size_t i = 0; i < kPoints; ++i) s[i + 1] = int8_t(c.n[i]);
    s[kOff] = int8_t(kMaxCheckers - c.total());
    return s;
}

// Every position that each of the 21 rolls can lead to, as indices.
using ByRoll = std::array<std::vector<int>, 21>;
void results(const Counts& c, ByRoll& out) {
    Board b;
    b.own = side_of(c);
    b.opponent[kOff] = 14;
    b.opponent[1] = 1;  // out of the way
    std::vector<LegalPlay> plays;
    size_t r = 0;
    for (int high = 1; high <= 6; ++high)
        for (int low = 1; low <= high; ++low, ++r) {
            legal_plays(b, high, low, plays);
            out[r].clear();
            for (const LegalPlay& p : plays) out[r].push_back(Bearoff::index(p.after.own));
        }
}
float weight(size_t roll) {
    size_t r = 0;
    for (int high = 1; high <= 6; ++high)
        for (int low = 1; low <= high; ++low, ++r)
            if (r == roll) return (high == low ? 1.0f : 2.0f) / 36.0f;
    return 0;
}

float mean(const float* by_roll) {
    float m = 0;
    for (int n = 0; n < kRolls; ++n) m += float(n) * by_roll[n];
    return m;
}

uint16_t pack(float x) { return uint16_t(std::clamp(x, 0.0f, 1.0f) * 65535.0f + 0.5f); }
float unpack(uint16_t x) { return float(x) / 65535.0f; }
uint16_t pack_equity(float x) { return pack((x + 1) / 2); }
float unpack_equity(uint16_t x) { return unpack(x) * 2 - 1; }

}  // namespace

bool Bearoff::home(const Side& s) {
    uint64_t outside[3];  // places 7 to 25, some of them twice: checked for every evaluated position
    std::memcpy(&outside[0], &s[7], 8);
    std::memcpy(&outside[1], &s[15], 8);
    std::memcpy(&outside[2], &s[18], 8);
    return (outside[0] | outside[1] | outside[2]) == 0;
}

int Bearoff::index(const Side& s) {
    const int counts[kPoints] = {s[1], s[2], s[3], s[4], s[5], s[6]};
    return rank(counts);
}

Bearoff Bearoff::compute() {
    Bearoff t;
    t.finish_.assign(size_t(kOneSided) * kRolls, 0);
    t.first_off_.assign(size_t(kOneSided) * kRolls, 0);
    std::vector<Counts> order = all_counts(kMaxCheckers);
    std::stable_sort(order.begin(), order.end(), [](const Counts& a, const Counts& b) { return a.pips() < b.pips(); });
    std::vector<float> to_finish(kOneSided), to_first(kOneSided);
    ByRoll next;
    for (const Counts& c : order) {
        const int at = rank(c.n);
        float* finish = &t.finish_[size_t(at) * kRolls];
        float* first = &t.first_off_[size_t(at) * kRolls];
        if (c.total() == 0) {
            finish[0] = first[0] = 1;
            continue;
        }
        if (c.total() < kMaxCheckers) first[0] = 1;
        results(c, next);
        for (size_t r = 0; r < 21; ++r) {
            const auto fewest = [&](const std::vector<float>& means) {
                return *std::min_element(next[r].begin(), next[r].end(), [&](int a, int b) { return means[size_t(a)] < means[size_t(b)]; });
            };
            const float w = weight(r);
            const float* best = t.finish(fewest(to_finish));
            for (int n = 0; n + 1 < kRolls; ++n) finish[n + 1] += w * best[n];
            if (c.total() == kMaxCheckers) {
                best = t.first_off(fewest(to_first));
                for (int n = 0; n + 1 < kRolls; ++n) first[n + 1] += w * best[n];
            }
        }
        to_finish[size_t(at)] = mean(finish);
        to_first[size_t(at)] = mean(first);
    }

    const size_t small = size_t(kSmall);
    for (auto* v : {&t.win_, &t.centred_, &t.owned_, &t.given_}) v->assign(small * small, 0);
    std::vector<Counts> few = all_counts(kTwoSidedCheckers);
    std::vector<ByRoll> moves(small);
    std::vector<int> pip(small);
    for (const Counts& c : few) {
        pip[size_t(rank(c.n))] = c.pips();
        if (c.total()) results(c, moves[size_t(rank(c.n))]);
    }
    std::vector<std::pair<int, uint32_t>> pairs;
    for (size_t a = 1; a < small; ++a)
        for (size_t b = 1; b < small; ++b) pairs.push_back({pip[a] + pip[b], uint32_t(a * small + b)});
    std::sort(pairs.begin(), pairs.end());
    // Working values in full precision: chance to win, and money utilities of a cube at 1 that is nobody's, mine, theirs.
    struct Value {
        float win, centred, owned, given;
    };
    std::vector<Value> value(small * small);
    const auto doubled = [](float undoubled, float given) { return std::max(undoubled, std::min(2 * given, 1.0f)); };
    for (const auto& [total, pair] : pairs) {
        const size_t a = pair / small, b = pair % small;
        Value sum{0, 0, 0, 0};
        for (size_t r = 0; r < 21; ++r) {
            Value best{-9, -9, -9, -9};
            for (int to : moves[a][r]) {
                if (to == 0) {
                    best = {1, 1, 1, 1};
                    break;
                }
                const Value& theirs = value[b * small + size_t(to)];
                best.win = std::max(best.win, 1 - theirs.win);
                best.centred = std::max(best.centred, -doubled(theirs.centred, theirs.given));
                best.owned = std::max(best.owned, -theirs.given);
                best.given = std::max(best.given, -doubled(theirs.owned, theirs.given));
            }
            const float w = weight(r);
            sum.win += w * best.win;
            sum.centred += w * best.centred;
            sum.owned += w * best.owned;
            sum.given += w * best.given;
        }
        value[pair] = sum;
        t.win_[pair] = pack(sum.win);
        t.centred_[pair] = pack_equity(sum.centred);
        t.owned_[pair] = pack_equity(sum.owned);
        t.given_[pair] = pack_equity(sum.given);
    }
    return t;
}

Chances race_chances(const RollsOfSide& mine, const RollsOfSide& theirs, int rolls) {
    // I win if I need no more rolls than they do.
    Chances out;
    float they_go_on = 1, i_none_off = 1 - mine.first_off[0], they_none_off = 1 - theirs.first_off[0];
    float i_not_away = 1 - mine.away[0], they_not_away = 1 - theirs.away[0];
    for (int n = 1; n < rolls; ++n) {  // my n-th roll comes after n - 1 of theirs, their n-th after n of mine
        out.win += mine.finish[n] * they_go_on;
        out.win_gammon += mine.finish[n] * they_none_off;
        out.win_backgammon += mine.finish[n] * they_not_away;
        i_none_off -= mine.first_off[n];
        i_not_away -= mine.away[n];
        out.lose_gammon += theirs.finish[n] * std::max(0.0f, i_none_off);
        out.lose_backgammon += theirs.finish[n] * std::max(0.0f, i_not_away);
        they_go_on -= theirs.finish[n];
        they_none_off -= theirs.first_off[n];
        they_not_away -= theirs.away[n];
    }
    out.win = std::clamp(out.win, 0.0f, 1.0f);
    out.win_gammon = std::clamp(out.win_gammon, 0.0f, out.win);
    out.win_backgammon = std::clamp(out.win_backgammon, 0.0f, out.win_gammon);
    out.lose_gammon = std::clamp(out.lose_gammon, 0.0f, 1 - out.win);
    out.lose_backgammon = std::clamp(out.lose_backgammon, 0.0f, out.lose_gammon);
    return out;
}

bool Bearoff::small(const Board& b) const {
    return b.own[kOff] >= kMaxCheckers - kTwoSidedCheckers && b.opponent[kOff] >= kMaxCheckers - kTwoSidedCheckers &&
           checkers(b.own) == kMaxCheckers && checkers(b.opponent) == kMaxCheckers;
}

bool Bearoff::chances(const Board& b, Chances& out) const {
    if (!home(b.own) || !home(b.opponent) || checkers(b.own) != kMaxCheckers || checkers(b.opponent) != kMaxCheckers)
        return false;
    const int mine = index(b.own), theirs = index(b.opponent);
    out = {};
    if (small(b)) {
        out.win = unpack(win_[size_t(mine) * kSmall + size_t(theirs)]);
        return true;
    }
    static constexpr float kAway[kRolls] = {1};
    out = race_chances({finish(mine), first_off(mine), kAway}, {finish(theirs), first_off(theirs), kAway}, kRolls);
    return true;
}

bool Bearoff::money(const Board& b, int owner, float& out) const {
    if (!home(b.own) || !home(b.opponent) || !small(b)) return false;
    const size_t at = size_t(index(b.own)) * kSmall + size_t(index(b.opponent));
    out = unpack_equity(owner == 0 ? centred_[at] : owner > 0 ? owned_[at] : given_[at]);
    return true;
}

namespace {
constexpr char kMagic[8] = {'t', 'a', 'v', 'l', 'b', 'e', 'a', '1'};
struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;
}  // namespace

// One-sided chances are kept as 16 bits from the first to the last that is not zero.
void Bearoff::save(const std::string& path) const {
    File file(std::fopen(path.c_str(), "wb"));
    const auto write = [&](const void* data, size_t bytes) {
        if (!file || std::fwrite(data, 1, bytes, file.get()) != bytes) throw std::runtime_error("cannot write " + path);
    };
    write(kMagic, sizeof kMagic);
    for (const auto* table : {&finish_, &first_off_}) {
        for (size_t i = 0; i < size_t(kOneSided); ++i) {
            uint16_t packed[kRolls];
            int first = kRolls, last = -1;
            for (int n = 0; n < kRolls; ++n) {
                packed[n] = pack((*table)[i * kRolls + size_t(n)]);
                if (packed[n]) first = std::min(first, n), last = n;
            }
            const uint8_t head[2] = {uint8_t(first), uint8_t(last - first + 1)};
            write(head, 2);
            write(packed + first, size_t(head[1]) * 2);
        }
    }
    for (const auto* v : {&win_, &centred_, &owned_, &given_}) write(v->data(), v->size() * 2);
}

Bearoff Bearoff::load(const std::string& path) {
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) throw std::runtime_error("no bear-off tables at " + path);
    const auto read = [&](void* data, size_t bytes) {
        if (std::fread(data, 1, bytes, file.get()) != bytes) throw std::runtime_error("the bear-off tables end too early: " + path);
    };
    char magic[8];
    read(magic, 8);
    if (!std::equal(magic, magic + 8, kMagic)) throw std::runtime_error("no bear-off tables: " + path);
    Bearoff t;
    for (auto* table : {&t.finish_, &t.first_off_}) {
        table->assign(size_t(kOneSided) * kRolls, 0);
        for (size_t i = 0; i < size_t(kOneSided); ++i) {
            uint8_t head[2];
            read(head, 2);
            if (head[0] + head[1] > kRolls) throw std::runtime_error("damaged bear-off tables: " + path);
            uint16_t packed[kRolls];
            read(packed, size_t(head[1]) * 2);
            for (int n = 0; n < head[1]; ++n) (*table)[i * kRolls + head[0] + size_t(n)] = unpack(packed[n]);
        }
    }
    for (auto* v : {&t.win_, &t.centred_, &t.owned_, &t.given_}) {
        v->resize(size_t(kSmall) * kSmall);
        read(v->data(), v->size() * 2);
    }
    return t;
}

}  // namespace tavl
