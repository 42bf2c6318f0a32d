#include "match_equity.hpp"

#include <algorithm>

namespace tavl {

// Beyond the published table, a score follows from the scores that a game can lead to. How often a game is for one, two,
// four and eight points is fitted to the published table from eight points on; extended with it from 12 points to 25,
// the table agrees to a quarter of a per cent. One and two points from the end the cube is used differently, so these
// have their own weights, right to a twentieth of a per cent.
MatchTable::MatchTable(int size, const std::vector<float>& before_crawford, const std::vector<float>& after_crawford,
                       int longest)
    : size_(std::max(size, longest)), before_(size_t(size_) * size_t(size_)), after_(size_t(size_)) {
    struct Game {
        int points;
        double share;
    };
    constexpr Game ordinary[] = {{1, 0.5557}, {2, 0.1899}, {4, 0.2221}, {8, 0.0323}};
    const auto set = [&](int mine, int theirs, double p) {
        before_[size_t(mine - 1) * size_t(size_) + size_t(theirs - 1)] = float(p);
        before_[size_t(theirs - 1) * size_t(size_) + size_t(mine - 1)] = float(1 - p);
    };
    for (int n = 1; n <= size_; ++n)
        after_[size_t(n - 1)] = n <= size ? after_crawford[size_t(n - 1)]
                                          : float(0.5269 * chances(n - 2, 1, true) + 0.0445 * chances(n - 4, 1, true));
    for (int mine = 1; mine <= size_; ++mine)
        for (int theirs = 1; theirs <= mine; ++theirs) {
            if (mine <= size) {
                set(mine, theirs, before_crawford[size_t(mine - 1) * size_t(size) + size_t(theirs - 1)]);
                continue;
            }
            double p = 0;
            if (mine == theirs) {
                p = 0.5;
            } else if (theirs == 1) {
                p = 0.3647 * chances(mine - 1, 1, true) + 0.1404 * chances(mine - 2, 1, true);
            } else if (theirs == 2) {
                p = 0.0983 * chances(mine - 1, 2, false) + 0.4031 * chances(mine - 2, 2, false) +
                    0.0645 * chances(mine - 4, 2, false) + 0.1014 * chances(mine, 1, false);
            } else {
                for (const Game& g : ordinary)
                    p += g.share * 0.5 * (chances(mine - g.points, theirs, false) + chances(mine, theirs - g.points, false));
            }
            set(mine, theirs, p);
        }
}

float MatchTable::chances(int mine, int theirs, bool crawford_over) const {
    if (mine <= 0) return 1;
    if (theirs <= 0) return 0;
    mine = std::min(mine, size_);
    theirs = std::min(theirs, size_);
    if (crawford_over && (mine == 1 || theirs == 1)) {
        if (mine == 1 && theirs == 1) return 0.5f;
        return mine == 1 ? 1 - after_[size_t(theirs - 1)] : after_[size_t(mine - 1)];
    }
    return before_[size_t(mine - 1) * size_t(size_) + size_t(theirs - 1)];
}

}  // namespace tavl
