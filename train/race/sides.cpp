// One side of a race at a time, for train/race.py: where to begin, how to play on, and what each of its heads should say.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "../../native/plays.hpp"
#include "../../native/race.hpp"

using namespace tavl;

namespace {

struct Random {
    uint64_t state;
    uint32_t next() {
        state += 0x9E3779B97F4A7C15ull;
        uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return uint32_t((z ^ (z >> 31)) >> 32);
    }
    int below(int n) { return int(uint64_t(next()) * uint64_t(n) >> 32); }
    float share() { return float(next() >> 8) / float(1 << 24); }
};

int pips_outside(const Side& side) {
    int pips = 0;
    for (int point = 7; point <= 24; ++point) pips += (point - 6) * side[size_t(point)];
    return pips;
}

// Stragglers behind a side that is home, perhaps with some off: who was on the bar while the others were borne off.
Side with_stragglers(Random& random) {
    Side side{};
    int left = random.below(2) ? kMaxCheckers : 1 + random.below(kMaxCheckers);
    side[kOff] = int8_t(kMaxCheckers - left);
    for (int behind = 1 + random.below(3); behind && left; --behind, --left) ++side[size_t(7 + random.below(18))];
    const int deep = 1 + random.below(6);
    for (; left; --left) ++side[size_t(1 + random.below(random.below(3) ? 6 : deep))];
    return side;
}

// Fifteen checkers on the points up to a rearmost one, heaped as players leave them: each point draws by a weight of its
// own, and the home points and the middle draw more. One in four has stragglers instead; a third has some off.
Side begin(Random& random, int outside_pips) {
    for (;;) {
        if (random.below(4) == 0) {
            const Side side = with_stragglers(random);
            if (pips_outside(side) <= outside_pips) return side;
            continue;
        }
        Side side{};
        const int last = 7 + random.below(18);
        float weights[25] = {}, total = 0;
        const float lean = 4 * random.share() - 2, heaps = 1 + 3 * random.share();
        for (int point = 1; point <= last; ++point) {
            const float spread = std::pow(random.share(), heaps);
            const float place = point <= 6 ? 1.5f : point == 7 || point == 8 || point == 13 ? 1.2f : point > 18 ? 0.6f : 0.8f;
            total += weights[point] = spread * place * std::exp(lean * float(point) / float(last));
        }
        int left = kMaxCheckers;
        if (random.below(3) == 0) left = 1 + random.below(14);
        side[kOff] = int8_t(kMaxCheckers - left);
        for (; left; --left) {
            float at = random.share() * total;
            int point = 1;
            while (point < last && (at -= weights[point]) > 0) ++point;
            ++side[size_t(point)];
        }
        if (const int pips = pips_outside(side); pips && pips <= outside_pips) return side;
    }
}

Board alone(const Side& side) {
    Board board;
    board.own = side;
    board.opponent[kOff] = 14;
    board.opponent[1] = 1;  // out of the way
    return board;
}

struct Teacher {
    Race net;
    Bearoff tables;
};

float mean(const float* chances) {
    float sums[8] = {};  // side by side in a register
    for (int n = 0; n < race::kRolls; ++n) sums[n % 8] += float(n) * chances[n];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + (sums[4] + sums[5]) + (sums[6] + sums[7]);
}

const float* head(const RollsNeeded& rolls, int which) {
    return which == 0 ? rolls.finish : which == 1 ? rolls.first_off : rolls.away;
}

}  // namespace

