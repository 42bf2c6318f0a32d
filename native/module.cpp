// Python bindings of the native core: Position, Dice, Move, Play, PlayTree and the bulk call.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <utility>

#include "bulk.hpp"
#include "plays.hpp"
#include "position_id.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tavl;

namespace {

struct Dice {
    int high, low;
    bool operator==(const Dice& o) const { return high == o.high && low == o.low; }
};

struct Play {
    LegalPlay legal;
};

// Moves as (from, to) pairs, in the order in which they are made.
nb::object played(const Board& b, const Dice& d, nb::tuple moves) {
    int left[4] = {d.high, d.low, d.high, d.low};
    size_t dice = d.high == d.low ? 4 : 2;
    if (moves.size() != dice) return nb::none();
    Board after = b;
    for (nb::handle each : moves) {
        if (!PyTuple_CheckExact(each.ptr()) || PyTuple_GET_SIZE(each.ptr()) != 2) return nb::none();
        const long from = PyLong_AsLong(PyTuple_GET_ITEM(each.ptr(), 0)), to = PyLong_AsLong(PyTuple_GET_ITEM(each.ptr(), 1));
        if (PyErr_Occurred()) throw nb::python_error();
        if (from < 1 || from > kBar || to < 0 || to >= from || !after.own[size_t(from)]) return nb::none();
        if (after.own[kBar] && from != kBar) return nb::none();
        size_t used = 0;
        while (used < dice && left[used] != from - to) ++used;
        if (to == kOff) {
            const int back = rearmost(after.own);
            if (back > 6) return nb::none();
            if (used == dice && from == back) {  // with a higher number, from the rearmost point
                used = 0;
                while (used < dice && left[used] < from) ++used;
            }
        } else if (after.opponent[size_t(25 - to)] >= 2) {
            return nb::none();
        }
        if (used == dice) return nb::none();
        left[used] = left[--dice];
        move_checker(after, int(from), int(to));
    }
    return nb::cast(after.mirrored());
}

// The exception raised in Python: a ValueError with a field that says what is wrong.
PyObject* g_position_error = nullptr;  // never released: a static object would be released after Python has ended
[[noreturn]] void position_error(const std::string& message) {
    PyErr_SetString(g_position_error, message.c_str());
    throw nb::python_error();
}

// The same conditions as in `check`, without a reason: a few instructions for each of millions of rows.
bool possible(const Board& b) {
    int wrong = 0, mine = 0, theirs = 0, here = 0, there = 0;
    for (size_t i = 0; i < kPlaces; ++i) {
        wrong |= (b.own[i] < 0) | (b.own[i] > kMaxCheckers) | (b.opponent[i] < 0) | (b.opponent[i] > kMaxCheckers);
        mine += b.own[i];
        theirs += b.opponent[i];
    }
    for (size_t i = 1; i < kPlaces; ++i) {
        here |= b.own[i];
        there |= b.opponent[i];
    }
    for (size_t i = 1; i <= 24; ++i) wrong |= (b.own[i] != 0) & (b.opponent[25 - i] != 0);
    return !wrong && mine >= 1 && mine <= kMaxCheckers && theirs >= 1 && theirs <= kMaxCheckers && (here || there);
}

void check(const Board& b) {
    if (possible(b)) return;
    for (const auto& [s, who] : {std::pair{&b.own, "the player on roll"}, std::pair{&b.opponent, "the opponent"}}) {
        for (int8_t c : *s)
            if (c < 0 || c > kMaxCheckers) position_error(std::string("a count of ") + who + " is not between 0 and 15");
        const int n = checkers(*s);
        if (n < 1 || n > kMaxCheckers)
            position_error(std::string(who) + " has " + std::to_string(n) + " checkers, not between 1 and 15");
    }
    for (int i = 1; i <= 24; ++i)
        if (b.own[size_t(i)] && b.opponent[size_t(25 - i)])
            position_error("both sides stand on the " + std::to_string(i) + " point of the player on roll");
    if (!rearmost(b.own) && !rearmost(b.opponent)) position_error("both sides have borne off all their checkers");
}

Side side_from(nb::sequence counts, const char* who) {
    if (nb::len(counts) != kPlaces) position_error(std::string(who) + " needs 26 counts: off, points 1 to 24, bar");
    Side s;
    for (size_t i = 0; i < kPlaces; ++i) {
        long long n = -1;
        try {
            n = nb::cast<long long>(counts[i]);
        } catch (const nb::cast_error&) {
        }
        if (n < 0 || n > kMaxCheckers) position_error(std::string("a count of ") + who + " is not between 0 and 15");
        s[i] = int8_t(n);
    }
    return s;
}

nb::tuple counts(const Side& s) {
    nb::list out;
    for (int8_t c : s) out.append(int(c));
    return nb::tuple(out);
}

nb::tuple made_points(const Side& s) {
    nb::list out;
    for (int i = 1; i <= 24; ++i)
        if (s[size_t(i)] >= 2) out.append(i);
    return nb::tuple(out);
}

// Rearmost end first; empty if no two made points are adjacent.
std::pair<int, int> longest_prime(const Side& s) {
    std::pair<int, int> best{0, 0};
    for (int i = 1, run = 0; i <= 24; ++i) {
        run = s[size_t(i)] >= 2 ? run + 1 : 0;
        if (run > best.second) best = {i, run};
    }
    return best;
}

bool closed_board(const Side& s) {
    for (size_t i = 1; i <= 6; ++i)
        if (s[i] < 2) return false;
    return true;
}

std::string literal(const Side& s) {
    std::string text;
    const auto add = [&](const std::string& place, int n) {
        text += (text.empty() ? "" : " ") + place + ":" + std::to_string(n);
    };
    if (s[kBar]) add("bar", s[kBar]);
    for (int i = 24; i >= 1; --i)
        if (s[size_t(i)]) add(std::to_string(i), s[size_t(i)]);
    if (checkers(s) != kMaxCheckers || text.empty()) add("off", s[kOff]);
    return text;
}

// "bar:1 24:2 13:5 off:3". What is not placed is off, unless off is given: then the side began with fewer.
Side side_from_literal(const std::string& text, const char* who) {
    Side s{};
    bool off_given = false;
    std::array<bool, kPlaces> given{};
    size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        const size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        const size_t colon = word.find(':');
        const auto number = [&](const std::string& digits) {
            if (digits.empty() || digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string::npos)
                position_error(std::string(who) + ": '" + word + "' is not PLACE:COUNT");
            return std::stoi(digits);
        };
        if (colon == std::string::npos) number("");
        const std::string place = word.substr(0, colon);
        const int index = place == "bar" ? kBar : place == "off" ? kOff : number(place);
        if (index > kBar || (index == kOff && place != "off"))
            position_error(std::string(who) + ": there is no place '" + place + "'");
        if (given[size_t(index)]) position_error(std::string(who) + ": '" + place + "' is given twice");
        given[size_t(index)] = true;
        off_given |= index == kOff;
        const int n = number(word.substr(colon + 1));
        if (n > kMaxCheckers) position_error(std::string(who) + ": more than 15 checkers on '" + place + "'");
        s[size_t(index)] = int8_t(n);
        at = end;
    }
    int total = 0;
    for (int8_t c : s) total += c;
    if (!off_given && total <= kMaxCheckers) s[kOff] = int8_t(kMaxCheckers - total);
    return s;
}

