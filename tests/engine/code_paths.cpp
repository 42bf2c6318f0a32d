// Judges boards from standard input (52 counts each) by every code path of the machine it was compiled for. A line for
// each path and board: the path's number, the five logits, what the quick network says.
#include <cstdio>
#include <iostream>

#include "quick.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const tavl::Net net = tavl::Net::load(argv[1]);
    const tavl::QuickNet quick = tavl::QuickNet::load(argv[2]);
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
