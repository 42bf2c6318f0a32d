#include "net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <stdexcept>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace tavl {

using namespace shape;

Memory::Memory(size_t bytes) {
    constexpr size_t line = 64, large_page = size_t(1) << 21;
    alignment = bytes < large_page ? line : large_page;
    const size_t whole = std::max<size_t>(1, (bytes + alignment - 1) / alignment) * alignment;
    at = ::operator new(whole, std::align_val_t(alignment));
#if defined(__linux__)
    if (alignment == large_page) madvise(at, whole, MADV_HUGEPAGE);  // before the first use; only a hint to the system
#endif
    std::memset(at, 0, bytes);
}

Memory::~Memory() { ::operator delete(at, std::align_val_t(alignment)); }

namespace {

constexpr float kLogitScale = 1.0f / (2048.0f * 4096.0f);

constexpr std::array<uint8_t, 16> count_classes() {
    std::array<uint8_t, 16> c{};
    for (int n = 1; n < 16; ++n) c[size_t(n)] = uint8_t(n <= 6 ? n - 1 : n <= 8 ? 6 : 7);
    return c;
}
constexpr auto kClass = count_classes();

int behind(const Side& s) {
    int n = 0;
    for (size_t i = 19; i <= 25; ++i) n += s[i];
    return n;
}

}  // namespace

namespace {

int clip(int x, int most) { return std::clamp(x, 0, most); }

float sigmoid(int32_t logit) { return 1.0f / (1.0f + std::exp(-kLogitScale * float(logit))); }

// Impossible chances are zero, and no chance is larger than the one it is part of.
Chances chances_of(const Board& b, const int32_t* logits) {
    Chances c{sigmoid(logits[0]), sigmoid(logits[1]), sigmoid(logits[2]), sigmoid(logits[3]), sigmoid(logits[4])};
    if (b.opponent[kOff]) c.win_gammon = c.win_backgammon = 0;
    if (b.own[kOff]) c.lose_gammon = c.lose_backgammon = 0;
    c.win_gammon = std::min(c.win_gammon, c.win);
    c.win_backgammon = std::min(c.win_backgammon, c.win_gammon);
    c.lose_gammon = std::min(c.lose_gammon, 1 - c.win);
    c.lose_backgammon = std::min(c.lose_backgammon, c.lose_gammon);
    return c;
}

}  // namespace

void inputs_portable(const Board& b, Inputs& in) {
    // States and patterns are worked out for all windows at once, in loops that compilers turn into vector code.
    int16_t mine[24], theirs[24], five[24], three[24], four_window[21], six_window[19];
    for (size_t i = 0; i < 24; ++i) mine[i] = b.own[i + 1];
    for (size_t i = 0; i < 24; ++i) theirs[i] = b.opponent[24 - i];
    for (size_t i = 0; i < 24; ++i) {
        const int16_t my_made = mine[i] > 1, their_made = theirs[i] > 1;
        five[i] = int16_t((mine[i] > 0) + my_made + 3 * (theirs[i] > 0) + their_made);
        three[i] = int16_t(my_made + 2 * their_made);
    }
    for (size_t i = 0; i < 21; ++i)
        four_window[i] = int16_t(five[i] + 5 * five[i + 1] + 25 * five[i + 2] + 125 * five[i + 3]);
    for (size_t i = 0; i < 19; ++i)
        six_window[i] = int16_t(three[i] + 3 * three[i + 1] + 9 * three[i + 2] + 27 * three[i + 3] + 81 * three[i + 4] +
                                243 * three[i + 5]);

    // Empty places have no row. Writing always, but advancing only if it counts, avoids unpredictable branches.
    int n = 0;
    for (int i = 0; i < 24; ++i) {
        in.rows[n] = int16_t(i * kPointClasses + kClass[size_t(mine[i])]);
        n += mine[i] > 0;
        in.rows[n] = int16_t(kSideRows + (23 - i) * kPointClasses + kClass[size_t(theirs[i])]);
        n += theirs[i] > 0;
    }
    const auto bar_and_off = [&](const Side& s, int first) {
        in.rows[n] = int16_t(first + kBarRows + s[kBar]);
        n += s[kBar] > 0;
        in.rows[n] = int16_t(first + kOffRows + s[kOff]);
        n += s[kOff] > 0;
    };
    bar_and_off(b.own, 0);
    bar_and_off(b.opponent, kSideRows);
    for (int i = 0; i < 21; ++i) {
        in.rows[n] = int16_t(kFourRows + 625 * i + four_window[i]);
        n += four_window[i] != 0;
    }
    for (int i = 0; i < 19; ++i) {
        in.rows[n] = int16_t(kSixRows + 729 * i + six_window[i]);
        n += six_window[i] != 0;
    }
    in.count = n;
    const Counted c{behind(b.own), behind(b.opponent), pips(b.own), pips(b.opponent)};
    append_counted(c, in);
    in.tail = tail_of(rearmost(b.own), rearmost(b.opponent), c);
}

