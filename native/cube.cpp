#include "cube.hpp"

#include <algorithm>
#include <cmath>

namespace tavl {

bool CubeState::can_double() const {
    if (!allowed || crawford || owner < 0) return false;
    if (!match()) return true;
    return value < mine;  // a cube that already wins the match is dead
}

namespace {

// After this game the Crawford game is over, if this is it or it was over before.
float match_chances(const CubeState& c, int mine, int theirs) {
    return c.table->chances(mine, theirs, c.crawford || c.crawford_over);
}

// A straight line through two points, read at x.
float line(float x0, float y0, float x1, float y1, float x) {
    return x1 - x0 < 1e-7f ? y1 : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
}

}  // namespace

float Efficiency::at(float live) const {
    constexpr float a_drop = 1.0f, near = 0.8f;
    if (live < -near) return line(-a_drop, lost, -near, behind, std::max(live, -a_drop));
    if (live < 0) return line(-near, behind, 0, ahead, live);
    return live < near ? ahead : line(near, ahead, a_drop, beyond, std::min(live, a_drop));
}

Efficiency cube_efficiency(const Board& board, const CubeState& cube) {
    if (contact(board)) {
        if (cube.owner == 0) return {0.66f, 0.82f, 0.82f, 0.61f};
        return cube.owner > 0 ? Efficiency{0.55f, 0.55f, 0.80f, 0.80f} : Efficiency{0.82f, 0.82f, 0.71f, 0.71f};
    }
    return cube.owner >= 0 ? Efficiency{0.78f, 0.78f, 0.78f, 0.78f} : Efficiency{0.57f, 0.57f, 0.57f, 0.57f};
}

// The gammon shares of won and of lost games.
struct CubeModel::Shares {
    float win_gammon, win_backgammon, lose_gammon, lose_backgammon;
    explicit Shares(const Chances& c) {
        const float win = std::max(c.win, 1e-6f), lose = std::max(1 - c.win, 1e-6f);
        win_gammon = c.win_gammon / win;
        win_backgammon = c.win_backgammon / win;
        lose_gammon = c.lose_gammon / lose;
        lose_backgammon = c.lose_backgammon / lose;
    }
};

// Match play: what a win and a loss are worth at a cube, gammons by their shares.
struct CubeModel::Ends {
    float won, lost;
};

CubeModel::CubeModel(const CubeState& cube) : cube_(cube) {
    if (!cube.match()) return;
    int value = cube.value;
    for (Level& level : levels_) {
        for (int n = 1; n <= 3; ++n) {
            level.won[size_t(n - 1)] = match_chances(cube, cube.mine - n * value, cube.theirs);
            level.lost[size_t(n - 1)] = match_chances(cube, cube.mine, cube.theirs - n * value);
        }
        level.live_for_me = value < cube.mine;
        level.live_for_them = value < cube.theirs;
        if (!level.live_for_me && !level.live_for_them) return;  // nobody doubles it further
        value *= 2;
    }
}

float CubeModel::money(const Chances& c, Efficiency efficiency) const {
    Shares s(c);
    if (cube_.jacoby && cube_.owner == 0 && cube_.value == 1) s = Shares({1, 0, 0, 0, 0});
    const float p = c.win;
    const float won = 1 + s.win_gammon + s.win_backgammon, lost = 1 + s.lose_gammon + s.lose_backgammon;
    const float dead = p * (won + lost) - lost;
    float live = dead;
    if (cube_.allowed) {
        const float take = (lost - 0.5f) / (won + lost + 0.5f);  // below it I would drop
        const float cash = (lost + 1) / (won + lost + 0.5f);     // above it they would
        const bool i_can = cube_.owner >= 0, they_can = cube_.owner <= 0;
        if (they_can && p < take)
            live = line(0, -lost, take, -1, p);
        else if (i_can && p > cash)
            live = line(cash, 1, 1, won, p);
        else
            live = line(they_can ? take : 0, they_can ? -1 : -lost, i_can ? cash : 1, i_can ? 1 : won, p);
    }
    const float x = efficiency.at(live);
    return float(cube_.value) * (x * live + (1 - x) * dead);
}

CubeModel::Ends CubeModel::ends(size_t level, const Shares& s) const {
    const auto& [won, lost, mine, theirs] = levels_[level];
    return {won[0] * (1 - s.win_gammon) + won[1] * (s.win_gammon - s.win_backgammon) + won[2] * s.win_backgammon,
            lost[0] * (1 - s.lose_gammon) + lost[1] * (s.lose_gammon - s.lose_backgammon) + lost[2] * s.lose_backgammon};
}

// With a fully live cube the curve is three straight pieces between where they drop my redouble and I drop theirs. Where
// those points lie follows from the curve one level up, until the cube is dead for its holder.
float CubeModel::cash_point(size_t level, const Shares& s) const {  // I hold the cube
    if (!levels_[level].live_for_me) return 1;
    const float pass = levels_[level].won[0];
    const Level& next = levels_[level + 1];
    const Ends up = ends(level + 1, s);  // they take and hold it
    float x0 = 0, y0 = up.lost;
    if (next.live_for_them) {
        x0 = take_point(level + 1, s);
        y0 = next.lost[0];
    }
    return up.won - y0 < 1e-7f ? 1 : std::clamp(x0 + (1 - x0) * (pass - y0) / (up.won - y0), 0.0f, 1.0f);
}

float CubeModel::take_point(size_t level, const Shares& s) const {  // they hold the cube
    if (!levels_[level].live_for_them) return 0;
    const float pass = levels_[level].lost[0];
    const Level& next = levels_[level + 1];
    const Ends up = ends(level + 1, s);  // I take and hold it
    float x1 = 1, y1 = up.won;
    if (next.live_for_me) {
        x1 = cash_point(level + 1, s);
        y1 = next.won[0];
    }
    return y1 - up.lost < 1e-7f ? 0 : std::clamp(x1 * (pass - up.lost) / (y1 - up.lost), 0.0f, 1.0f);
}

float CubeModel::match(const Chances& chances, Efficiency efficiency) const {
    const Shares s(chances);
    const float p = chances.win;
    const Level& here = levels_[0];
    const Ends now = ends(0, s);
    const float dead = now.lost + p * (now.won - now.lost);
    if (!cube_.allowed || cube_.crawford) return dead;
    const bool i_can = cube_.owner >= 0 && here.live_for_me, they_can = cube_.owner <= 0 && here.live_for_them;
    const float take = they_can ? take_point(0, s) : 0, cash = i_can ? cash_point(0, s) : 1;
    const float at_take = they_can ? here.lost[0] : now.lost;
    const float at_cash = i_can ? here.won[0] : now.won;
    float live;
    if (they_can && p < take)
        live = line(0, now.lost, take, at_take, p);
    else if (i_can && p > cash)
        live = line(cash, at_cash, 1, now.won, p);
    else
        live = line(take, at_take, cash, at_cash, p);
    const float middle = (here.won[0] + here.lost[0]) / 2, point = std::max(here.won[0] - middle, 1e-7f);
    const float x = efficiency.at((live - middle) / point);
    return x * live + (1 - x) * dead;
}

float CubeModel::no_double(const Chances& chances, Efficiency efficiency) const {
    return cube_.match() ? match(chances, efficiency) : money(chances, efficiency);
}

float utility_of_result(const CubeState& c, int points) {
    if (c.jacoby && c.owner == 0 && c.value == 1 && !c.match()) points = std::clamp(points, -1, 1);
    if (!c.match()) return float(points * c.value);
    return points > 0 ? match_chances(c, c.mine - points * c.value, c.theirs)
                      : match_chances(c, c.mine, c.theirs + points * c.value);
}

float utility_of_pass(const CubeState& c) { return c.match() ? match_chances(c, c.mine - c.value, c.theirs) : float(c.value); }

}  // namespace tavl
