// The network: from counts on the board to five chances, in integers. train/README.md says how it was made; the
// layout and every rounding here are train's, so that a position has one value wherever it is judged.
#pragma once

#include <string>
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
constexpr int kRows = kSixRows + 19 * 729;
constexpr int kHidden = 512;
constexpr int kTails = 6;
constexpr int kWidth = 32;
constexpr int kOutputs = 5;
constexpr int kMostActive = 88;  // 28 places, 21 and 19 windows, and room to write sixteen at a time
}  // namespace shape

// What the player on roll can expect, without the cube. A gammon counts backgammons in.
struct Chances {
    float win = 0, win_gammon = 0, win_backgammon = 0, lose_gammon = 0, lose_backgammon = 0;

    float equity() const { return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon; }
    Chances seen_by_other() const { return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon}; }
};

// Aligned for the widest registers in use.
template <class T>
class Aligned {
public:
    explicit Aligned(size_t n = 0) : raw_(n * sizeof(T) + 64), size_(n) {}
    T* data() { return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(raw_.data()) + 63) / 64 * 64); }
    const T* data() const { return const_cast<Aligned*>(this)->data(); }
    size_t size() const { return size_; }

private:
    std::vector<unsigned char> raw_;
    size_t size_;
};

struct Net {
    Aligned<int8_t> rows{size_t(shape::kRows) * shape::kHidden};
    Aligned<int16_t> bias{shape::kHidden};
    Aligned<int8_t> second{size_t(shape::kTails) * shape::kWidth * shape::kHidden};
    Aligned<int32_t> second_bias{size_t(shape::kTails) * shape::kWidth};
    Aligned<int16_t> third{size_t(shape::kTails) * shape::kWidth * shape::kWidth};
    Aligned<int32_t> third_bias{size_t(shape::kTails) * shape::kWidth};
    Aligned<int16_t> last{size_t(shape::kTails) * shape::kOutputs * shape::kWidth};
    Aligned<int32_t> last_bias{size_t(shape::kTails) * shape::kOutputs};

    // Reads a file that train/export.py wrote; throws std::runtime_error with the reason.
    static Net load(const std::string& path);
};

// Which rows of the first layer a position switches on, and which tail judges it.
struct Inputs {
    int32_t rows[shape::kMostActive];
    int count = 0;
    int tail = 0;
};
Inputs inputs_of(const Board& board);
Inputs inputs_portable(const Board& board);
Inputs inputs_avx512(const Board& board);  // the same rows, in another order
int tail_of(const Board& board);

// Three ways to the same integers.
enum class Path { portable, avx2, avx512 };
Path best_path();
bool available(Path path);
void logits_portable(const Net& net, const Inputs& in, int32_t* out);
void logits_avx2(const Net& net, const Inputs& in, int32_t* out);
void logits_avx512(const Net& net, const Inputs& in, int32_t* out);

class Evaluator {
public:
    explicit Evaluator(const Net& net, Path path = best_path());
    void logits(const Board& board, int32_t* out) const { run_(net_, inputs_of(board), out); }
    Chances evaluate(const Board& board) const { return evaluate(board, inputs_of(board)); }
    Chances evaluate(const Board& board, const Inputs& inputs) const;
    void evaluate(const Board* boards, size_t count, Chances* out) const;

private:
    const Net& net_;
    void (*run_)(const Net&, const Inputs&, int32_t*);
};

}  // namespace tavl
