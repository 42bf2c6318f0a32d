// The rules a self-play game needs, for the GPU and for the host alike: position, moves, plays of one roll, end of game.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#define TAVL_BOTH __host__ __device__ __forceinline__
#else
#define TAVL_BOTH inline
#endif

namespace tavl {

constexpr int kBar = 25;
constexpr int kCheckers = 15;

// 26 counts of one side in its own numbering, four bits each: index 0 off, 1..24 points, 25 bar.
struct Side {
    uint64_t low;   // indices 0..15
    uint64_t high;  // indices 16..25
};

// Seen by the player on roll. Both sides keep their own numbering, so to change the view is to swap them.
struct alignas(16) Position {
    Side mine;
    Side theirs;
};

TAVL_BOTH int count(const Side& side, int index) {
    const uint64_t word = index < 16 ? side.low : side.high;
    return static_cast<int>(word >> ((index & 15) * 4)) & 15;
}

TAVL_BOTH void add(Side& side, int index, int number) {
    const uint64_t change = static_cast<uint64_t>(static_cast<int64_t>(number)) << ((index & 15) * 4);
    if (index < 16) side.low += change;
    else side.high += change;
}

TAVL_BOTH Position seen_by_other(const Position& p) { return Position{p.theirs, p.mine}; }

// Bits 0, 4, 8, ... of a word, moved together into its lowest 16 bits.
TAVL_BOTH uint32_t every_fourth_bit(uint64_t x) {
    x &= 0x1111111111111111ull;
    x = (x | x >> 3) & 0x0303030303030303ull;
    x = (x | x >> 6) & 0x000F000F000F000Full;
    x = (x | x >> 12) & 0x000000FF000000FFull;
    return static_cast<uint32_t>(x | x >> 24) & 0xFFFFu;
}

TAVL_BOTH uint32_t at_least_one(const Side& s) {
    const uint64_t low = s.low | s.low >> 1 | s.low >> 2 | s.low >> 3;
    const uint64_t high = s.high | s.high >> 1 | s.high >> 2 | s.high >> 3;
    return every_fourth_bit(low) | every_fourth_bit(high) << 16;
}

TAVL_BOTH uint32_t at_least_two(const Side& s) {
    const uint64_t low = s.low >> 1 | s.low >> 2 | s.low >> 3;
    const uint64_t high = s.high >> 1 | s.high >> 2 | s.high >> 3;
    return every_fourth_bit(low) | every_fourth_bit(high) << 16;
}

constexpr uint32_t kPoints = 0x1FFFFFEu;             // indices 1..24
constexpr uint32_t kOnBoard = kPoints | 1u << kBar;  // indices 1..25

// Their point n is my point 25-n: a mask over 26 indices, read from the other end.
TAVL_BOTH uint32_t from_other_end(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return __brev(mask) >> 6;
#else
    uint32_t turned = 0;
    for (int i = 0; i < 26; ++i) turned |= (mask >> i & 1u) << (25 - i);
    return turned;
#endif
}

TAVL_BOTH int highest_bit(uint32_t mask) {  // the mask must not be empty
#ifdef __CUDA_ARCH__
    return 31 - __clz(static_cast<int>(mask));
#else
    return 31 - __builtin_clz(mask);
#endif
}

// A position in the middle of a turn, with what move generation asks again and again kept as masks over my indices.
struct Turn {
    Position p;
    uint32_t own;      // where I have a checker, off excluded
    uint32_t blocked;  // points they hold with two or more
    uint32_t blots;    // points where they have one
};

TAVL_BOTH Turn begin_turn(const Position& p) {
    const uint32_t made = at_least_two(p.theirs) & kPoints;
    const uint32_t any = at_least_one(p.theirs) & kPoints;
    return Turn{p, at_least_one(p.mine) & kOnBoard, from_other_end(made), from_other_end(any & ~made)};
}

// The indices from which one checker may move by this die.
TAVL_BOTH uint32_t sources(const Turn& t, int die) {
    const uint32_t bar = 1u << kBar;
    if (t.own & bar) return t.blocked >> (kBar - die) & 1u ? 0u : bar;
    const uint32_t up_to_die = (2u << die) - 1u;
    uint32_t legal = t.own & ~up_to_die & ~(t.blocked << die);
    if (t.own != 0 && t.own >> 7 == 0) {  // all home: bear off from the die's point, or from the highest below it
        const int top = highest_bit(t.own);
        legal |= top <= die ? 1u << top : t.own & 1u << die;
    }
    return legal;
}

TAVL_BOTH void move(Turn& t, int source, int die) {
    const int target = source > die ? source - die : 0;
    add(t.p.mine, source, -1);
    add(t.p.mine, target, 1);
    if (count(t.p.mine, source) == 0) t.own &= ~(1u << source);
    if (target == 0) return;
    t.own |= 1u << target;
    if (t.blots >> target & 1u) {
        t.blots &= ~(1u << target);
        add(t.p.theirs, 25 - target, -1);
        add(t.p.theirs, kBar, 1);
    }
}

TAVL_BOTH uint64_t key_of(const Position& p) {
    uint64_t key = p.mine.low * 0x9E3779B97F4A7C15ull;
    key = (key ^ key >> 29 ^ p.mine.high) * 0xBF58476D1CE4E5B9ull;
    key = (key ^ key >> 32 ^ p.theirs.low) * 0x94D049BB133111EBull;
    key = (key ^ key >> 30 ^ p.theirs.high) * 0xD6E8FEB86659FD93ull;
    return key ^ key >> 31;
}

// Most mixed rolls have fewer than 40 results; 15 checkers on 15 points and two dice give at most 225.
constexpr int kMixedLimit = 256;

// Where results go. What exceeds the capacity is left out (only doubles in positions no game sees come near it).
struct PlayList {
    Position* out;
    int capacity;
    int size;

