#include "plays.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace tavl {
namespace {

// Bits 1..25 of the places a side stands on, and of the points its opponent may not land on.
uint32_t occupied(const Side& own) {
    uint32_t bits = 0;
    for (int i = 1; i < kPlaces; ++i) bits |= uint32_t(own[i] > 0) << i;
    return bits;
}
uint32_t landable(const Side& opponent) {
    uint32_t bits = 0;
    for (int i = 1; i <= 24; ++i) bits |= uint32_t(opponent[25 - i] < 2) << i;
    return bits;
}
int highest_bit(uint32_t bits) { return int(std::bit_width(bits)) - 1; }

// The places a checker may leave with one die. Points held by the opponent stay held for the whole roll,
// so `open` is worked out once.
uint32_t sources(uint32_t own, uint32_t open, int die) {
    constexpr uint32_t bar = 1u << kBar;
    if (own & bar) return (open >> (kBar - die) & 1) ? bar : 0;  // G5.2: bar first
    uint32_t from = own & (open << die);
    if (own >> 7 == 0 && own) {  // G7.1: all home
        const int high = highest_bit(own);
        if (own >> die & 1) from |= 1u << die;
        if (high < die) from |= 1u << high;
    }
    return from;
}

int target(int from, int die) { return std::max(from - die, kOff); }

struct Walker {
    Board board;
    uint32_t own;
    uint32_t open;
    std::array<Move, 4> moves{};
    int count = 0;

    explicit Walker(const Board& b) : board(b), own(occupied(b.own)), open(landable(b.opponent)) {}

    void step(int from, int die) {
        const int to = target(from, die);
        const bool hit = move_checker(board, from, to);
        if (!board.own[from]) own &= ~(1u << from);
        if (to) own |= 1u << to;
        moves[count++] = Move{int8_t(from), int8_t(to), hit};
    }
    LegalPlay play() const { return LegalPlay{board, moves, int8_t(count)}; }
};

template <class F>
void each_source(uint32_t bits, F&& f) {  // rearmost first
    while (bits) {
        const int from = highest_bit(bits);
        bits &= ~(1u << from);
        f(from);
    }
}

// Equal dice. Taken rearmost first, the moves of a play come in one order only, so no position is
// reached twice: the number of checkers that leave each point follows from the boards before and after.
void doubles(const Walker& w, int die, int last, std::vector<LegalPlay>& out, int& longest) {
    uint32_t from = w.count < 4 ? sources(w.own, w.open, die) : 0;
    from &= (2u << last) - 1;
    if (!from) {
        if (w.count < longest || w.count == 0) return;
        if (w.count > longest) {
            out.clear();
            longest = w.count;
        }
        out.push_back(w.play());
        return;
    }
    each_source(from, [&](int f) {
        Walker next = w;
        next.step(f, die);
        doubles(next, die, f, out, longest);
    });
}

// A number for the mover's side of a board that a move changes by a difference. Two boards reached from one by the
// same dice and alike in it differ at most in what was hit, so `same` looks at the whole board.
constexpr std::array<uint32_t, kPlaces> place_weights() {
    std::array<uint32_t, kPlaces> w{};
    uint32_t x = 0x2545F491u;
    for (auto& v : w) v = x = x * 1664525u + 1013904223u;
    return w;
}
constexpr auto kWeight = place_weights();

// Remembers which boards were reached by two dice, of which there are at most 2 * 15 * 15. The slots are reused, marked
// with the number of the call: emptying them each time would cost more than the search.
class ReachedBoards {
public:
    ReachedBoards() : slots_(kept_) { ++slots_.call; }
    bool insert(const std::vector<LegalPlay>& out, uint32_t key, const Board& b) {
        uint32_t at = (key * 0x9E3779B1u) >> (32 - kBits);
        for (;; at = (at + 1) % kSize) {
            Slot& s = slots_.slot[at];
            if (s.call != slots_.call) {
                s = {slots_.call, key, uint32_t(out.size())};
                return true;
            }
            if (s.key == key && out[s.play].after == b) return false;
        }
    }

private:
    static constexpr uint32_t kBits = 10, kSize = 1u << kBits;
    struct Slot {
        uint64_t call = 0;
        uint32_t key = 0, play = 0;
    };
    struct Slots {
        std::array<Slot, kSize> slot{};
        uint64_t call = 0;
    };
    static thread_local Slots kept_;
    Slots& slots_;
};
thread_local ReachedBoards::Slots ReachedBoards::kept_;

void two_dice(const Board& board, int high, int low, std::vector<LegalPlay>& out) {
    const Walker start(board);
    ReachedBoards seen;
    const auto try_order = [&](int first, int second, bool one_checker_only) {
        each_source(sources(start.own, start.open, first), [&](int f1) {
            Walker one = start;
            one.step(f1, first);
            uint32_t next = sources(one.own, one.open, second);
            if (one_checker_only) next &= 1u << target(f1, first) & ~1u;
            const uint32_t key = kWeight[size_t(target(f1, first))] - kWeight[size_t(f1)];
            each_source(next, [&](int f2) {
                Walker both = one;
                both.step(f2, second);
                const uint32_t change = kWeight[size_t(target(f2, second))] - kWeight[size_t(f2)];
                if (seen.insert(out, key + change, both.board)) out.push_back(both.play());
            });
        });
    };
    try_order(high, low, false);
    // Two checkers moved in the other order give the same board, unless the order decides what may move at all:
    // that takes a checker on the bar, or a bear-off that the first move makes possible.
    int outside = 0;
    for (size_t i = 7; i <= 24; ++i) outside += board.own[i];
    try_order(low, high, board.own[kBar] == 0 && outside >= 2);
    if (!out.empty()) return;
    for (int die : {high, low}) {  // G4.6: not both, so the higher if it can be played
        each_source(sources(start.own, start.open, die), [&](int f) {
            Walker one = start;
            one.step(f, die);
            out.push_back(one.play());
        });
        if (!out.empty()) return;
    }
}

}  // namespace

