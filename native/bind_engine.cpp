// The engine's Python face: numbers in, numbers out. tavl.engine gives them names.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "rollout.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tavl;

nb::object python_play(const LegalPlay& play);  // module.cpp

namespace {

using Five = std::array<float, 5>;
Five five(const Chances& c) { return {c.win, c.win_gammon, c.win_backgammon, c.lose_gammon, c.lose_backgammon}; }

using Boards = nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

const Board* boards_of(const Boards& a) {
    if (a.shape(1) != 2 * kPlaces) throw nb::value_error("boards must have 52 columns: 26 own, 26 opponent");
    return reinterpret_cast<const Board*>(a.data());
}

nb::object floats(std::vector<float>&& data, size_t rows, size_t columns) {
    auto* kept = new std::vector<float>(std::move(data));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, float>(kept->data(), {rows, columns}, owner));
}

// Somebody else's evaluation under our search: called with an array of boards, answers with an array of chances.
class PythonJudge final : public Judge {
public:
    explicit PythonJudge(nb::callable f) : f_(std::move(f)) {}
    bool thread_safe() const override { return false; }
    void judge(const Board* boards, size_t count, Chances* out) const override {
        nb::gil_scoped_acquire gil;
        nb::ndarray<nb::numpy, const int8_t> array(boards, {count, size_t(2 * kPlaces)}, nb::none());
        nb::object answer = f_(array);
        auto rows = nb::cast<nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>>(answer);
        if (rows.shape(0) != count || rows.shape(1) != 5) throw nb::value_error("an evaluator answers with five floats a board");
        std::memcpy(out, rows.data(), count * sizeof(Chances));
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
    nb::enum_<Path>(m, "Path").value("portable", Path::portable).value("avx2", Path::avx2).value("avx512", Path::avx512);
    m.def("best_path", &best_path);
    m.def("path_available", &available);

    m.def("active_rows",
          [](Boards boards) {
              const Board* b = boards_of(boards);
              const size_t n = boards.shape(0);
              auto* rows = new std::vector<int32_t>(n * shape::kMostActive, -1);
              auto* tails = new std::vector<int32_t>(n);
              for (size_t i = 0; i < n; ++i) {
                  Inputs in;
                  inputs_of(b[i], in);
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
          "boards"_a, "The rows that each position switches on (-1 fills up) and its tail: for training.");

    nb::class_<MatchTable>(m, "MatchTable")
        .def("__init__",
             [](MatchTable* self, const std::vector<float>& before, const std::vector<float>& after, int longest) {
                 const int size = int(after.size());
                 if (before.size() != size_t(size) * size_t(size)) throw nb::value_error("the table is not square");
                 new (self) MatchTable(size, before, after, longest);
             },
             "before_crawford"_a, "after_crawford"_a, "longest"_a = 0)
        .def("chances", &MatchTable::chances, "mine"_a, "his"_a, "crawford_over"_a = false);

    nb::class_<CubeState>(m, "CubeState")
        .def("__init__",
             [](CubeState* self, int value, int owner, bool allowed, bool jacoby, int mine, int his, bool crawford,
                bool crawford_over, const MatchTable* table) {
                 new (self) CubeState{value, owner, allowed, jacoby, mine, his, crawford, crawford_over, table};
             },
             "value"_a = 1, "owner"_a = 0, "allowed"_a = true, "jacoby"_a = false, "mine"_a = 0, "his"_a = 0,
             "crawford"_a = false, "crawford_over"_a = false, "table"_a = nb::none(), nb::keep_alive<1, 10>())
        .def_ro("value", &CubeState::value)
        .def_ro("owner", &CubeState::owner)
        .def_prop_ro("can_double", &CubeState::can_double)
        .def("doubled", &CubeState::doubled, nb::keep_alive<0, 1>())
        .def("flipped", &CubeState::flipped, nb::keep_alive<0, 1>())
        .def("utility_of_result", &utility_of_result, "points"_a)
        .def_prop_ro("utility_of_pass", &utility_of_pass)
        .def("no_double",
             [](const CubeState& c, Five f, float efficiency) {
                 return no_double({f[0], f[1], f[2], f[3], f[4]}, c, efficiency);
             },
             "chances"_a, "efficiency"_a);

    nb::class_<Judge>(m, "Judge")
        .def("evaluate",
             [](const Judge& j, Boards boards) {
                 const Board* b = boards_of(boards);
                 std::vector<Chances> out(boards.shape(0));
                 {
                     nb::gil_scoped_release free_gil;
                     j.judge(b, out.size(), out.data());
                 }
                 std::vector<float> flat(out.size() * 5);
                 std::memcpy(flat.data(), out.data(), flat.size() * sizeof(float));
                 return floats(std::move(flat), out.size(), 5);
             },
             "boards"_a);
    m.def("own_judge",
          [](const std::string& net, const std::string& tables, Path path, const std::string& quick, size_t looks) {
              auto judge = std::make_shared<OwnJudge>(Net::load(net), Bearoff::load(tables), path);
              if (!quick.empty()) judge->use_quick(QuickNet::load(quick), looks);
              return std::static_pointer_cast<Judge>(judge);
          },
          "net"_a, "tables"_a, "path"_a = best_path(), "quick"_a = "", "looks"_a = 6);
    m.def("logits",
          [](const std::string& net, Boards boards, Path path) {
              const Net loaded = Net::load(net);
              const Evaluator evaluator(loaded, path);
              const Board* b = boards_of(boards);
              const size_t n = boards.shape(0);
              auto* out = new std::vector<int32_t>(n * shape::kOutputs);
              nb::capsule owner(out, [](void* p) noexcept { delete static_cast<std::vector<int32_t>*>(p); });
              std::vector<Inputs> inputs(n);
              for (size_t i = 0; i < n; ++i) inputs_of(b[i], inputs[i]);
              evaluator.logits(inputs.data(), n, reinterpret_cast<Logits*>(out->data()));
              return nb::ndarray<nb::numpy, int32_t>(out->data(), {n, size_t(shape::kOutputs)}, owner);
          },
          "net"_a, "boards"_a, "path"_a = best_path(), "The network's integers before they become chances: for the signature.");
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
        .def("__getstate__",
             [](const RolloutSums& s) { return std::make_tuple(s.games, s.sum, s.squares, s.utility, s.utility_squares); })
        .def("__setstate__",
             [](RolloutSums& s, const std::tuple<uint64_t, std::array<double, 6>, std::array<double, 6>, std::vector<double>,
                                                 std::vector<double>>& t) {
                 new (&s) RolloutSums{std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t), std::get<4>(t)};
             });

    nb::class_<PythonSearch>(m, "Search")
        .def("__init__",
             [](PythonSearch* self, std::shared_ptr<Judge> judge, unsigned threads,
                std::vector<std::tuple<int, float>> filters) {
                 new (self) PythonSearch{judge, Search(judge, threads)};
                 if (!filters.empty()) self->search.filters.clear();
                 for (const auto& [most, margin] : filters) self->search.filters.push_back({most, margin});
             },
             "judge"_a, "threads"_a = 1, "filters"_a = std::vector<std::tuple<int, float>>{})
        .def("evaluate",
             [](const PythonSearch& s, const Board& board, int ply, const std::vector<CubeState>& cubes) {
                 nb::gil_scoped_release free_gil;
                 return outlook(s.search.evaluate(board, ply, cubes));
             },
             "board"_a, "ply"_a, "cubes"_a = std::vector<CubeState>{})
        .def("rank",
             [](const PythonSearch& s, const Board& board, int die1, int die2, int ply, const CubeState* cube) {
                 std::vector<RankedPlay> ranked;
                 {
                     nb::gil_scoped_release free_gil;
                     ranked = s.search.rank(board, die1, die2, ply, cube);
                 }
                 nb::list out;
                 for (const RankedPlay& r : ranked)
                     out.append(nb::make_tuple(python_play(r.play), five(r.outlook.chances), r.utility, r.ply));
                 return out;
             },
             "board"_a, "die1"_a, "die2"_a, "ply"_a, "cube"_a = nb::none())
        .def("rollout",
             [](const PythonSearch& s, const Board& board, const std::vector<CubeState>& cubes, uint64_t seed, int truncate,
                bool reduce_variance, int ply, uint64_t games, RolloutSums& sums) {
                 nb::gil_scoped_release free_gil;
                 rollout(s.search, board, cubes, {seed, truncate, reduce_variance, ply}, games, sums);
             },
             "board"_a, "cubes"_a, "seed"_a, "truncate"_a, "reduce_variance"_a, "ply"_a, "games"_a, "sums"_a);
}