    TAVL_BOTH void put(const Position& after) {
        if (size < capacity) out[size++] = seen_by_other(after);
    }
};

// Doubles: equal dice commute, so playing sources in non-rising order meets every result once.
template <int kMade>
TAVL_BOTH void play_double(const Turn& t, int die, int limit, PlayList& list, int& most) {
    uint32_t open = 0;
    if constexpr (kMade < 4) open = sources(t, die) & ((2u << limit) - 1u);
    if (open == 0) {
        if (kMade > most) {
            most = kMade;
            list.size = 0;
        }
        if (kMade == most) list.put(t.p);
        return;
    }
    if constexpr (kMade < 4) {
        while (open != 0) {
            const int source = highest_bit(open);
            open ^= 1u << source;
            Turn next = t;
            move(next, source, die);
            play_double<kMade + 1>(next, die, source, list, most);
        }
    }
}

// Both dice in both orders; the same result reached twice is recognised by its key.
TAVL_BOTH void play_mixed(const Turn& t, int high, int low, PlayList& list) {
    uint64_t keys[kMixedLimit];
    for (int order = 0; order < 2; ++order) {
        const int first = order == 0 ? high : low;
        const int second = order == 0 ? low : high;
        for (uint32_t open = sources(t, first); open != 0;) {
            const int source = highest_bit(open);
            open ^= 1u << source;
            Turn half = t;
            move(half, source, first);
            for (uint32_t rest = sources(half, second); rest != 0;) {
                const int next = highest_bit(rest);
                rest ^= 1u << next;
                Turn full = half;
                move(full, next, second);
                const uint64_t key = key_of(full.p);
                bool seen = list.size >= kMixedLimit;
                for (int i = 0; i < list.size && !seen; ++i) seen = keys[i] == key;
                if (seen) continue;
                if (list.size < list.capacity) keys[list.size] = key;
                list.put(full.p);
            }
        }
    }
    if (list.size != 0) return;
    // Only one die can be played: the higher if either could.
    int die = high;
    uint32_t open = sources(t, high);
    if (open == 0) {
        die = low;
        open = sources(t, low);
    }
    while (open != 0) {
        const int source = highest_bit(open);
        open ^= 1u << source;
        Turn single = t;
        move(single, source, die);
        list.put(single.p);
    }
}

// Every distinct position a roll leads to, seen by the opponent, who is then on roll. A dance gives the position itself.
TAVL_BOTH int generate_plays(const Position& p, int high, int low, Position* out, int capacity) {
    const Turn t = begin_turn(p);
    PlayList list{out, capacity, 0};
    if (high == low) {
        int most = 0;
        play_double<0>(t, high, kBar, list, most);
    } else {
        play_mixed(t, high, low, list);
    }
    if (list.size == 0) list.put(p);
    return list.size;
}

// The five chances of the player whose view it is: win, win gammon, win backgammon, lose gammon, lose backgammon.
struct Chances {
    float v[5];
};

TAVL_BOTH float equity(const Chances& c) { return 2.0f * c.v[0] - 1.0f + c.v[1] + c.v[2] - c.v[3] - c.v[4]; }

TAVL_BOTH Chances seen_by_other(const Chances& c) {
    return Chances{{1.0f - c.v[0], c.v[3], c.v[4], c.v[1], c.v[2]}};
}

// After a play the position is seen by the opponent, so a finished game has the opponent's checkers all off.
TAVL_BOTH bool is_over(const Position& p) { return count(p.theirs, 0) == kCheckers; }

// What the player on roll has when they have just lost: a gammon if nothing is off, a backgammon if a checker also
// stands on the bar or in the winner's home, my points 19..24.
TAVL_BOTH Chances chances_when_lost(const Position& p) {
    const bool gammon = count(p.mine, 0) == 0;
    const bool backgammon = gammon && (at_least_one(p.mine) & kOnBoard) >> 19 != 0;
    return Chances{{0.0f, 0.0f, 0.0f, gammon ? 1.0f : 0.0f, backgammon ? 1.0f : 0.0f}};
}

}  // namespace tavl