namespace {

// Eight sums of 16 bits. GCC and Clang keep such vectors in registers of whatever machine they compile for.
#if defined(__GNUC__)
using Words = int16_t __attribute__((vector_size(16)));
using UnsignedWords = uint16_t __attribute__((vector_size(16)));
#else
template <class T>
struct Eight {
    T of[8];
    Eight operator+(const Eight& o) const { return each([&](int i) { return of[i] + o.of[i]; }); }
    Eight operator^(T x) const { return each([&](int i) { return of[i] ^ x; }); }
    Eight operator>>(int n) const { return each([&](int i) { return of[i] >> n; }); }
    template <class F>
    static Eight each(F f) {
        Eight e;
        for (int i = 0; i < 8; ++i) e.of[i] = T(f(i));
        return e;
    }
};
using Words = Eight<int16_t>;
using UnsignedWords = Eight<uint16_t>;
#endif

// The second half of a row, while the first halves are added.
void call_for([[maybe_unused]] const int8_t* half) {
#if defined(__GNUC__)
    __builtin_prefetch(half);
#endif
}

// Bytes are added two at a time as the 16 bits they are in memory, since taking each apart would cost twice as much: the
// sum of the upper ones by itself, and the sum of both together, from which that of the lower ones follows. Lower ones
// are made unsigned for it, 128 more than they are. Unsigned sums may run over: the 16 bits that count stay right.
void hidden_of(const int8_t* plane, const int16_t* bias, const Inputs& in, int16_t* out) {
    constexpr int kWords = 4;  // together and upper: eight registers of the sixteen that most machines have
    constexpr int16_t flip = 128;
    int16_t both[kPlane / 2], upper[kPlane / 2], sums[kPlane], start[kPlane];
    for (int begin = 0; begin < kPlane / 2; begin += 8 * kWords) {
        UnsignedWords together[kWords] = {};
        Words high[kWords] = {};
        for (int i = 0; i < in.count; ++i) {
            const int8_t* row = plane + size_t(in.rows[i]) * kPlane + 2 * begin;
            if (begin == 0) call_for(row + kPlane / 2);
            for (int k = 0; k < kWords; ++k) {
                Words pair;
                std::memcpy(&pair, row + 16 * k, sizeof pair);
                pair = pair ^ flip;
                together[k] = together[k] + std::bit_cast<UnsignedWords>(pair);
                high[k] = high[k] + (pair >> 8);
            }
        }
        std::memcpy(both + begin, together, sizeof together);
        std::memcpy(upper + begin, high, sizeof high);
    }
    const int16_t flipped = int16_t(128 * in.count);
    constexpr int lower = std::endian::native == std::endian::little ? 0 : 1;
    for (int h = 0; h < kPlane / 2; ++h) {
        sums[2 * h + lower] = int16_t(both[h] - int16_t(uint16_t(upper[h]) << 8) - flipped);
        sums[2 * h + 1 - lower] = upper[h];
    }
    for (int h = 0; h < kPlane; h += 8) std::copy_n(bias + Net::paired(h), 8, start + h);
    for (int h = 0; h < kPlane; ++h) {
        const int16_t sum = int16_t(sums[h] + start[h]);
        const int16_t least = sum < 0 ? int16_t(0) : sum;
        const uint16_t clipped = uint16_t(least > 255 ? int16_t(255) : least);
        out[h] = int16_t(uint16_t(uint16_t(clipped * clipped) + 256) >> 9);
    }
}

void tail_logits(const Net& net, size_t tail, const int16_t* hidden, Logits& out) {
    int middle[kWidth], late[kWidth];
    for (size_t o = 0; o < kWidth; o += 4) {  // four at a time: each by itself would wait for its last addition
        const int16_t* w = net.second_plain.data() + (tail * kWidth + o) * size_t(net.hidden);
        const int16_t *w1 = w + net.hidden, *w2 = w1 + net.hidden, *w3 = w2 + net.hidden;
        int sums[4] = {};
        for (int i = 0; i < net.hidden; ++i) {
            sums[0] += hidden[i] * w[i];
            sums[1] += hidden[i] * w1[i];
            sums[2] += hidden[i] * w2[i];
            sums[3] += hidden[i] * w3[i];
        }
        for (size_t k = 0; k < 4; ++k)
            middle[o + k] = clip((sums[k] + net.second_bias.data()[tail * kWidth + o + k] + 4) >> 3, 2048);
    }
    const int16_t* pairs = net.third.data() + tail * kWidth * kWidth;
    int products[2 * kWidth] = {};  // of the even and the odd inputs, side by side as their weights are
    for (int i = 0; i < kWidth; i += 2) {
        int16_t inputs[2 * kWidth];
        for (int o = 0; o < 2 * kWidth; o += 2) {
            inputs[o] = int16_t(middle[i]);
            inputs[o + 1] = int16_t(middle[i + 1]);
        }
        for (int o = 0; o < 2 * kWidth; ++o) products[o] += inputs[o] * pairs[i * kWidth + o];
    }
    for (int o = 0; o < kWidth; ++o) {
        const int sum = net.third_bias.data()[tail * kWidth + size_t(o)] + products[2 * o] + products[2 * o + 1];
        late[o] = clip((sum + 2048) >> 12, 2048);
    }
    const int16_t* w4 = net.last.data() + tail * kLastLanes * kWidth;
    for (size_t o = 0; o < kOutputs; ++o) {
        out[o] = net.last_bias.data()[tail * kOutputs + o];
        for (size_t i = 0; i < kWidth; ++i) out[o] += late[i] * w4[(i / 2 * kLastLanes + o) * 2 + i % 2];
    }
}

}  // namespace

