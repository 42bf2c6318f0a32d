// Where games begin: the usual start, and odd positions of many kinds so that the rare is learned too.
#pragma once
#include "game.h"

namespace tavl {

struct Random {  // splitmix64: one word of state, good enough for dice and set-ups
    uint64_t state;

    TAVL_BOTH uint32_t next() {
        uint64_t z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return static_cast<uint32_t>((z ^ z >> 31) >> 32);
    }
    TAVL_BOTH int below(int n) { return static_cast<int>(static_cast<uint64_t>(next()) * static_cast<uint64_t>(n) >> 32); }
    TAVL_BOTH int between(int low, int high) { return low + below(high - low + 1); }
    TAVL_BOTH float unit() { return (static_cast<float>(next() >> 8) + 0.5f) * (1.0f / 16777216.0f); }
};

TAVL_BOTH Position standard_start() {
    Side side{0, 0};
    add(side, 6, 5);
    add(side, 8, 3);
    add(side, 13, 5);
    add(side, 24, 2);
    return Position{side, side};
}

// How one side of an odd start is laid out: how many off, on the bar, and in each zone; the rest goes to `rest`.
struct Layout {
    int off, bar;
    int prime_low, prime_length;       // made points side by side, two men each
    int back, back_low, back_high;     // checkers far behind, and the points they may take
    int rest_low, rest_high;           // the points for all others
};

// Puts checkers down in small stacks on points the other side has left free.
TAVL_BOTH void place(Side& side, uint32_t taken, int number, int low, int high, Random& random) {
    for (int attempt = 0; number > 0; ++attempt) {
        const int point = attempt < 30 ? random.between(low, high) : random.between(1, 24);
        if (taken >> point & 1u) continue;
        const int r = random.below(8);
        int stack = r < 2 ? 1 : r < 6 ? 2 : 3;
        if (stack > number) stack = number;
        add(side, point, stack);
        number -= stack;
    }
}

TAVL_BOTH Side lay_out(const Layout& l, uint32_t taken, Random& random) {
    Side side{0, 0};
    add(side, 0, l.off);
    add(side, kBar, l.bar);
    for (int point = l.prime_low; point < l.prime_low + l.prime_length; ++point) add(side, point, 2);
    place(side, taken, l.back, l.back_low, l.back_high, random);
    place(side, taken, kCheckers - l.off - l.bar - 2 * l.prime_length - l.back, l.rest_low, l.rest_high, random);
    return side;
}

TAVL_BOTH int few(Random& random, int most) {  // small numbers more often than large ones
    const int a = random.below(most + 1), b = random.below(most + 1);
    return a < b ? a : b;
}

constexpr int kOddKinds = 9;

// How often each kind is begun with, of 32: back games, ace points and men behind a prime are what the network judges
// worst; long races hardly come up in games that are not begun with one.
TAVL_BOTH int odd_kind(Random& random) {
    constexpr int ends[kOddKinds] = {13, 18, 20, 22, 23, 26, 27, 31, 32};
    const int n = random.below(32);
    int kind = 0;
    while (n >= ends[kind]) ++kind;
    return kind;
}

// `a` is the side that gives the kind its name, `b` the other; who of them is on roll is decided by the caller.
TAVL_BOTH void odd_layouts(int kind, Random& random, Layout& a, Layout& b) {
    switch (kind) {
        case 0:  // back game: a holds points in b's home, b brings its men around
            a = Layout{0, few(random, 1), 0, 0, random.between(4, 7), 19, 24, 1, random.between(8, 13)};
            b = Layout{0, 0, 0, 0, few(random, 2), 18, 24, 1, random.between(8, 15)};
            break;
        case 1:  // a holds an anchor or a straggler while b bears in or off: half of them on the ace point
            a = Layout{few(random, 3), few(random, 1), 0, 0, random.between(1, 4), 19, 24, 1, random.between(6, 10)};
            if (random.below(2)) a.back = random.between(2, 4), a.back_low = 24, a.bar = 0;
            b = Layout{few(random, 11), 0, 0, 0, 0, 19, 24, 1, random.between(5, 10)};
            break;
        case 2:  // late hit: a has many off and one or two men caught, b contains them
            a = Layout{random.between(4, 13), random.below(2), 0, 0, 1, 16, 24, 1, 6};
            b = Layout{few(random, 4), 0, 0, 0, few(random, 3), 17, 24, 1, random.between(7, 14)};
            break;
        case 3:  // blitz or prime: a has men on the bar and behind, b is in front of them
            a = Layout{0, random.between(0, 3), 0, 0, random.between(1, 3), 18, 24, 3, 13};
            b = Layout{0, 0, 0, 0, few(random, 3), 18, 24, 2, random.between(8, 12)};
            break;
        case 4: {  // race: no contact, any length
            const int border = random.between(6, 18);
            a = Layout{few(random, 13), 0, 0, 0, 0, 19, 24, 1, border};
            b = Layout{few(random, 13), 0, 0, 0, 0, 19, 24, 1, 24 - border};
            if (random.below(2)) a.off = 0;  // gammons are still to be won
            break;
        }
        case 5:  // both hold men behind: holding games, mutual back games
            a = Layout{0, 0, 0, 0, random.between(2, 5), 18, 24, 2, 14};
            b = Layout{0, 0, 0, 0, random.between(2, 5), 18, 24, 2, 14};
            break;
        case 6:  // crunched: a's board is buried deep
            a = Layout{few(random, 3), few(random, 1), 0, 0, random.between(1, 4), 17, 24, 1, random.between(3, 6)};
            b = Layout{few(random, 3), 0, 0, 0, few(random, 4), 17, 24, 1, random.between(6, 16)};
            break;
        case 7: {  // containment: b has a prime, a has men behind it or on the bar
            const int length = random.between(4, 6), low = random.between(2, 9 - length + 3);
            b = Layout{few(random, 2), 0, low, length, 0, 19, 24, 1, random.between(8, 14)};
            a = Layout{few(random, 6), few(random, 2), 0, 0, random.between(1, 3), 26 - low, 24, 1, random.between(6, 14)};
            break;
        }
        default:  // anything
            a = Layout{few(random, 8), few(random, 2), 0, 0, few(random, 3), 1, 24, 1, random.between(6, 24)};
            b = Layout{few(random, 8), few(random, 2), 0, 0, few(random, 3), 1, 24, 1, random.between(6, 24)};
            break;
    }
}

TAVL_BOTH Position odd_start(int kind, Random& random) {
    Layout a{}, b{};
    odd_layouts(kind, random, a, b);
    if (b.prime_length > 0) {  // the prime first: the others stand where it leaves room
        const Layout other = a;
        a = b;
        b = other;
    }
    const Side first = lay_out(a, 0, random);
    const uint32_t taken = from_other_end(at_least_one(first) & kPoints);
    const Side second = lay_out(b, taken, random);
    return random.below(2) ? Position{first, second} : Position{second, first};
}

// A new game: odd with the given probability, else the usual start.
TAVL_BOTH Position new_game(float odd_share, Random& random) {
    if (random.unit() >= odd_share) return standard_start();
    return odd_start(odd_kind(random), random);
}

}  // namespace tavl
