// The network's shape, its inputs and its integer arithmetic. README.md says the same in words; export.py in NumPy.
#pragma once
#include "game.h"

namespace tavl {

constexpr int kPointClasses = 8;                                   // counts 1, 2, 3, 4, 5, 6, 7-8, 9 and more
constexpr int kBarRows = 24 * kPointClasses;                       // where the bar's 16 classes begin within a side
constexpr int kOffRows = kBarRows + 16;
constexpr int kSideRows = kOffRows + 16;                           // 224
constexpr int kFourRows = 2 * kSideRows;                           // 448: windows of four points begin here
constexpr int kSixRows = kFourRows + 21 * 625;                     // 13,573: windows of six points begin here
constexpr int kPipRows = kSixRows + 19 * 729;                      // 27,424: pips of mine, then of theirs, 64 classes each
constexpr int kPipClasses = 64;
constexpr int kBehindRows = kPipRows + 2 * kPipClasses;            // checkers behind, mine times theirs, 8 classes each
constexpr int kRows = kBehindRows + 64;                            // 27,616
constexpr int kZeroRow = kBarRows;                                 // "my bar, count 0": never active, always zero
#ifndef TAVL_HIDDEN
#define TAVL_HIDDEN 1024  // shape.py says how wide, and hands it to the compiler
#endif
constexpr int kHidden = TAVL_HIDDEN;
static_assert(kHidden % 256 == 0, "the kernels take 256 sums at a time");
constexpr int kTails = 10;
constexpr int kWidth = 32;
constexpr int kOutputs = 5;
constexpr int kMostActive = 72;                                    // 28 + 3 + 21 + 19, rounded up to a multiple of four

// Integer arithmetic. Every scale is a power of two, so a change of scale is a shift.
constexpr int kRowScale = 256;      // first layer: 1.0 is 256, clipped to 255
constexpr int kSquareShift = 9;     // squared and halved nine times: 1.0 is 128, at most 127
constexpr int kMiddleShift = 3;     // 128 * 128 (weights of the second layer) to 2,048
constexpr int kMiddleOne = 2048;    // 1.0 after the second and the third layer
constexpr int kLateShift = 12;      // 2,048 * 4,096 (weights of the third and the last layer) to 2,048
constexpr float kLogitScale = 1.0f / (2048.0f * 4096.0f);

TAVL_BOTH int class_of_count(int number) {  // number >= 1
    return number <= 6 ? number - 1 : number <= 8 ? 6 : 7;
}

// The one-hot row of the player's own point, or of the opponent's on that point; -1 when it is empty.
TAVL_BOTH int point_row(int point, int mine, int theirs) {
    if (mine > 0) return (point - 1) * kPointClasses + class_of_count(mine);
    if (theirs > 0) return kSideRows + (24 - point) * kPointClasses + class_of_count(theirs);
    return -1;
}

// empty 0, my blot 1, my point 2, their blot 3, their point 4
TAVL_BOTH int state_of_five(int mine, int theirs) { return mine > 0 ? (mine > 1 ? 2 : 1) : theirs > 0 ? (theirs > 1 ? 4 : 3) : 0; }

// no made point 0, mine 1, theirs 2
TAVL_BOTH int state_of_three(int mine, int theirs) { return mine > 1 ? 1 : theirs > 1 ? 2 : 0; }

TAVL_BOTH int behind(const Side& side) {  // checkers on 19..24 and on the bar
    const uint32_t x = static_cast<uint32_t>(side.high >> 12) & 0x0FFFFFFFu;
    const uint32_t pairs = (x & 0x0F0F0F0Fu) + (x >> 4 & 0x0F0F0F0Fu);
    return static_cast<int>(pairs * 0x01010101u >> 24);
}

// How long a race is, how much time is left: in threes up to 150 pips, in eights beyond.
TAVL_BOTH int class_of_pips(int pips) {
    if (pips < 150) return pips / 3;
    const int coarse = 50 + (pips - 150) / 8;
    return coarse < kPipClasses ? coarse : kPipClasses - 1;
}

TAVL_BOTH int behind_row(int mine, int theirs) { return kBehindRows + (mine < 7 ? mine : 7) * 8 + (theirs < 7 ? theirs : 7); }

// Which tail judges a position. Of those in which neither side comes home, the men behind decide.
enum Tail {
    kRace, kIComeHome, kTheyComeHome, kFiveOfMineBack, kFourOfMineBack, kFiveOfTheirsBack, kFourOfTheirsBack, kMoreOfTheirsBack,
    kMoreOfMineBack, kOrdinary
};

TAVL_BOTH int tail_of(int my_last, int their_last, int my_behind, int their_behind) {
    if (my_last + their_last <= 25) return kRace;
    if (my_last <= 12) return kIComeHome;
    if (their_last <= 12) return kTheyComeHome;
    if (my_behind >= 4 && my_behind >= their_behind) return my_behind >= 5 ? kFiveOfMineBack : kFourOfMineBack;
    if (their_behind >= 4) return their_behind >= 5 ? kFiveOfTheirsBack : kFourOfTheirsBack;
    return my_behind < their_behind ? kMoreOfTheirsBack : my_behind > their_behind ? kMoreOfMineBack : kOrdinary;
}

TAVL_BOTH int tail_of(const Position& p) {
    const uint32_t mine = at_least_one(p.mine) & kOnBoard;
    const uint32_t theirs = at_least_one(p.theirs) & kOnBoard;
    return tail_of(mine != 0 ? highest_bit(mine) : 0, theirs != 0 ? highest_bit(theirs) : 0, behind(p.mine), behind(p.theirs));
}

// What the counts rule out is set to zero, and the five chances are made consistent with each other.
TAVL_BOTH Chances make_consistent(Chances c, bool i_have_off, bool they_have_off) {
    const float lose = 1.0f - c.v[0];
    if (they_have_off) c.v[1] = c.v[2] = 0.0f;
    if (i_have_off) c.v[3] = c.v[4] = 0.0f;
    c.v[1] = c.v[1] < c.v[0] ? c.v[1] : c.v[0];
    c.v[2] = c.v[2] < c.v[1] ? c.v[2] : c.v[1];
    c.v[3] = c.v[3] < lose ? c.v[3] : lose;
    c.v[4] = c.v[4] < c.v[3] ? c.v[4] : c.v[3];
    return c;
}

// The integer network in memory. Rows are stored with 128 added, so that sums of bytes need no sign.
struct Net {
    const uint8_t* rows;    // [kRows][kHidden]
    const int16_t* bias;    // [kHidden], within +-4,095
    const int8_t* second;   // [kTails][kWidth][kHidden]
    const int32_t* second_bias;
    const int16_t* third;   // [kTails][kWidth][kWidth]
    const int32_t* third_bias;
    const int16_t* last;    // [kTails][kOutputs][kWidth]
    const int32_t* last_bias;
    const int8_t* second_by_lane;  // [kTails][kHidden / 16][kWidth][16]: `second` as a warp reads it; only on the GPU
};

// The small network that picks which plays get a look (quick.py). Rows are stored with 128 added.
struct QuickNet {
    const uint8_t* rows;  // [kRows][kQuickHidden], null where every play is looked at
    const int16_t* bias;
    const int16_t* last;  // [kTails][kQuickHidden]
    const int32_t* last_bias;
};
constexpr int kQuickHidden = 32;
constexpr float kQuickScale = 1.0f / (64.0f * 256.0f);
constexpr int kKept = 7;  // plays that get a look; with the one that noise picks they are eight
constexpr int kFew = kKept + 1;

// What stands at each point, seen by the player on roll: the list of active rows. Returns how many.
inline int active_rows(const Position& p, int* rows) {
    int five[24], three[24], number = 0;
    for (int i = 0; i < 24; ++i) {
        const int mine = count(p.mine, i + 1), theirs = count(p.theirs, 24 - i);
        const int row = point_row(i + 1, mine, theirs);
        if (row >= 0) rows[number++] = row;
        five[i] = state_of_five(mine, theirs);
        three[i] = state_of_three(mine, theirs);
    }
    const Side* sides[2] = {&p.mine, &p.theirs};
    for (int s = 0; s < 2; ++s) {
        int pips = 0;
        for (int i = 1; i <= kBar; ++i) pips += i * count(*sides[s], i);
        rows[number++] = kPipRows + s * kPipClasses + class_of_pips(pips);
        if (count(*sides[s], kBar) > 0) rows[number++] = s * kSideRows + kBarRows + count(*sides[s], kBar);
        if (count(*sides[s], 0) > 0) rows[number++] = s * kSideRows + kOffRows + count(*sides[s], 0);
    }
    rows[number++] = behind_row(behind(p.mine), behind(p.theirs));
    for (int i = 0; i < 21; ++i) {
        const int pattern = five[i] + 5 * five[i + 1] + 25 * five[i + 2] + 125 * five[i + 3];
        if (pattern != 0) rows[number++] = kFourRows + 625 * i + pattern;
    }
    for (int i = 0; i < 19; ++i) {
        int pattern = 0;
        for (int k = 5; k >= 0; --k) pattern = 3 * pattern + three[i + k];
        if (pattern != 0) rows[number++] = kSixRows + 729 * i + pattern;
    }
    return number;
}

inline int clip(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

// The five logits, exactly as the engine must give them; the GPU is checked against this.
inline void logits_on_host(const Net& net, const Position& p, int32_t* logits) {
    int rows[kMostActive];
    const int number = active_rows(p, rows);
    const int tail = tail_of(p);
    int hidden[kHidden], middle[kWidth], late[kWidth];
    for (int h = 0; h < kHidden; ++h) {
        int sum = net.bias[h];
        for (int i = 0; i < number; ++i) sum += static_cast<int>(net.rows[rows[i] * kHidden + h]) - 128;
        const int clipped = clip(sum, kRowScale - 1);
        hidden[h] = (clipped * clipped + (1 << (kSquareShift - 1))) >> kSquareShift;
    }
    for (int o = 0; o < kWidth; ++o) {
        int sum = net.second_bias[tail * kWidth + o];
        for (int h = 0; h < kHidden; ++h) sum += hidden[h] * net.second[(tail * kWidth + o) * kHidden + h];
        middle[o] = clip((sum + (1 << (kMiddleShift - 1))) >> kMiddleShift, kMiddleOne);
    }
    for (int o = 0; o < kWidth; ++o) {
        int sum = net.third_bias[tail * kWidth + o];
        for (int j = 0; j < kWidth; ++j) sum += middle[j] * net.third[(tail * kWidth + o) * kWidth + j];
        late[o] = clip((sum + (1 << (kLateShift - 1))) >> kLateShift, kMiddleOne);
    }
    for (int o = 0; o < kOutputs; ++o) {
        int sum = net.last_bias[tail * kOutputs + o];
        for (int j = 0; j < kWidth; ++j) sum += late[j] * net.last[(tail * kOutputs + o) * kWidth + j];
        logits[o] = sum;
    }
}

inline int32_t quick_on_host(const QuickNet& net, const Position& p) {
    int rows[kMostActive];
    const int number = active_rows(p, rows);
    const int tail = tail_of(p);
    int32_t out = net.last_bias[tail];
    for (int h = 0; h < kQuickHidden; ++h) {
        int sum = net.bias[h];
        for (int i = 0; i < number; ++i) sum += static_cast<int>(net.rows[rows[i] * kQuickHidden + h]) - 128;
        out += clip(sum, 255) * net.last[tail * kQuickHidden + h];
    }
    return out;
}

}  // namespace tavl
