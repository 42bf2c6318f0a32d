// GNU Backgammon's position ID: for the opponent, then for the player on roll, each point from 1 to 24 and the
// bar as so many ones and a zero; eighty bits, in base 64.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "board.hpp"

namespace tavl {

inline constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string gnu_id(const Board& b) {
    std::array<uint8_t, 11> bytes{};  // 10 are used; an eleventh lets the last group of six bits be read
    size_t bit = 0;
    for (const Side* s : {&b.opponent, &b.own})
        for (int i = 1; i < kPlaces; ++i, ++bit)
            for (int n = 0; n < (*s)[size_t(i)]; ++n, ++bit) bytes[bit / 8] |= uint8_t(1u << (bit % 8));
    std::string text;
    for (size_t i = 0; i < 14; ++i) {
        unsigned value = 0;  // six bits of the bytes as they stand, most significant first
        for (size_t k = 0; k < 6; ++k) {
            const size_t at = 6 * i + k;
            value = value << 1 | (bytes[at / 8] >> (7 - at % 8) & 1u);
        }
        text += kBase64[value];
    }
    return text;
}

// Throws std::invalid_argument with the reason; both sides began with 15.
inline Board board_from_gnu_id(std::string_view id) {
    if (id.size() != 14) throw std::invalid_argument("a GNU position ID has 14 characters");
    std::array<uint8_t, 11> bytes{};
    for (size_t i = 0; i < 14; ++i) {
        const size_t value = std::string_view(kBase64, 64).find(id[i]);
        if (value == std::string_view::npos)
            throw std::invalid_argument("character " + std::to_string(i + 1) + " is none of a GNU position ID's");
        for (size_t k = 0; k < 6; ++k) {
            const size_t at = 6 * i + k;
            bytes[at / 8] |= uint8_t((value >> (5 - k) & 1u) << (7 - at % 8));
        }
    }
    Board b;
    size_t bit = 0;
    const auto next = [&] { return bit < 80 && (bytes[bit / 8] >> (bit % 8) & 1); };
    for (Side* s : {&b.opponent, &b.own}) {
        int total = 0;
        for (int i = 1; i < kPlaces; ++i, ++bit)
            for (; next(); ++bit) {
                ++(*s)[size_t(i)];
                if (++total > kMaxCheckers) throw std::invalid_argument("a side has more than 15 checkers");
            }
        (*s)[kOff] = int8_t(kMaxCheckers - total);
    }
    for (; bit < 84; ++bit)
        if (bytes[bit / 8] >> (bit % 8) & 1) throw std::invalid_argument("more follows after the second side's bar");
    return b;
}

}  // namespace tavl
