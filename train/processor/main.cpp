// polish OUT SECONDS RATE TAILS TRACE ASIDES PASSES BATCH HELD FEW ODD BACK UNCHANGED TABLES QUICK RACE NET:WEIGHT...   (processor.py says what they are)
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <thread>

#include "learn.hpp"

using namespace polish;

namespace {

constexpr size_t kMostKept = 60'000'000;  // then the new take the places of any of the old
constexpr float kFall = 0.02f;  // what is left of the rate at the end

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

uint64_t drawn(uint64_t& state) {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

double error_of(const std::string& net, const std::string& tables, const std::string& race, const std::vector<Example>& held) {
    tavl::OwnJudge judge(tavl::Net::load(net), tavl::Bearoff::load(tables));
    judge.use_race(tavl::RaceNet::load(race));
    double sum = 0;
    std::vector<tavl::Chances> values(1024);
    std::vector<tavl::Board> boards;
    for (size_t begin = 0; begin < held.size(); begin += 1024) {
        const size_t n = std::min<size_t>(1024, held.size() - begin);
        boards.clear();
        for (size_t i = 0; i < n; ++i) boards.push_back(held[begin + i].board);
        judge.judge(boards.data(), n, values.data());
        for (size_t i = 0; i < n; ++i) {
            const float* t = held[begin + i].target;
            const double d = values[i].equity() - (2 * t[0] - 1 + t[1] + t[2] - t[3] - t[4]);
            sum += d * d;
        }
    }
    return sum / double(held.size());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 18) return std::fprintf(stderr, "see train/processor.py\n"), 2;
    const std::string out = argv[1], tables = argv[14], quick = argv[15], race = argv[16];
    const double seconds = std::atof(argv[2]), rate = std::atof(argv[3]), tails = std::atof(argv[4]);
    Terms terms;
    terms.trace = float(std::atof(argv[5]));
    terms.asides = std::atoi(argv[6]);
    const double passes = std::atof(argv[7]);
    const size_t batch_size = size_t(std::atol(argv[8]));
    const size_t hold_back = size_t(std::atol(argv[9])), few = size_t(std::atol(argv[10]));
    terms.odd_share = float(std::atof(argv[11]));
    terms.back_share = float(std::atof(argv[12]));
    const double unchanged = std::atof(argv[13]);
    std::vector<std::string> nets;
    std::vector<float> weights;
    for (int i = 17; i < argc; ++i) {
        const std::string text = argv[i];
        const size_t colon = text.rfind(':');
        nets.push_back(text.substr(0, colon));
        weights.push_back(float(std::atof(text.c_str() + colon + 1)));
    }
    const int threads = int(std::thread::hardware_concurrency());
    const std::string began_with = nets[0];
    auto teachers = std::make_unique<Teachers>(nets, weights, tables, quick, race);
    const Teachers first({nets[0]}, {1.0f}, tables, quick, race);
    Learner learner(nets[0]);
    uint64_t draws = 1;
    std::vector<Example> pool, held, held_same;
    const auto keep = [&](const std::vector<Example>& some) {
        for (const Example& e : some)
            if (pool.size() < kMostKept) pool.push_back(e);
            else pool[drawn(draws) % kMostKept] = e;
    };
    pool.reserve(kMostKept);
    std::mutex lock;
    uint64_t seed = 0x7A0;
    const double began = now();
    double reported = began, saved = began, playing = 0;
    size_t learned = 0, met_in_all = 0;
    double loss = 0;
    long steps = 0;
    double base = 0;
    while (now() - began < seconds) {
        const double start = now();
        size_t fresh = 0;
        std::vector<std::thread> workers;
        for (int t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                uint64_t random = seed + uint64_t(t) * 0x9E3779B97F4A7C15ull;
                std::vector<Example> met, aside, same;
                while (now() - start < 8) {
                    play_game(*teachers, terms, random, met, aside);
                    while (double(same.size()) < unchanged * double(met.size())) keep_game(first, random, same);
                }
                const std::lock_guard guard(lock);
                met_in_all += met.size();
                if (held.size() < hold_back) {
                    held.insert(held.end(), met.begin(), met.end());
                    held_same.insert(held_same.end(), same.begin(), same.end());
                } else {
                    keep(met);
                    keep(aside);
                    keep(same);
                    fresh += met.size() + aside.size() + same.size();
                }
            });
        for (auto& w : workers) w.join();
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        playing += now() - start;
        if (pool.size() < few) continue;
        if (base == 0) base = error_of(began_with, tables, race, held);
        for (size_t n = size_t(passes * double(fresh) / double(batch_size)); n > 0 && now() - began < seconds; --n) {
            std::vector<const Example*> batch(batch_size);
            for (auto& e : batch) e = &pool[drawn(draws) % pool.size()];
            const double part = (now() - began) / seconds;
            const double fall = kFall + (1 - kFall) * (0.5 + 0.5 * std::cos(M_PI * std::min(1.0, part)));
            loss = learner.step(batch, float(rate * fall), float(rate * tails * fall), 0.999f, threads);
            learned += batch_size;
            ++steps;
        }
        if (now() - reported > 60) {
            reported = now();
            learner.save(out);
            const double error = error_of(out, tables, race, held);
            std::printf("%.0f s, %zu met, pool %zu, playing %.0f s, %ld steps, loss %.5f, held back %.4e from %.4e: gained %.2e, "
                        "what shall not change did by %.2e\n",
                        now() - began, met_in_all, pool.size(), playing, steps, loss, error, base, base - error,
                        held_same.empty() ? 0 : error_of(out, tables, race, held_same));
            std::fflush(stdout);
            if (now() - saved > 300) {  // the player learns too
                saved = now();
                nets[0] = out;
                teachers = std::make_unique<Teachers>(nets, weights, tables, quick, race);
            }
        }
    }
    learner.save(out);
    std::printf("end: held back %.4e from %.4e\n", error_of(out, tables, race, held), base);
    return 0;
}