extern "C" {

void* race_teacher(const char* net, const char* tables) {
    return new Teacher{Race(RaceNet::load(net)), Bearoff::load(tables)};
}
void race_teacher_end(void* teacher) { delete static_cast<Teacher*>(teacher); }

void race_begin(int8_t* sides, int count, int outside_pips, uint64_t seed) {
    Random random{seed};
    for (int i = 0; i < count; ++i) *reinterpret_cast<Side*>(sides + i * kPlaces) = begin(random, outside_pips);
}

// The rows of each side, filled up with race::kRows, and what its heads begin with.
void race_rows(const int8_t* sides, int count, int16_t* rows, int32_t* first) {
    for (int i = 0; i < count; ++i) {
        RaceInputs in;
        race_inputs(*reinterpret_cast<const Side*>(sides + i * kPlaces), in);
        std::fill_n(rows + i * race::kMostActive, race::kMostActive, int16_t(race::kRows));
        std::copy_n(in.rows, in.count, rows + i * race::kMostActive);
        std::copy_n(in.first, race::kHeads, first + i * race::kHeads);
    }
}

// What the heads should say of each side: every roll played as well as the teacher can, bins [side][head][bin]. Each
// side is then moved by one of the rolls, in the way that is best for the head that it goes by.
void race_follow(const void* handle, int8_t* sides, const int32_t* heads, int count, float* bins, uint64_t seed) {
    const Teacher& teacher = *static_cast<const Teacher*>(handle);
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < count; ++i) {
        thread_local std::vector<LegalPlay> plays;
        Side& side = *reinterpret_cast<Side*>(sides + i * kPlaces);
        RaceInputs in;
        race_inputs(side, in);
        float* out = bins + size_t(i) * race::kHeads * race::kBins;
        std::fill_n(out, race::kHeads * race::kBins, 0.0f);
        Random random{seed + uint64_t(i) * 0x632BE59BD9B4E019ull};
        int chosen = random.below(36);
        Side next = side;
        for (int high = 1; high <= 6; ++high)
            for (int low = 1; low <= high; ++low) {
                const int ways = high == low ? 1 : 2;
                legal_plays(alone(side), high, low, plays);
                RollsNeeded rolls;
                float best[race::kHeads][race::kRolls], fewest[race::kHeads] = {1e9f, 1e9f, 1e9f};
                size_t picked = 0;
                for (size_t p = 0; p < plays.size(); ++p) {
                    if (rearmost(plays[p].after.own) == 0) {
                        rolls = {};
                        rolls.finish[0] = rolls.first_off[0] = rolls.away[0] = 1;
                    } else
                        teacher.net.rolls_needed(plays[p].after.own, teacher.tables, rolls);
                    for (int h = 0; h < race::kHeads; ++h) {
                        const float m = mean(head(rolls, h));
                        if (m >= fewest[h]) continue;
                        fewest[h] = m;
                        std::copy_n(head(rolls, h), race::kRolls, best[h]);
                        if (h == heads[i]) picked = p;
                    }
                }
                for (int h = 0; h < race::kHeads; ++h)
                    for (int n = 0; n + 1 < race::kRolls; ++n) {
                        const int bin = std::clamp(n + 1 - in.first[h], 0, race::kBins - 1);
                        out[h * race::kBins + bin] += float(ways) / 36.0f * best[h][n];
                    }
                if (chosen >= 0 && chosen < ways) next = plays[picked].after.own;
                chosen -= ways;
            }
        side = next;
    }
}

// What a network says, in the same bins.
void race_says(const void* handle, const int8_t* sides, int count, float* bins) {
    const Teacher& teacher = *static_cast<const Teacher*>(handle);
    for (int i = 0; i < count; ++i) {
        const Side& side = *reinterpret_cast<const Side*>(sides + i * kPlaces);
        RaceInputs in;
        race_inputs(side, in);
        RollsNeeded rolls;
        teacher.net.rolls_needed(side, teacher.tables, rolls);
        for (int h = 0; h < race::kHeads; ++h)
            for (int bin = 0; bin < race::kBins; ++bin) {
                const int n = in.first[h] + bin;
                bins[(i * race::kHeads + h) * race::kBins + bin] = n < 0 || n >= race::kRolls ? 0 : head(rolls, h)[n];
            }
    }
}

}  // extern "C"
