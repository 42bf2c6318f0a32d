// The match equity table: the published one (src/tavl/engine/data/), and longer matches that follow from it.
#pragma once

#include <vector>

namespace tavl {

// Match-winning chances by points still needed. [a][b]: of the player who needs a + 1 while the other needs b + 1.
class MatchTable {
public:
    // The published figures, size * size of them, and those of the player behind once Crawford is over, who needs i + 1
    // against 1. Longer matches follow from them, up to `longest` points.
    MatchTable(int size, const std::vector<float>& before_crawford, const std::vector<float>& after_crawford, int longest);

    // Chances of the player who needs `mine`, the other needing `theirs`; zero or less means the match is won.
    float chances(int mine, int theirs, bool crawford_over) const;

private:
    int size_;
    std::vector<float> before_, after_;
};

}  // namespace tavl
