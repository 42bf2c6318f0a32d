// What a thread has evaluated lately.
#pragma once

#include <utility>
#include <vector>

#include "net.hpp"

namespace tavl {

// Positions that the network judged for this thread a while ago. A fifth of those in a search two rolls deep come again: other
// dice lead to them, or the same plays in another order.
struct EvaluationCache {
    static constexpr uint32_t kSlots = 1024;  // 80 KB: four times as many hold more and crowd the rows out of the near caches
    struct Slot {
        Board board{};
        uint32_t place = 0;  // among the boards of the present call, while they wait
        bool waits = false;
        Chances chances;
    };
    std::vector<Slot> slots;
    std::vector<uint32_t> fresh;                         // slots that wait
    std::vector<std::pair<uint32_t, uint32_t>> repeats;  // places of the present call: of one that waits, and of its like
    uint64_t judge = 0;

    void begin(uint64_t asked) {
        if (judge == asked && fresh.empty()) return;
        slots.assign(kSlots, {});  // of another judge, or of a call that was broken off
        fresh.clear();
        repeats.clear();
        judge = asked;
    }
    // Whether a board needs no judging: it is known, or waits already.
    bool has(const Board& board, uint32_t place, Chances* out) {
        const uint32_t at = uint32_t(hash_board(board) % kSlots);
        Slot& slot = slots[at];
        if (slot.board == board) {
            if (slot.waits)
                repeats.push_back({slot.place, place});
            else
                out[place] = slot.chances;
            return true;
        }
        if (!slot.waits) fresh.push_back(at);
        slot.board = board;
        slot.place = place;
        slot.waits = true;
        return false;
    }
    void end(Chances* out) {
        for (const uint32_t at : fresh) {
            slots[at].chances = out[slots[at].place];
            slots[at].waits = false;
        }
        for (const auto& [one, other] : repeats) out[other] = out[one];
        fresh.clear();
        repeats.clear();
    }
};

}  // namespace tavl
