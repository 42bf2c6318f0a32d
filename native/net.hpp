// The network: from counts on the board to five chances, in integers. train/README.md says how it was made. The
// layout and every rounding here are the same as in train/, so that a position has the same value everywhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "board.hpp"

namespace tavl {

namespace shape {
constexpr int kPointClasses = 8;              // counts 1, 2, 3, 4, 5, 6, 7-8, 9 and more
constexpr int kBarRows = 24 * kPointClasses;  // the bar's 16 classes begin here within a side
constexpr int kOffRows = kBarRows + 16;
constexpr int kSideRows = kOffRows + 16;
constexpr int kFourRows = 2 * kSideRows;             // windows of four points: 5^4 patterns each
constexpr int kSixRows = kFourRows + 21 * 625;       // windows of six points: 3^6 patterns of made points each
constexpr int kPipRows = kSixRows + 19 * 729;        // pips of mine, then of theirs, 64 classes each
constexpr int kPipClasses = 64;
constexpr int kBehindRows = kPipRows + 2 * kPipClasses;  // checkers behind, mine times theirs, 8 classes each
constexpr int kRows = kBehindRows + 64;
constexpr int kTails = 10;
constexpr int kWidth = 32;
constexpr int kOutputs = 5;
constexpr int kEmptyRow = kFourRows;  // pattern 0 of a window: zeros
constexpr int kPlane = 128;           // sums that are worked out together: two cache lines of a row
constexpr int kMostHidden = 1024;     // a file has any number of sums up to this, in whole planes
constexpr int kLastLanes = 16;        // the five outputs of the last layer in a register's width
constexpr int kMostActive = 80;  // 28 places, 21 and 19 windows, three more, and room to write eight at a time
}  // namespace shape

// The chances of the player on roll, without the cube. Gammons include backgammons.
struct Chances {
    float win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;

    float equity() const { return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon; }
    Chances seen_by_other() const { return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon}; }
};

// Zeros, aligned for the widest registers in use; large arrays for huge pages, where the system has them: rows are read
// from all over the array, and address translation of small pages would cost more than reading.
struct Memory {
    explicit Memory(size_t bytes);
    Memory(Memory&& o) noexcept : at(std::exchange(o.at, nullptr)), alignment(o.alignment) {}
    Memory& operator=(Memory&& o) noexcept {
        std::swap(at, o.at);
        std::swap(alignment, o.alignment);
        return *this;
    }
    ~Memory();
    void* at;
    size_t alignment;
};

template <class T>
class Aligned {
public:
    explicit Aligned(size_t n = 0) : memory_(n * sizeof(T)), size_(n) {}
    T* data() { return static_cast<T*>(memory_.at); }
    const T* data() const { return static_cast<const T*>(memory_.at); }
    size_t size() const { return size_; }

private:
    Memory memory_;
    size_t size_;
};

// Arranged for wide registers. The rows lie in planes of 128 sums: positions that are judged together share most of their
// rows, and a plane of those stays in the nearest cache. The layers after them lie by input, so that a few inputs go to
// all outputs side by side.
struct Net {
    explicit Net(int sums) : hidden(sums) {}

    int hidden;  // sums of the first layer
    Aligned<int8_t> rows{size_t(shape::kRows) * size_t(hidden)};  // [sum / 128][row][sum % 128]
    Aligned<int16_t> bias{size_t(hidden)};                        // in the order that `paired` leaves sums in
    Aligned<int8_t> second{size_t(shape::kTails * shape::kWidth) * size_t(hidden)};         // [tail][input / 4][output][input % 4]
    Aligned<int16_t> second_plain{size_t(shape::kTails * shape::kWidth) * size_t(hidden)};  // [tail][output][input]
    Aligned<int32_t> second_bias{size_t(shape::kTails) * shape::kWidth};
    Aligned<int16_t> third{size_t(shape::kTails) * shape::kWidth * shape::kWidth};   // [tail][input / 2][output][input % 2]
    Aligned<int32_t> third_bias{size_t(shape::kTails) * shape::kWidth};
    Aligned<int16_t> last{size_t(shape::kTails) * shape::kLastLanes * shape::kWidth};  // the same, 16 outputs
    Aligned<int32_t> last_bias{size_t(shape::kTails) * shape::kOutputs};

    const int8_t* plane(int sum) const { return rows.data() + size_t(sum) * shape::kRows; }

    // Two rows of bytes interleaved, 64 at a time, leave the sums of each sixteen as eight in the first half and eight
    // in the second: where a sum comes to lie.
    static constexpr int paired(int sum) { return sum / 64 * 64 + sum / 8 % 2 * 32 + sum % 64 / 16 * 8 + sum % 8; }

