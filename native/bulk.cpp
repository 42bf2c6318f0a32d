#include "bulk.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

namespace tavl {

BulkPlays bulk_plays(const Board* boards, const int8_t* dice, size_t pairs, unsigned threads) {
    threads = std::max(1u, std::min(threads, unsigned(pairs / 256 + 1)));
    const auto first = [&](unsigned t) { return pairs * t / threads; };
    const auto on_threads = [&](auto&& work) {
        std::vector<std::thread> others;
        others.reserve(threads);
        unsigned begun = 1;
        try {
            for (; begun < threads; ++begun) others.emplace_back([&work, begun] { work(begun); });
        } catch (const std::system_error&) {  // no more threads: the rest is done here
        }
        work(0);
        for (unsigned t = begun; t < threads; ++t) work(t);
        for (auto& o : others) o.join();
    };

    BulkPlays bulk;
    bulk.offsets.resize(pairs + 1);
    std::vector<std::vector<Board>> part(threads);
    on_threads([&](unsigned t) {
        std::vector<LegalPlay> plays;
        part[t].reserve((first(t + 1) - first(t)) * 24);
        for (size_t i = first(t); i < first(t + 1); ++i) {
            legal_plays(boards[i], dice[2 * i], dice[2 * i + 1], plays);
            bulk.offsets[i + 1] = int64_t(plays.size());
            for (const LegalPlay& p : plays) part[t].push_back(p.after.mirrored());
        }
    });
    for (size_t i = 0; i < pairs; ++i) bulk.offsets[i + 1] += bulk.offsets[i];
    bulk.results.reset(new Board[size_t(bulk.offsets[pairs])]);
    on_threads([&](unsigned t) {
        std::copy(part[t].begin(), part[t].end(), bulk.results.get() + bulk.offsets[first(t)]);
        part[t] = {};
    });
    return bulk;
}

}  // namespace tavl
