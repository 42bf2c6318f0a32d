// Judges boards from standard input (52 counts each) by every code path of the machine it was compiled for. A line for
// each path and board: the path's number, the five logits, what the quick network says. A race has another line, its
// chances to the last bit.
#include <cstdio>
#include <iostream>

#include "quick.hpp"
#include "race.hpp"

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const tavl::Net net = tavl::Net::load(argv[1]);
    const tavl::QuickNet quick = tavl::QuickNet::load(argv[2]);
    const tavl::Race race(tavl::RaceNet::load(argv[3]));
    const tavl::Bearoff tables = tavl::Bearoff::load(argv[4]);
    std::vector<tavl::Inputs> inputs;
    for (tavl::Board board{};;) {
        for (auto* side : {&board.own, &board.opponent})
            for (auto& place : *side) {
                int count = 0;
                std::cin >> count;
                place = static_cast<int8_t>(count);
            }
        if (!std::cin) break;
        tavl::inputs_of(board, inputs.emplace_back());
        if (tavl::Chances c; race.chances(board, tables, c))
            std::printf("race %a %a %a %a %a\n", c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon);
    }
    for (const auto path : {tavl::Path::portable, tavl::Path::sse41, tavl::Path::neon, tavl::Path::avx2, tavl::Path::avx512}) {
        if (!tavl::available(path)) continue;
        std::vector<tavl::Logits> out(inputs.size());
        tavl::Evaluator(net, path).logits(inputs.data(), inputs.size(), out.data());
        for (size_t i = 0; i < inputs.size(); ++i) {
            std::printf("%d", int(path));
            for (const int32_t logit : out[i]) std::printf(" %d", logit);
            std::printf(" %d\n", tavl::quick_by(path)(quick, inputs[i]));
        }
    }
}