    // Reads a file that train/export.py wrote; throws std::runtime_error with the reason.
    static Net load(const std::string& path);
};

// The active rows of the first layer for a position, and its tail.
struct Inputs {
    int16_t rows[shape::kMostActive] = {};  // and up to four more, which are empty: they are added two or four at a time
    int count = 0;
    int tail = 0;

    Inputs() = default;
    Inputs(const Inputs& o) { *this = o; }
    Inputs& operator=(const Inputs& o) {
        count = o.count;
        tail = o.tail;
        std::memcpy(rows, o.rows, size_t(count + 4) * sizeof(int16_t));
        return *this;
    }
};
void inputs_of(const Board& board, Inputs& in);  // by the best path
void inputs_portable(const Board& board, Inputs& in);
void inputs_avx2(const Board& board, Inputs& in);  // the same rows, in another order

// Counts over the whole board: how many checkers each side has behind (on the opponent's home points and the bar), and
// how many pips.
struct Counted {
    int my_behind, their_behind, my_pips, their_pips;
};

namespace shape {
constexpr auto kPipClass = [] {  // in threes up to 150, in eights beyond
    std::array<uint8_t, kMaxCheckers * kBar + 1> c{};
    for (int pips = 0; pips < int(c.size()); ++pips) {
        const int far = 50 + (pips - 150) / 8;
        c[size_t(pips)] = uint8_t(pips < 150 ? pips / 3 : far < kPipClasses ? far : kPipClasses - 1);
    }
    return c;
}();
constexpr auto kTailBehind = [] {  // by the checkers behind, where neither side comes home
    std::array<uint8_t, 256> t{};
    for (int mine = 0; mine < 16; ++mine)
        for (int theirs = 0; theirs < 16; ++theirs) {
            uint8_t& tail = t[size_t(16 * mine + theirs)];
            if (mine >= 4 && mine >= theirs) tail = mine >= 5 ? 3 : 4;
            else if (theirs >= 4) tail = theirs >= 5 ? 5 : 6;
            else tail = mine < theirs ? 7 : mine > theirs ? 8 : 9;
        }
    return t;
}();
}  // namespace shape

inline void append_counted(const Counted& c, Inputs& in) {
    const auto most = [](int n) { return n < 7 ? n : 7; };
    in.rows[in.count] = int16_t(shape::kPipRows + shape::kPipClass[size_t(c.my_pips)]);
    in.rows[in.count + 1] = int16_t(shape::kPipRows + shape::kPipClasses + shape::kPipClass[size_t(c.their_pips)]);
    in.rows[in.count + 2] = int16_t(shape::kBehindRows + 8 * most(c.my_behind) + most(c.their_behind));
    in.count += 3;
    for (int i = 0; i < 4; ++i) in.rows[in.count + i] = shape::kEmptyRow;
}
inline int tail_of(int mine, int theirs, const Counted& c) {
    if (mine + theirs <= 25) return 0;  // a race
    if (mine <= 12) return 1;           // I come home
    if (theirs <= 12) return 2;         // they come home
    return shape::kTailBehind[size_t(16 * c.my_behind + c.their_behind)];
}

// Ways to the same integers, the slowest first.
enum class Path { portable, sse41, neon, avx2, avx512 };
Path best_path();
bool available(Path path);
using InputsOf = void (*)(const Board&, Inputs&);
InputsOf inputs_by(Path path);
using Logits = std::array<int32_t, shape::kOutputs>;
constexpr size_t kBatch = 32;  // positions at a time: the data between the layers stays in the first-level cache
void logits_portable(const Net& net, const Inputs* in, size_t count, Logits* out);  // of at most kBatch
void logits_128(const Net& net, const Inputs* in, size_t count, Logits* out);  // SSE4.1 or NEON
void logits_avx2(const Net& net, const Inputs* in, size_t count, Logits* out);
void logits_avx512(const Net& net, const Inputs* in, size_t count, Logits* out);

class Evaluator {
public:
    explicit Evaluator(const Net& net, Path path = best_path());
    void logits(const Inputs* inputs, size_t count, Logits* out) const;
    // The inputs are those of the boards, where they are known already.
    void evaluate(const Board* boards, const Inputs* inputs, size_t count, Chances* out) const;
    void evaluate(const Board* boards, size_t count, Chances* out) const;

private:
    const Net& net_;
    void (*run_)(const Net&, const Inputs*, size_t, Logits*);
};

}  // namespace tavl