Board checked(const Board& b) {
    check(b);
    return b;
}

int die(int n) {
    if (n < 1 || n > 6) throw nb::value_error("a die shows 1 to 6");
    return n;
}

nb::list plays(const Board& b, const Dice& d) {
    std::vector<LegalPlay> found;  // not shared: making Python objects may run code that asks for plays too
    legal_plays(b, d.high, d.low, found);
    nb::list out;
    for (const LegalPlay& p : found) out.append(Play{p});
    return out;
}

using Bytes = nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::tuple bulk(Bytes boards, Bytes dice, unsigned threads) {
    const size_t n = boards.shape(0);
    if (boards.shape(1) != 2 * kPlaces) throw nb::value_error("boards must have 52 columns: 26 own, 26 opponent");
    if (dice.shape(1) != 2 || dice.shape(0) != n) throw nb::value_error("dice must have two columns and a row a board");
    const auto* b = reinterpret_cast<const Board*>(boards.data());
    for (size_t i = 0; i < n; ++i) {
        check(b[i]);
        die(dice.data()[2 * i]);
        die(dice.data()[2 * i + 1]);
    }
    BulkPlays* result;
    {
        nb::gil_scoped_release free_gil;
        result = new BulkPlays(bulk_plays(b, dice.data(), n, threads));
    }
    nb::capsule owner(result, [](void* p) noexcept { delete static_cast<BulkPlays*>(p); });
    const size_t total = size_t(result->offsets[n]);
    nb::ndarray<nb::numpy, int64_t> offsets(result->offsets.data(), {n + 1}, owner);
    nb::ndarray<nb::numpy, int8_t> boards_out(result->results.get(), {total, size_t(2 * kPlaces)}, owner);
    return nb::make_tuple(offsets, boards_out);
}

