#include "race.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace tavl {

using namespace race;

namespace {

// Fixed point: 1.0 is 1024 in rows, sums, weights and hidden values, which are clipped to 0..2.
constexpr int kShift = 10;
constexpr int kMost = 2 << kShift;

// e to the power of -i/256, in 1/2^20: a table, because every machine's `exp` rounds in its own way.
constexpr int kFine = 256, kPowers = 16 * kFine;
const auto kPower = [] {
    std::array<int32_t, kPowers> power{};
    for (int i = 0; i < kPowers; ++i) power[size_t(i)] = int32_t(std::lround(1048576.0 * std::exp(-double(i) / kFine)));
    return power;
}();

// Not inlined: GCC 12 would join every two rounds of the loop around it and then add one sum at a time.
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void add_row(int16_t* __restrict sums, const int16_t* __restrict row) {
    for (int h = 0; h < kHidden; ++h) sums[h] = int16_t(sums[h] + row[h]);
}

int end_of(const RollsNeeded& rolls, int end) {
    while (rolls.finish[end - 1] == 0) --end;
    return end;
}

}  // namespace

void race_inputs(const Side& side, RaceInputs& in) {
    int pips = 0, home = 0, away = 0, outside = 0;
    in.count = 0;
    for (int point = 1; point <= 24; ++point) {
        const int n = side[size_t(point)];
        if (n == 0) continue;
        in.rows[in.count++] = int16_t((point - 1) * kPointClasses + std::min(n, kPointClasses) - 1);
        pips += point * n;
        if (point > 6) home += (point - 6) * n, outside += n;
        if (point > 18) away += (point - 18) * n;
    }
    const auto add = [&in](int row) { in.rows[in.count++] = int16_t(row); };
    if (side[kOff]) add(kOffRows + side[kOff] - 1);
    if (outside) add(kOutsideRows + outside - 1);
    const auto add_pips = [&add](int first, int n) {
        add(first + 6 * n % kPace);
        add(first + kPace + 6 * n / kPace);
        return 6 * n / kPace;
    };
    in.first[0] = add_pips(kPipRows, pips) - 10;
    in.first[1] = add_pips(kHomeRows, home) - 6;
    in.first[2] = add_pips(kAwayRows, away) - 6;
}

void RaceNet::rolls_needed(const Side& side, RollsNeeded& out) const {
    RaceInputs in;
    race_inputs(side, in);
    alignas(64) int16_t sums[kHidden];
    std::copy_n(bias_.data(), kHidden, sums);
    for (int i = 0; i < in.count; ++i) add_row(sums, rows_.data() + size_t(in.rows[i]) * kHidden);
    for (int16_t& sum : sums) sum = std::min<int16_t>(std::max<int16_t>(sum, 0), kMost);
    alignas(64) int16_t middle[kWidth];
    for (int w = 0; w < kWidth; w += 4) {  // four at a time: each by itself would wait for its last addition
        const int16_t* weight = second_.data() + size_t(w) * kHidden;
        int32_t four[4] = {};
        for (int h = 0; h < kHidden; ++h)
            for (int k = 0; k < 4; ++k) four[k] += int32_t(sums[h]) * weight[k * kHidden + h];
        for (int k = 0; k < 4; ++k) middle[w + k] = int16_t(std::clamp((second_bias_.data()[w + k] + four[k]) >> kShift, 0, kMost));
    }
    out = {};
    float* const heads[kHeads] = {out.finish, out.first_off, out.away};
    const bool asked[kHeads] = {true, side[kOff] == 0, rearmost(side) > 18};
    for (int head = 0; head < kHeads; ++head) {
        if (!asked[head]) {
            heads[head][0] = 1;
            continue;
        }
        int32_t logits[kBins], most = INT32_MIN;
        const int from = std::max(0, 1 - in.first[head]);  // at least one roll
        for (int bin = from; bin < kBins; ++bin) {
            const int16_t* weight = last_.data() + size_t(head * kBins + bin) * kWidth;
            logits[bin] = last_bias_.data()[head * kBins + bin];
            for (int w = 0; w < kWidth; ++w) logits[bin] += int32_t(middle[w]) * weight[w];
            most = std::max(most, logits[bin]);
        }
        int32_t powers[kBins], total = 0;
        for (int bin = from; bin < kBins; ++bin) {
            const int32_t down = (most - logits[bin]) >> (2 * kShift - 8);
            total += powers[bin] = down < kPowers ? kPower[size_t(down)] : 0;
        }
        const float share = 1.0f / float(total);
        for (int bin = from; bin < kBins; ++bin) heads[head][in.first[head] + bin] = share * float(powers[bin]);
    }
    out.end = end_of(out, std::max(0, in.first[0]) + kBins);
}