void logits_portable(const Net& net, const Inputs* in, size_t count, Logits* out) {
    int16_t hidden[kBatch][kMostHidden];
    for (int part = 0; part < net.hidden; part += kPlane)
        for (size_t p = 0; p < count; ++p) hidden_of(net.plane(part), net.bias.data() + part, in[p], hidden[p] + part);
    for (size_t p = 0; p < count; ++p) tail_logits(net, size_t(in[p].tail), hidden[p], out[p]);
}

InputsOf inputs_by(Path path) {
    switch (path) {
#if defined(TAVL_X86)
        case Path::avx512:  // wider registers took longer
        case Path::avx2: return inputs_avx2;
#endif
        default: return inputs_portable;
    }
}

void inputs_of(const Board& board, Inputs& in) {
    static const InputsOf fastest = inputs_by(best_path());
    fastest(board, in);
}

bool available(Path path) {
    if (path == Path::portable) return true;
#if defined(TAVL_NEON)
    return path == Path::neon;
#elif !defined(TAVL_X86)
    return false;
#else
    if (path == Path::neon) return false;
#if defined(_MSC_VER)
    int r[4];
    __cpuid(r, 1);
    if (path == Path::sse41) return r[2] >> 19 & 1;
    if (!(r[2] >> 27 & 1)) return false;  // the system does not save wide registers
    const auto saved = _xgetbv(0);
    __cpuidex(r, 7, 0);
    const bool avx2 = (r[1] >> 5 & 1) && (saved & 6) == 6;
    const bool avx512 = (r[1] >> 16 & 1) && (r[1] >> 30 & 1) && (r[1] >> 31 & 1) && (r[2] >> 11 & 1) && (saved & 0xE6) == 0xE6;
    return path == Path::avx2 ? avx2 : avx512;
#else
    if (path == Path::sse41) return __builtin_cpu_supports("sse4.1");
    if (path == Path::avx2) return __builtin_cpu_supports("avx2");
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
#endif
#endif
}

Path best_path() {
    static const Path best = [] {
        for (const Path path : {Path::avx512, Path::avx2, Path::neon, Path::sse41})
            if (available(path)) return path;
        return Path::portable;
    }();
    return best;
}

namespace {

auto logits_by(Path path) {
    switch (path) {
#if defined(TAVL_X86)
        case Path::avx512: return logits_avx512;
        case Path::avx2: return logits_avx2;
#endif
#if defined(TAVL_X86) || defined(TAVL_NEON)
        case Path::sse41:
        case Path::neon: return logits_128;
#endif
        default: return logits_portable;
    }
}

}  // namespace