nb::bytes as_bytes(const Board& b) { return nb::bytes(reinterpret_cast<const char*>(&b), sizeof(Board)); }

void bind_position(nb::module_& m) {
    nb::class_<Board>(m, "Position",
                      "Where the checkers stand, seen by the player on roll, who moves from 24 to 1.")
        .def("__init__",
             [](Board* self, nb::sequence own, nb::sequence opponent) {
                 new (self) Board(checked(Board{side_from(own, "the player on roll"), side_from(opponent, "the opponent")}));
             },
             "own"_a, "opponent"_a, "Counts of each side in its own numbers: off, points 1 to 24, bar.")
        .def_static("start", &starting_board, "The starting position (G1.2).")
        .def_static("of",
                    [](const std::string& own, const std::string& opponent) {
                        return checked(Board{side_from_literal(own, "own"), side_from_literal(opponent, "opponent")});
                    },
                    "own"_a, "opponent"_a,
                    "From a literal a side, each in its own numbers: Position.of(\"bar:1 6:5\", \"24:2 off:13\").\n"
                    "What is not placed is off; where off is given, the side began with what is written.")
        .def_static("from_gnu_id",
                    [](const std::string& id) {
                        try {
                            return checked(board_from_gnu_id(id));
                        } catch (const std::invalid_argument& e) {
                            position_error(e.what());
                        }
                    },
                    "id"_a, "From GNU Backgammon's position ID.")
        .def_prop_ro("gnu_id", &gnu_id, "GNU Backgammon's position ID; it tells nothing of a side begun with fewer than 15.")
        .def_static("from_bytes",
                    [](nb::bytes data) {
                        if (data.size() != sizeof(Board)) position_error("a position is 52 bytes");
                        Board b;
                        std::memcpy(&b, data.c_str(), sizeof(Board));
                        return checked(b);
                    },
                    "data"_a)
        .def("__bytes__", &as_bytes, "26 own counts, then 26 of the opponent, as in the bulk arrays.")
        .def_prop_ro("own", [](const Board& b) { return counts(b.own); }, "Off, points 1 to 24, bar.")
        .def_prop_ro("opponent", [](const Board& b) { return counts(b.opponent); }, "The opponent's, in theirs own numbers.")
        .def("mirror", &Board::mirrored, "The same board seen by the opponent.")
        .def_prop_ro("pips", [](const Board& b) { return pips(b.own); })
        .def_prop_ro("opponent_pips", [](const Board& b) { return pips(b.opponent); })
        .def_prop_ro("off", [](const Board& b) { return int(b.own[kOff]); })
        .def_prop_ro("opponent_off", [](const Board& b) { return int(b.opponent[kOff]); })
        .def_prop_ro("bar", [](const Board& b) { return int(b.own[kBar]); })
        .def_prop_ro("opponent_bar", [](const Board& b) { return int(b.opponent[kBar]); })
        .def_prop_ro("checkers", [](const Board& b) { return checkers(b.own); }, "How many the player on roll began with.")
        .def_prop_ro("opponent_checkers", [](const Board& b) { return checkers(b.opponent); })
        .def_prop_ro("made_points", [](const Board& b) { return made_points(b.own); }, "Own points with two or more (G6.1).")
        .def_prop_ro("longest_prime",
                     [](const Board& b) {
                         const auto [high, length] = longest_prime(b.own);
                         nb::list points;
                         for (int i = high; i > high - length; --i) points.append(i);
                         return nb::tuple(points);
                     },
                     "The longest run of own made points, rearmost first (G6.1).")
        .def_prop_ro("closed_board", [](const Board& b) { return closed_board(b.own); }, "All six own inner points made (G5.3).")
        .def_prop_ro("contact", [](const Board& b) { return contact(b) && !over(b); },
                     "Some checker has still to pass an opposing one.")
        .def_prop_ro("race", [](const Board& b) { return !contact(b) && !over(b); })
        .def_prop_ro("over", &over, "One side has borne off all.")
        .def_prop_ro("loss",
                     [](const Board& b) {
                         if (!over(b)) return 0;
                         return loss_size(rearmost(b.own) ? b.own : b.opponent);
                     },
                     "What the side that lost has lost: 1, 2 or 3 (G8.1); 0 while nobody has.")
        .def("dances", [](const Board& b, const Dice& d) { return dances(b, d.high, d.low); }, "dice"_a,
             "No checker can be moved with this roll.")
        .def("moved",
             [](const Board& b, int from, int to) {
                 if (from < 1 || from > kBar || to < 0 || to > 24 || from <= to || !b.own[size_t(from)])
                     position_error("no checker can be moved from " + std::to_string(from) + " to " + std::to_string(to));
                 if (to != kOff && b.opponent[size_t(25 - to)] >= 2)
                     position_error("the opponent holds the " + std::to_string(to) + " point");
                 Board after = b;
                 move_checker(after, from, to);
                 return after;
             },
             "source"_a, "target"_a, "One checker moved on, a blot hit; still seen by the mover. Asks nothing about dice.")
        .def("played", &played, "dice"_a, "moves"_a,
             "The position after these moves, seen by the opponent, where they use every die one by one: no more is needed "
             "for a legal play. None for all others, of which many are legal too.")
        .def("plays", &plays, "dice"_a, "All legal plays, one for each position they lead to. A dance is one play without moves.")
        .def("play_tree", [](const Board& b, const Dice& d) { return play_tree(b, d.high, d.low); }, "dice"_a,
             "Every order in which a legal play can be made, checker by checker.")
        .def("__eq__", [](const Board& a, nb::handle o) { return nb::isinstance<Board>(o) && a == nb::cast<const Board&>(o); },
             "other"_a.none())
        .def("__lt__", [](const Board& a, const Board& b) { return a < b; })
        .def("__le__", [](const Board& a, const Board& b) { return !(b < a); })
        .def("__gt__", [](const Board& a, const Board& b) { return b < a; })
        .def("__ge__", [](const Board& a, const Board& b) { return !(a < b); })
        .def("__hash__", [](const Board& b) { return Py_hash_t(hash_board(b) >> 1); })
        .def("__repr__",
             [](const Board& b) { return "Position.of(\"" + literal(b.own) + "\", \"" + literal(b.opponent) + "\")"; })
        .def("__getstate__", &as_bytes)
        .def("__setstate__", [](Board& b, nb::bytes data) {
            Board read;
            if (data.size() != sizeof(Board)) position_error("a position is 52 bytes");
            std::memcpy(&read, data.c_str(), sizeof(Board));
            new (&b) Board(checked(read));
        });
}