RaceNet RaceNet::load(const std::string& path) {
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) throw std::runtime_error("no race network at " + path);
    const auto read = [&](void* to, size_t bytes) {
        if (std::fread(to, 1, bytes, file.get()) != bytes) throw std::runtime_error("the race network ends too early: " + path);
    };
    char magic[8];
    uint32_t numbers[3];
    read(magic, sizeof magic);
    read(numbers, sizeof numbers);
    if (std::memcmp(magic, "TAVLRAC1", 8) != 0 || numbers[0] != kRows || numbers[1] != kHidden || numbers[2] != kWidth)
        throw std::runtime_error("not a race network: " + path);
    RaceNet net;
    const auto part = [&](auto& a) { read(a.data(), a.size() * sizeof(*a.data())); };
    part(net.rows_);
    part(net.bias_);
    part(net.second_);
    part(net.second_bias_);
    part(net.last_);
    part(net.last_bias_);
    return net;
}

uint64_t Race::next_number() {
    static std::atomic<uint64_t> last{0};
    return ++last;
}

void Race::rolls_needed(const Side& side, const Bearoff& tables, RollsNeeded& out) const {
    if (!Bearoff::home(side)) return net_.rolls_needed(side, out);
    out = {};
    const int at = Bearoff::index(side);
    std::copy_n(tables.finish(at), bearoff::kRolls, out.finish);
    std::copy_n(tables.first_off(at), bearoff::kRolls, out.first_off);
    out.away[0] = 1;
    out.end = end_of(out, bearoff::kRolls);
}

namespace {

// Sides that a thread has looked at lately. In a race each meets many of the other.
struct SideCache {
    static constexpr size_t kSlots = 256;
    struct Slot {
        Side side{};
        RollsNeeded rolls;
    };
    std::vector<Slot> slots;
    uint64_t race = 0;

    Slot& slot(const Side& side, uint64_t asked) {
        if (race != asked) slots.assign(kSlots, {}), race = asked;
        uint64_t words[4] = {};
        std::memcpy(words, side.data(), sizeof side);
        uint64_t h = 0x9E3779B97F4A7C15ull;
        for (const uint64_t w : words) h = (h ^ w) * 0xD6E8FEB86659FD93ull, h ^= h >> 32;
        return slots[h % kSlots];
    }
};
thread_local SideCache remembered_sides;

}  // namespace

bool Race::chances(const Board& b, const Bearoff& tables, Chances& out) const {
    if (contact(b) || checkers(b.own) != kMaxCheckers || checkers(b.opponent) != kMaxCheckers) return false;
    const auto needed = [&](const Side& side) -> const RollsNeeded& {
        SideCache::Slot& slot = remembered_sides.slot(side, number_);
        if (slot.side != side) {
            rolls_needed(side, tables, slot.rolls);
            slot.side = side;
        }
        return slot.rolls;
    };
    const RollsNeeded mine = needed(b.own);  // a copy: the other side may take its slot
    const RollsNeeded& theirs = needed(b.opponent);
    out = race_chances({mine.finish, mine.first_off, mine.away}, {theirs.finish, theirs.first_off, theirs.away},
                       std::max(mine.end, theirs.end));
    return true;
}

}  // namespace tavl
