// Writes the bear-off tables to the given file.
#include <cstdio>
#include <exception>

#include "bearoff.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: tavl_tables FILE\n", stderr);
        return 2;
    }
    try {
        tavl::Bearoff::compute().save(argv[1]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