void bind_dice(nb::module_& m) {
    nb::class_<Dice>(m, "Dice", "Two dice; which was rolled first makes no difference.")
        .def("__init__", [](Dice* self, int a, int b) { new (self) Dice{std::max(die(a), die(b)), std::min(a, b)}; },
             "first"_a, "second"_a)
        .def_ro("high", &Dice::high)
        .def_ro("low", &Dice::low)
        .def_prop_ro("double", [](const Dice& d) { return d.high == d.low; })
        .def_prop_ro("pips", [](const Dice& d) { return (d.high + d.low) * (d.high == d.low ? 2 : 1); })
        .def("__iter__", [](const Dice& d) { return nb::iter(nb::make_tuple(d.high, d.low)); })
        .def("__eq__", [](const Dice& a, nb::handle o) { return nb::isinstance<Dice>(o) && a == nb::cast<const Dice&>(o); },
             "other"_a.none())
        .def("__lt__", [](const Dice& a, const Dice& b) { return std::pair{a.high, a.low} < std::pair{b.high, b.low}; })
        .def("__hash__", [](const Dice& d) { return d.high * 7 + d.low; })
        .def("__str__", [](const Dice& d) { return std::to_string(d.high) + std::to_string(d.low); })
        .def("__repr__", [](const Dice& d) { return "Dice(" + std::to_string(d.high) + ", " + std::to_string(d.low) + ")"; })
        .def("__reduce__", [](nb::object self) {
            return nb::make_tuple(self.type(), nb::make_tuple(self.attr("high"), self.attr("low")));
        });
}


