// Python bindings of the engine: numbers in, numbers out. tavl.engine gives them names.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "rollout.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tavl;

nb::object python_play(const LegalPlay& play);  // module.cpp
void check_board(const Board& board);           // module.cpp
int check_die(int n);                           // module.cpp

namespace {

using Five = std::array<float, 5>;
Five five(const Chances& c) { return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}; }

using Boards = nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Every row is checked before any is used: an impossible board would be read and written out of bounds.
const Board* boards_of(const Boards& a) {
    if (a.shape(1) != 2 * kPlaces) throw nb::value_error("boards must have 52 columns: 26 own, 26 opponent");
    const auto* boards = reinterpret_cast<const Board*>(a.data());
    for (size_t i = 0; i < a.shape(0); ++i) check_board(boards[i]);
    return boards;
}

int within(int n, int least, int most, const char* name) {
    if (n < least || n > most)
        throw nb::value_error((std::string(name) + " is " + std::to_string(least) + " to " + std::to_string(most)).c_str());
    return n;
}

constexpr int kDeepest = 4;
constexpr int kMostCube = 1 << 20;    // every deeper search doubles it, so this must stay far below the maximum of an int
constexpr int kLongestMatch = 1000;
constexpr uint64_t kMostGames = 1'000'000;

nb::object floats(std::vector<float>&& data, size_t rows, size_t columns) {
    auto* kept = new std::vector<float>(std::move(data));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, float>(kept->data(), {rows, columns}, owner));
}

// A caller's evaluator in our search: called with an array of boards, returns an array of chances.
class PythonJudge final : public Judge {
public:
    explicit PythonJudge(nb::callable f) : f_(std::move(f)) {}
    bool thread_safe() const override { return false; }
    void judge(const Board* boards, size_t count, Chances* out) const override {
        nb::gil_scoped_acquire gil;
        auto* copy = new std::vector<Board>(boards, boards + count);  // the evaluator may keep them
        nb::capsule owner(copy, [](void* p) noexcept { delete static_cast<std::vector<Board>*>(p); });
        const auto* bytes = reinterpret_cast<const int8_t*>(copy->data());
        nb::object answer = f_(nb::ndarray<nb::numpy, const int8_t>(bytes, {count, size_t(2 * kPlaces)}, owner));
        nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu> rows;
        if (!nb::try_cast(answer, rows) || rows.shape(0) != count || rows.shape(1) != 5)
            throw nb::value_error("an evaluator answers with five floats a board");
        // NaN has no order, which would break sorting.
        if (!std::all_of(rows.data(), rows.data() + 5 * count, [](float x) { return std::isfinite(x); }))
            throw nb::value_error("an evaluator answers with numbers");
        std::copy_n(rows.data(), 5 * count, reinterpret_cast<float*>(out));
    }

private:
    nb::callable f_;
};
static_assert(sizeof(Chances) == 5 * sizeof(float), "chances are read as five floats");

struct PythonSearch {
    std::shared_ptr<const Judge> judge;
    Search search;
};

std::tuple<Five, std::vector<float>> outlook(const Outlook& o) { return {five(o.chances), o.utilities}; }

}  // namespace

