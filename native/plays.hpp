// Legal plays: the one implementation that library, server and engine share.
#pragma once

#include <string>
#include <vector>

#include "board.hpp"

namespace tavl {

struct Move {
    int8_t from = 0;  // 25 is the bar
    int8_t to = 0;    // 0 is off
    bool hit = false;
    bool operator==(const Move& o) const { return from == o.from && to == o.to && hit == o.hit; }
};

// A whole roll played out. `after` is still seen by the player who moved.
struct LegalPlay {
    Board after;
    std::array<Move, 4> moves{};
    int8_t count = 0;  // 0: no checker could be moved
};

// Replaces `out` with all legal plays, one for each position that can be reached; a dance is one play.
void legal_plays(const Board& board, int die1, int die2, std::vector<LegalPlay>& out);

// True when the roll leaves no choice but to pass.
bool dances(const Board& board, int die1, int die2);

// Every order in which the checkers of a legal play may be touched, as a graph: a node is the board so far
// with the dice still to play; a node without steps ends a play.
struct PlayTree {
    struct Step {
        Move move;
        int8_t die;
        int32_t next;
    };
    struct Node {
        Board board;
        std::vector<Step> steps;
    };
    std::vector<Node> nodes;
};
PlayTree play_tree(const Board& board, int die1, int die2);

// "24/18*/15 13/7(2)": hops of one checker joined, equal ones counted, rearmost first.
std::string play_text(const LegalPlay& play);

}  // namespace tavl
