// A small imitation of the network (train/quick.py) that selects the plays of a roll for full evaluation. Its integers
// are the same on every machine.
#pragma once

#include <string>

#include "net.hpp"

namespace tavl {

struct QuickNet {
    static constexpr int kHidden = 32;
    Aligned<int8_t> rows{size_t(shape::kRows) * kHidden};
    Aligned<int16_t> bias{kHidden};                          // these two in the order that `paired` leaves sums in
    Aligned<int16_t> last{size_t(shape::kTails) * kHidden};
    Aligned<int32_t> last_bias{size_t(shape::kTails)};

    // As in Net: two rows of bytes interleaved leave the sums of each sixteen in two halves.
    static constexpr int paired(int place) { return place % 8 + place / 16 * 8 + place / 8 % 2 * 16; }

    // Reads a file that train/quick.py wrote; throws std::runtime_error with the reason.
    static QuickNet load(const std::string& path);
};

// Approximates the equity of the player on roll; only the order of the values matters.
int32_t quick_portable(const QuickNet& net, const Inputs& in);
int32_t quick_128(const QuickNet& net, const Inputs& in);
int32_t quick_avx2(const QuickNet& net, const Inputs& in);
int32_t quick_avx512(const QuickNet& net, const Inputs& in);
using Quick = int32_t (*)(const QuickNet&, const Inputs&);
Quick quick_by(Path path);

}  // namespace tavl