void bind_engine(nb::module_& m) {
    nb::enum_<Path>(m, "Path")
        .value("portable", Path::portable)
        .value("sse41", Path::sse41)
        .value("neon", Path::neon)
        .value("avx2", Path::avx2)
        .value("avx512", Path::avx512);
    m.def("best_path", &best_path);
    m.def("path_available", &available);

    m.def("active_rows",
          [](Boards boards, Path path) {
              if (!available(path)) throw nb::value_error("this machine has no such registers");
              const Board* b = boards_of(boards);
              const size_t n = boards.shape(0);
              auto* rows = new std::vector<int32_t>(n * shape::kMostActive, -1);
              auto* tails = new std::vector<int32_t>(n);
              for (size_t i = 0; i < n; ++i) {
                  Inputs in;
                  inputs_by(path)(b[i], in);
                  std::copy_n(in.rows, in.count, rows->begin() + long(i * shape::kMostActive));
                  (*tails)[i] = in.tail;
              }
              const auto owner = [](std::vector<int32_t>* v) {
                  return nb::capsule(v, [](void* p) noexcept { delete static_cast<std::vector<int32_t>*>(p); });
              };
              return nb::make_tuple(
                  nb::ndarray<nb::numpy, int32_t>(rows->data(), {n, size_t(shape::kMostActive)}, owner(rows)),
                  nb::ndarray<nb::numpy, int32_t>(tails->data(), {n}, owner(tails)));
          },
          "boards"_a.noconvert(), "path"_a = best_path(), "The rows that each position switches on (-1 fills up) and its tail: for training.");

    nb::class_<MatchTable>(m, "MatchTable")
        .def("__init__",
             [](MatchTable* self, const std::vector<float>& before, const std::vector<float>& after, int longest) {
                 const int size = within(int(std::min<size_t>(after.size(), kLongestMatch + 1)), 1, kLongestMatch, "a table's size");
                 if (before.size() != size_t(size) * size_t(size)) throw nb::value_error("the table is not square");
                 for (const auto* figures : {&before, &after})
                     for (float p : *figures)
                         if (!(p >= 0 && p <= 1)) throw nb::value_error("a chance is between 0 and 1");
                 new (self) MatchTable(size, before, after, within(longest, 0, kLongestMatch, "longest"));
             },
             "before_crawford"_a, "after_crawford"_a, "longest"_a = 0)
        .def("chances", &MatchTable::chances, "mine"_a, "theirs"_a, "crawford_over"_a = false);

    nb::class_<CubeState>(m, "CubeState")
        .def("__init__",
             [](CubeState* self, int value, int owner, bool allowed, bool jacoby, int mine, int theirs, bool crawford,
                bool crawford_over, const MatchTable* table) {
                 within(value, 1, kMostCube, "value");
                 within(owner, -1, 1, "owner");
                 within(mine, 0, kLongestMatch, "mine");
                 within(theirs, 0, kLongestMatch, "theirs");
                 new (self) CubeState{value, owner, allowed, jacoby, mine, theirs, crawford, crawford_over, table};
             },
             "value"_a = 1, "owner"_a = 0, "allowed"_a = true, "jacoby"_a = false, "mine"_a = 0, "theirs"_a = 0,
             "crawford"_a = false, "crawford_over"_a = false, "table"_a = nb::none(), nb::keep_alive<1, 10>())
        .def_ro("value", &CubeState::value)
        .def_ro("owner", &CubeState::owner)
        .def_prop_ro("can_double", &CubeState::can_double)
        .def("doubled",
             [](const CubeState& c) {
                 within(c.value, 1, kMostCube, "value");
                 return c.doubled();
             },
             nb::keep_alive<0, 1>())
        .def("flipped", &CubeState::flipped, nb::keep_alive<0, 1>())
        .def("utility_of_result",
             [](const CubeState& c, int points) { return utility_of_result(c, within(points, -3, 3, "points")); }, "points"_a)
        .def_prop_ro("utility_of_pass", &utility_of_pass)
        .def("no_double",
             [](const CubeState& c, Five f, float efficiency) {
                 return CubeModel(c).no_double({f[0], f[1], f[2], f[3], f[4]}, {efficiency, efficiency, efficiency, efficiency});
             },
             "chances"_a, "efficiency"_a);

    nb::class_<Judge>(m, "Judge")
        .def("evaluate",
             [](const Judge& j, Boards boards) {
                 const Board* b = boards_of(boards);
                 std::vector<Chances> out(boards.shape(0));
                 std::vector<size_t> ended;  // evaluators are not asked about finished games
                 for (size_t i = 0; i < out.size(); ++i)
                     if (over(b[i])) ended.push_back(i);
                 std::vector<Board> open;
                 if (!ended.empty()) {
                     open.assign(b, b + out.size());
                     for (size_t i : ended) open[i] = starting_board();
                     b = open.data();
                 }
                 {
                     nb::gil_scoped_release free_gil;
                     j.judge(b, out.size(), out.data());
                 }
                 const auto* rows = reinterpret_cast<const Board*>(boards.data());
                 for (size_t i : ended) out[i] = chances_when_over(rows[i]);
                 std::vector<float> flat(out.size() * 5);
                 std::copy_n(reinterpret_cast<const float*>(out.data()), flat.size(), flat.begin());
                 return floats(std::move(flat), out.size(), 5);
             },
             "boards"_a.noconvert());
    m.def("own_judge",
          [](const std::string& net, const std::string& tables, Path path, const std::string& quick, size_t looks,
             const std::string& race) {
              if (!available(path)) throw nb::value_error("this machine has no such registers");
              auto judge = std::make_shared<OwnJudge>(Net::load(net), Bearoff::load(tables), path);
              if (!quick.empty()) judge->use_quick(QuickNet::load(quick), looks);
              if (!race.empty()) judge->use_race(RaceNet::load(race));
              return std::static_pointer_cast<Judge>(judge);
          },
          "net"_a, "tables"_a, "path"_a = best_path(), "quick"_a = "", "looks"_a = 6, "race"_a = "");
    m.def("logits",
          [](const std::string& net, Boards boards, Path path) {
              const Net loaded = Net::load(net);
              const Evaluator evaluator(loaded, path);
              if (!available(path)) throw nb::value_error("this machine has no such registers");
              const Board* b = boards_of(boards);
              const size_t n = boards.shape(0);
              auto* out = new std::vector<int32_t>(n * shape::kOutputs);
              nb::capsule owner(out, [](void* p) noexcept { delete static_cast<std::vector<int32_t>*>(p); });
              std::vector<Inputs> inputs(n);
              for (size_t i = 0; i < n; ++i) inputs_of(b[i], inputs[i]);
              evaluator.logits(inputs.data(), n, reinterpret_cast<Logits*>(out->data()));
              return nb::ndarray<nb::numpy, int32_t>(out->data(), {n, size_t(shape::kOutputs)}, owner);
          },
          "net"_a, "boards"_a.noconvert(), "path"_a = best_path(), "The network's integers before they become chances: for the signature.");
    m.def("python_judge",
          [](nb::callable f) { return std::static_pointer_cast<Judge>(std::make_shared<PythonJudge>(std::move(f))); },
          "evaluate"_a);

    nb::class_<RolloutSums>(m, "RolloutSums")
        .def(nb::init<>())
        .def_ro("games", &RolloutSums::games)
        .def_ro("sum", &RolloutSums::sum)
        .def_ro("squares", &RolloutSums::squares)
        .def_ro("utility", &RolloutSums::utility)
        .def_ro("utility_squares", &RolloutSums::utility_squares)
        .def("add",
             [](RolloutSums& s, const std::vector<double>& game) {
                 if (game.size() < 6 || game.size() > 8) throw nb::value_error("a game has six numbers, and one for each cube");
                 if (s.games && s.utility.size() != game.size() - 6) throw nb::value_error("a game with other cubes");
                 s.add(game);
             },
             "game"_a)
        .def("__getstate__",
             [](const RolloutSums& s) { return std::make_tuple(s.games, s.sum, s.squares, s.utility, s.utility_squares); })
        .def("__setstate__",
             [](RolloutSums& s, const std::tuple<uint64_t, std::array<double, 6>, std::array<double, 6>, std::vector<double>,
                                                 std::vector<double>>& t) {
                 if (std::get<3>(t).size() != std::get<4>(t).size()) throw nb::value_error("a square for each sum");
                 new (&s) RolloutSums{std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t), std::get<4>(t)};
             });

    nb::class_<PythonSearch>(m, "Search")
        .def("__init__",
             [](PythonSearch* self, std::shared_ptr<Judge> judge, unsigned threads,
                std::vector<std::tuple<int, float>> filters) {
                 if (!judge) throw nb::value_error("a judge is needed");
                 new (self) PythonSearch{judge, Search(judge, std::max(1u, threads))};
                 if (!filters.empty()) self->search.filters.clear();
                 for (const auto& [most, margin] : filters) self->search.filters.push_back({most, margin});
             },
             "judge"_a, "threads"_a = 1, "filters"_a = std::vector<std::tuple<int, float>>{})
        .def("evaluate",
             [](const PythonSearch& s, const Board& board, int ply, const std::vector<CubeState>& cubes) {
                 within(ply, 0, kDeepest, "ply");
                 nb::gil_scoped_release free_gil;
                 return outlook(s.search.evaluate(board, ply, cubes));
             },
             "board"_a, "ply"_a, "cubes"_a = std::vector<CubeState>{})
        .def("rank",
             [](const PythonSearch& s, const Board& board, int die1, int die2, int ply, const CubeState* cube,
                const Board* always) {
                 check_die(die1);
                 check_die(die2);
                 within(ply, 0, kDeepest, "ply");
                 std::vector<RankedPlay> ranked;
                 {
                     nb::gil_scoped_release free_gil;
                     ranked = s.search.rank(board, die1, die2, ply, cube, always);
                 }
                 nb::list out;
                 for (const RankedPlay& r : ranked)
                     out.append(nb::make_tuple(python_play(r.play), five(r.outlook.chances), r.utility, r.ply));
                 return out;
             },
             "board"_a, "die1"_a, "die2"_a, "ply"_a, "cube"_a = nb::none(), "always"_a = nb::none())
        .def("rolls",
             [](const PythonSearch& s, const Board& board, const CubeState& cube) {
                 if (over(board)) throw nb::value_error("the game is over");
                 nb::gil_scoped_release free_gil;
                 return s.search.rolls(board, cube);
             },
             "board"_a, "cube"_a)
        .def("value",
             [](const PythonSearch& s, const Board& board, Five f, const CubeState& cube) {
                 return s.search.static_choice(board, {f[0], f[1], f[2], f[3], f[4]}, TurnCube(cube));
             },
             "board"_a, "chances"_a, "cube"_a)
        .def("rollout",
             [](const PythonSearch& s, const Board& board, const std::vector<CubeState>& cubes, uint64_t seed, int truncate,
                bool reduce_variance, int ply, uint64_t games, RolloutSums& sums) {
                 within(ply, 0, kDeepest, "ply");
                 if (truncate < 0) throw nb::value_error("truncate is 0 (to the end) or more");
                 if (games < 1 || games > kMostGames) throw nb::value_error("games is 1 to 1,000,000 at a time");
                 if (sums.games && sums.utility.size() != cubes.size())
                     throw nb::value_error("these sums are of a rollout with other cubes");
                 nb::gil_scoped_release free_gil;
                 rollout(s.search, board, cubes, {seed, truncate, reduce_variance, ply}, games, sums);
             },
             "board"_a, "cubes"_a, "seed"_a, "truncate"_a, "reduce_variance"_a, "ply"_a, "games"_a, "sums"_a)
        .def("play_games",
             [](const PythonSearch& s, const Board& board, const std::vector<CubeState>& cubes, uint64_t seed, int truncate,
                bool reduce_variance, int ply, uint64_t first, uint64_t games) {
                 within(ply, 0, kDeepest, "ply");
                 if (truncate < 0) throw nb::value_error("truncate is 0 (to the end) or more");
                 if (games < 1 || games > kMostGames) throw nb::value_error("games is 1 to 1,000,000 at a time");
                 nb::gil_scoped_release free_gil;
                 return play_games(s.search, board, cubes, {seed, truncate, reduce_variance, ply}, first, games);
             },
             "board"_a, "cubes"_a, "seed"_a, "truncate"_a, "reduce_variance"_a, "ply"_a, "first"_a, "games"_a);
}
