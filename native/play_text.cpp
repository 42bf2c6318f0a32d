// How a play is written; tavl/notation/play_text.py reads it, and has the words of other languages.
#include <algorithm>
#include <string>

#include "plays.hpp"

namespace tavl {

std::string play_text(const LegalPlay& play) {
    // Each piece is the way of one checker: the places it touched, with a mark where it hit.
    struct Piece {
        std::vector<Move> hops;
    };
    std::vector<Piece> pieces;
    for (int i = 0; i < play.count; ++i) {
        const Move& m = play.moves[size_t(i)];
        auto it = std::find_if(pieces.begin(), pieces.end(),
                               [&](const Piece& p) { return p.hops.back().to == m.from && m.from != kBar; });
        if (it != pieces.end()) {
            it->hops.push_back(m);
            continue;
        }
        // The checker that stood there went on before this one arrived: on the board it is one way.
        it = std::find_if(pieces.begin(), pieces.end(),
                          [&](const Piece& p) { return p.hops.front().from == m.to && m.to != kOff; });
        if (it != pieces.end())
            it->hops.insert(it->hops.begin(), m);
        else
            pieces.push_back({{m}});
    }
    const auto place = [](int n) {
        return n == kBar ? std::string("bar") : n == kOff ? std::string("off") : std::to_string(n);
    };
    struct Written {
        int from, to;
        std::string way, end;
        bool hit;
        int times;
    };
    std::vector<Written> list;
    for (const Piece& p : pieces) {
        Written w{p.hops.front().from, p.hops.back().to, place(p.hops.front().from), place(p.hops.back().to),
                  p.hops.back().hit, 1};
        for (size_t i = 0; i + 1 < p.hops.size(); ++i)
            if (p.hops[i].hit) w.way += "/" + place(p.hops[i].to) + "*";
        auto it = std::find_if(list.begin(), list.end(),
                               [&](const Written& o) { return o.way == w.way && o.end == w.end; });
        if (it != list.end()) {
            ++it->times;
            it->hit |= w.hit;
        } else {
            list.push_back(std::move(w));
        }
    }
    std::stable_sort(list.begin(), list.end(), [](const Written& a, const Written& b) {
        return std::pair{-a.from, -a.to} < std::pair{-b.from, -b.to};
    });
    std::string text;
    for (const Written& w : list) {
        if (!text.empty()) text += ' ';
        text += w.way + "/" + w.end + (w.hit ? "*" : "");
        if (w.times > 1) text += "(" + std::to_string(w.times) + ")";
    }
    return text;
}

}  // namespace tavl