void legal_plays(const Board& board, int die1, int die2, std::vector<LegalPlay>& out) {
    out.clear();
    if (die1 == die2) {
        int longest = 0;
        doubles(Walker(board), die1, kBar, out, longest);
    } else {
        two_dice(board, std::max(die1, die2), std::min(die1, die2), out);
    }
    if (out.empty()) out.push_back(LegalPlay{board, {}, 0});
}

bool dances(const Board& board, int die1, int die2) {
    const Walker w(board);
    return !sources(w.own, w.open, die1) && !sources(w.own, w.open, die2);
}

namespace {

class TreeBuilder {
public:
    TreeBuilder(const Board& board, int die1, int die2) : pair_(die1 == die2) {
        std::vector<LegalPlay> plays;
        legal_plays(board, die1, die2, plays);
        length_ = plays[0].count;
        for (const auto& p : plays) ends_.emplace_back(p.after);
        std::sort(ends_.begin(), ends_.end());
        std::vector<int> dice = pair_ ? std::vector<int>(4, die1) : std::vector<int>{die1, die2};
        grow(Walker(board), dice);
    }
    PlayTree tree;

private:
    // The node for this board and dice, or -1 if no legal play passes through it.
    int32_t grow(const Walker& w, const std::vector<int>& dice) {
        const auto key = std::pair{w.board, dice};
        if (auto it = known_.find(key); it != known_.end()) return it->second;
        if (w.count == length_) {
            const bool legal = std::binary_search(ends_.begin(), ends_.end(), w.board);
            return known_[key] = legal ? add(w.board) : -1;
        }
        const int32_t self = add(w.board);
        std::vector<PlayTree::Step> steps;
        for (size_t i = 0; i < dice.size(); ++i) {
            if (i && dice[i] == dice[i - 1]) continue;
            std::vector<int> rest = dice;
            rest.erase(rest.begin() + long(i));
            each_source(sources(w.own, w.open, dice[i]), [&](int from) {
                Walker next = w;
                next.step(from, dice[i]);
                const int32_t node = grow(next, rest);
                if (node >= 0) steps.push_back({next.moves[size_t(next.count - 1)], int8_t(dice[i]), node});
            });
        }
        if (steps.empty() && self != 0) {
            tree.nodes.pop_back();  // a dead end: its own children were popped before it
            return known_[key] = -1;
        }
        tree.nodes[size_t(self)].steps = std::move(steps);
        return known_[key] = self;
    }
    int32_t add(const Board& b) {
        tree.nodes.push_back({b, {}});
        return int32_t(tree.nodes.size()) - 1;
    }

    bool pair_;
    int length_;
    std::vector<Board> ends_;
    std::map<std::pair<Board, std::vector<int>>, int32_t> known_;
};

}  // namespace

PlayTree play_tree(const Board& board, int die1, int die2) {
    return std::move(TreeBuilder(board, std::max(die1, die2), std::min(die1, die2)).tree);
}

}  // namespace tavl