Evaluator::Evaluator(const Net& net, Path path) : net_(net), run_(logits_by(path)) {
    if (!available(path)) throw std::runtime_error("this machine has no such instructions");
}

void Evaluator::logits(const Inputs* inputs, size_t count, Logits* out) const {
    for (size_t i = 0; i < count; i += kBatch) run_(net_, inputs + i, std::min(kBatch, count - i), out + i);
}

void Evaluator::evaluate(const Board* boards, const Inputs* inputs, size_t count, Chances* out) const {
    Logits found[kBatch];
    for (size_t i = 0; i < count; i += kBatch) {
        const size_t n = std::min(kBatch, count - i);
        run_(net_, inputs + i, n, found);
        for (size_t k = 0; k < n; ++k) out[i + k] = chances_of(boards[i + k], found[k].data());
    }
}

void Evaluator::evaluate(const Board* boards, size_t count, Chances* out) const {
    Inputs inputs[kBatch];
    for (size_t i = 0; i < count; i += kBatch) {
        const size_t n = std::min(kBatch, count - i);
        for (size_t k = 0; k < n; ++k) inputs_of(boards[i + k], inputs[k]);
        evaluate(boards + i, inputs, n, out + i);
    }
}

Net Net::load(const std::string& path) {
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) throw std::runtime_error("no network at " + path);
    const auto read = [&](void* to, size_t bytes) {
        if (std::fread(to, 1, bytes, file.get()) != bytes) throw std::runtime_error("the network file ends too early: " + path);
    };
    char magic[8];
    std::array<uint32_t, 12> head;
    read(magic, 8);
    read(head.data(), sizeof head);
    const uint32_t sums = head[2];
    const std::array<uint32_t, 12> expected{1, kRows, sums, kTails, kWidth, kWidth, kOutputs, 256, 128, 128, 2048, 4096};
    if (std::memcmp(magic, "TAVLNET1", 8) != 0 || head != expected)
        throw std::runtime_error("not a network of this version and shape: " + path);
    if (sums == 0 || sums % kPlane || sums > kMostHidden)
        throw std::runtime_error("a network of " + std::to_string(sums) + " sums, not of a multiple of " + std::to_string(kPlane) +
                                 " up to " + std::to_string(kMostHidden) + ": " + path);
    const size_t hidden = sums;
    Net net{int(sums)};
    const auto part = [&](auto& a) { read(a.data(), a.size() * sizeof(*a.data())); };
    // A matrix of the file, [tail][output][input], into `per` inputs of one output side by side for all outputs.
    const auto by_input = [&]<class T>(Aligned<T>& to, size_t outputs, size_t lanes, size_t inputs, size_t per) {
        std::vector<T> row(inputs);
        for (size_t tail = 0; tail < kTails; ++tail)
            for (size_t o = 0; o < outputs; ++o) {
                read(row.data(), inputs * sizeof(T));
                for (size_t i = 0; i < inputs; ++i)
                    to.data()[((tail * inputs + i / per * per) * lanes) + o * per + i % per] = row[i];
            }
    };
    std::vector<int8_t> row(hidden);
    for (size_t r = 0; r < kRows; ++r) {
        read(row.data(), hidden);
        for (size_t h = 0; h < hidden; h += kPlane)
            std::memcpy(net.rows.data() + h * kRows + r * kPlane, row.data() + h, kPlane);
    }
    std::vector<int16_t> bias(hidden);
    read(bias.data(), hidden * sizeof(int16_t));
    for (size_t h = 0; h < hidden; ++h) net.bias.data()[Net::paired(int(h))] = bias[h];
    by_input(net.second, kWidth, kWidth, hidden, 4);
    for (size_t tail = 0; tail < kTails; ++tail)
        for (size_t i = 0; i < hidden; ++i)
            for (size_t o = 0; o < kWidth; ++o)
                net.second_plain.data()[(tail * kWidth + o) * hidden + i] =
                    net.second.data()[((tail * hidden + i / 4 * 4) * kWidth) + o * 4 + i % 4];
    part(net.second_bias);
    by_input(net.third, kWidth, kWidth, kWidth, 2);
    part(net.third_bias);
    by_input(net.last, kOutputs, kLastLanes, kWidth, 2);
    part(net.last_bias);
    uint32_t checksum;  // checked by the tests; here the size is enough
    read(&checksum, sizeof checksum);
    return net;
}

}  // namespace tavl
