#include "quick.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace tavl {

int32_t quick_portable(const QuickNet& net, const Inputs& in) {
    int16_t sums[QuickNet::kHidden];
    for (int h = 0; h < QuickNet::kHidden; ++h) sums[h] = net.bias.data()[QuickNet::paired(h)];
    for (int i = 0; i < in.count; ++i) {
        const int8_t* row = net.rows.data() + size_t(in.rows[i]) * QuickNet::kHidden;
        for (int h = 0; h < QuickNet::kHidden; ++h) sums[h] = int16_t(sums[h] + row[h]);
    }
    const int16_t* w = net.last.data() + size_t(in.tail) * QuickNet::kHidden;
    int32_t out = net.last_bias.data()[in.tail];
    for (int h = 0; h < QuickNet::kHidden; ++h) out += std::clamp<int>(sums[h], 0, 255) * w[QuickNet::paired(h)];
    return out;
}

Quick quick_by(Path path) {
    switch (path) {
#if defined(TAVL_X86)
        case Path::avx512: return quick_avx512;
        case Path::avx2: return quick_avx2;
#endif
#if defined(TAVL_X86) || defined(TAVL_NEON)
        case Path::sse41:
        case Path::neon: return quick_128;
#endif
        default: return quick_portable;
    }
}

QuickNet QuickNet::load(const std::string& path) {
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) throw std::runtime_error("no quick network at " + path);
    const auto read = [&](void* to, size_t bytes) {
        if (std::fread(to, 1, bytes, file.get()) != bytes) throw std::runtime_error("the quick network ends too early: " + path);
    };
    char magic[8];
    uint32_t hidden;
    read(magic, 8);
    read(&hidden, sizeof hidden);
    if (std::memcmp(magic, "TAVLQCK1", 8) != 0 || hidden != kHidden) throw std::runtime_error("not a quick network: " + path);
    QuickNet net;
    const auto part = [&](auto& a) { read(a.data(), a.size() * sizeof(*a.data())); };
    part(net.rows);
    const auto in_pairs = [&](Aligned<int16_t>& a) {
        part(a);
        const std::vector<int16_t> read_order(a.data(), a.data() + a.size());
        for (size_t i = 0; i < a.size(); ++i) a.data()[i / kHidden * kHidden + size_t(paired(int(i % kHidden)))] = read_order[i];
    };
    in_pairs(net.bias);
    in_pairs(net.last);
    part(net.last_bias);
    return net;
}

}  // namespace tavl
