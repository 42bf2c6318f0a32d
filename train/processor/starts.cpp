// Where games begin, as on the GPU. The two worlds name the same things differently, so this one is in a namespace of its own.
#define tavl tavl_on_gpu
#include "../cuda/starts.h"
#undef tavl

#include "play.hpp"

namespace polish {

tavl::Board new_game(float odd_share, float back_share, uint64_t& state) {
    tavl_on_gpu::Random random{state};
    tavl_on_gpu::Position p;
    if (back_share > 0 && random.unit() < odd_share * back_share) {
        constexpr int kinds[] = {0, 0, 0, 0, 0, 1, 5, 7};  // of starts.h: back games, anchors, mutual holding, containment
        p = tavl_on_gpu::odd_start(kinds[random.below(8)], random);
    } else {
        p = tavl_on_gpu::new_game(odd_share * (1 - back_share) / (1 - odd_share * back_share), random);
    }
    state = random.state;
    tavl::Board board;
    for (int i = 0; i < tavl::kPlaces; ++i) {
        board.own[size_t(i)] = int8_t(tavl_on_gpu::count(p.mine, i));
        board.opponent[size_t(i)] = int8_t(tavl_on_gpu::count(p.theirs, i));
    }
    return board;
}

}  // namespace polish
