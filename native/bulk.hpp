// Legal plays of many (position, roll) pairs at once, on plain arrays and several threads.
#pragma once

#include <memory>
#include <vector>

#include "plays.hpp"

namespace tavl {

struct BulkPlays {
    std::vector<int64_t> offsets;  // the results of pair i are offsets[i] .. offsets[i + 1]
    std::unique_ptr<Board[]> results;  // seen by the opponent, who is on roll
};

// `dice` has two numbers for each pair.
BulkPlays bulk_plays(const Board* boards, const int8_t* dice, size_t pairs, unsigned threads);

}  // namespace tavl
