// A position seen by the player on roll: counts of checkers, nothing else.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tavl {

// Each side numbers the board from its own home: 0 is off, 1..24 the points, 25 the bar.
// My point n is the opponent's 25 - n (G1.1), so seeing a board from the other side is a swap.
constexpr int kOff = 0;
constexpr int kBar = 25;
constexpr int kPlaces = 26;
constexpr int kMaxCheckers = 15;

using Side = std::array<int8_t, kPlaces>;

struct Board {
    Side own{};
    Side opponent{};

    bool operator==(const Board& o) const { return std::memcmp(this, &o, sizeof(Board)) == 0; }
    bool operator<(const Board& o) const { return std::memcmp(this, &o, sizeof(Board)) < 0; }
    Board mirrored() const { return Board{opponent, own}; }
};
static_assert(sizeof(Board) == 2 * kPlaces, "boards are compared and hashed as bytes");

inline Board starting_board() {
    Board b;
    for (Side* s : {&b.own, &b.opponent}) {
        (*s)[24] = 2;
        (*s)[13] = 5;
        (*s)[8] = 3;
        (*s)[6] = 5;
    }
    return b;
}

inline int checkers(const Side& s) {
    int n = 0;
    for (int8_t c : s) n += c;
    return n;
}

inline int pips(const Side& s) {
    int n = 0;
    for (int i = 1; i < kPlaces; ++i) n += i * s[i];
    return n;
}

// The rearmost place a side still has a checker on; 0 when all are off. Eight places at a time, as it is asked often.
inline int rearmost(const Side& s) {
    if constexpr (std::endian::native == std::endian::little) {
        for (int i = kBar - 7; i > 0; i -= 8) {
            uint64_t eight;
            std::memcpy(&eight, &s[size_t(i)], sizeof eight);
            if (eight) return i + (int(std::bit_width(eight)) - 1) / 8;
        }
        return s[1] ? 1 : 0;
    }
    for (int i = kBar; i > 0; --i)
        if (s[size_t(i)]) return i;
    return 0;
}

// Contact: some checker of one side has still to pass one of the other.
inline bool contact(const Board& b) { return rearmost(b.own) + rearmost(b.opponent) > 24; }

inline bool over(const Board& b) { return rearmost(b.own) == 0 || rearmost(b.opponent) == 0; }

// How much the side that did not bear off has lost: 1, 2 or 3 (G8.1).
inline int loss_size(const Side& loser) {
    if (loser[kOff] > 0) return 1;
    for (int i = 19; i <= kBar; ++i)
        if (loser[i]) return 3;
    return 2;
}

// One checker from a place to a lower one, hitting a blot that stands there.
inline bool move_checker(Board& b, int from, int to) {
    --b.own[from];
    ++b.own[to];
    if (to == kOff || b.opponent[25 - to] != 1) return false;
    b.opponent[25 - to] = 0;
    ++b.opponent[kBar];
    return true;
}

inline uint64_t hash_board(const Board& b) {
    uint64_t words[7] = {};
    std::memcpy(words, &b, sizeof(Board));
    uint64_t h = 0x9E3779B97F4A7C15ull;
    for (uint64_t w : words) {
        h = (h ^ w) * 0xD6E8FEB86659FD93ull;
        h ^= h >> 32;
    }
    return h;
}

}  // namespace tavl