void bind_plays(nb::module_& m) {
    nb::class_<Move>(m, "Move", "One checker moved by one die: 25 is the bar, 0 is off.")
        .def_prop_ro("source", [](const Move& v) { return int(v.from); })
        .def_prop_ro("target", [](const Move& v) { return int(v.to); })
        .def_ro("hit", &Move::hit)
        .def("__iter__", [](const Move& v) { return nb::iter(nb::make_tuple(int(v.from), int(v.to))); })
        .def("__eq__", [](const Move& a, nb::handle o) { return nb::isinstance<Move>(o) && a == nb::cast<const Move&>(o); },
             "other"_a.none())
        .def("__hash__", [](const Move& v) { return v.from * 64 + v.to * 2 + v.hit; })
        .def("__repr__", [](const Move& v) {
            return "Move(" + std::to_string(v.from) + ", " + std::to_string(v.to) + (v.hit ? ", hit)" : ")");
        });
    nb::class_<Play>(m, "Play", "A roll played out. Its moves are in the mover's numbers.")
        .def_prop_ro("moves",
                     [](const Play& p) {
                         nb::list out;
                         for (int i = 0; i < p.legal.count; ++i) out.append(p.legal.moves[size_t(i)]);
                         return nb::tuple(out);
                     })
        .def_prop_ro("result", [](const Play& p) { return p.legal.after.mirrored(); },
                     "The position after it, seen by the opponent, who is on roll.")
        .def_prop_ro("hits",
                     [](const Play& p) {
                         int n = 0;
                         for (int i = 0; i < p.legal.count; ++i) n += p.legal.moves[size_t(i)].hit;
                         return n;
                     },
                     "How many checkers it hits.")
        .def("__len__", [](const Play& p) { return int(p.legal.count); })
        .def("__bool__", [](const Play&) { return true; })
        .def("__str__", [](const Play& p) { return play_text(p.legal); })
        .def("__repr__", [](const Play& p) { return "<Play " + (p.legal.count ? play_text(p.legal) : "none") + ">"; })
        .def("__eq__",
             [](const Play& a, nb::handle o) {
                 return nb::isinstance<Play>(o) && a.legal.after == nb::cast<const Play&>(o).legal.after &&
                        play_text(a.legal) == play_text(nb::cast<const Play&>(o).legal);
             },
             "other"_a.none())
        .def("__hash__", [](const Play& p) { return Py_hash_t(hash_board(p.legal.after) >> 1); });
    nb::class_<PlayTree>(m, "PlayTree", "The legal plays of a roll, checker by checker; nodes are numbered from 0, the root.")
        .def("__len__", [](const PlayTree& t) { return t.nodes.size(); })
        .def("steps",
             [](const PlayTree& t, size_t node) {
                 if (node >= t.nodes.size()) throw nb::index_error("no such node");
                 nb::list out;
                 for (const auto& s : t.nodes[node].steps) out.append(nb::make_tuple(s.move, int(s.die), s.next));
                 return out;
             },
             "node"_a, "(move, die, next node) for each checker that may be moved there; none ends the play.")
        .def("position",
             [](const PlayTree& t, size_t node) {
                 if (node >= t.nodes.size()) throw nb::index_error("no such node");
                 return t.nodes[node].board;
             },
             "node"_a, "The position so far, still seen by the mover.");
}

}  // namespace

nb::object python_play(const LegalPlay& play) { return nb::cast(Play{play}); }
void check_board(const Board& board) { check(board); }
int check_die(int n) { return die(n); }
void bind_engine(nb::module_& m);  // bind_engine.cpp

NB_MODULE(_native, m) {
    m.doc() = "tavl's native core";
    nb::set_leak_warnings(false);  // Python may end with positions alive in its modules, which is harmless
    g_position_error = nb::exception<std::domain_error>(m, "PositionError", PyExc_ValueError).release().ptr();
    bind_dice(m);
    bind_plays(m);
    bind_position(m);
    bind_engine(m);
    m.def("bulk_plays", &bulk, "boards"_a.noconvert(), "dice"_a.noconvert(), "threads"_a = 1);
}
