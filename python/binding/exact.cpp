#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "mechanisms/catalogue/registry.hpp"
#include "python/binding/arrays.hpp"
#include "python/binding/parts.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"
#include "verify/game/playable.hpp"

namespace warner::python {
namespace {

namespace nb = nanobind;
using mechanisms::Dataset, mechanisms::Instance, mechanisms::Pair;

/// A mechanism of the catalogue with its parameters.
struct Made {
  std::string name;
  Instance instance;
};

Made make(std::string const& name, std::map<std::string, double> const& values) {
  auto const& entry = mechanisms::find(name);
  return {entry.name, mechanisms::make(entry, {values.begin(), values.end()})};
}

Pair pair_of(Made const& made, std::optional<Dataset> const& d, std::optional<Dataset> const& d_prime) {
  require(d.has_value() == d_prime.has_value(), "pair: d and d_prime go together");
  auto pair =
      d ? Pair{*d,
               *d_prime,
               d->size() == d_prime->size() ? mechanisms::Relation::substitute : mechanisms::Relation::add_remove,
               {}}
        : made.instance.pairs.front();
  verify::width_of(made.instance.mechanism, pair);
  return pair;
}

/// n releases, row by row. Block i of 4096 is drawn from block i of the stream of this seed.
Array2 release(Made const& made, Dataset const& dataset, std::uint64_t n, std::uint64_t seed, int threads) {
  auto const& mechanism = made.instance.mechanism;
  auto const width = mechanism.columns(dataset).size();
  auto rows = array_of(n, width);
  auto* const out = rows.data();
  nb::gil_scoped_release const released;
  auto const key = sim::key_of({seed, sim::Purpose::sample});
  sim::for_each_block({0, n},
                      [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
                        mechanisms::Releases memory;
                        auto const batch = memory.shaped(trials, width);
                        sim::Stream stream{key, block};
                        mechanism.release(dataset, stream, batch);
                        auto* const first = out + block * sim::block_size * width;
                        for (std::size_t j = 0; j < width; ++j)
                          for (std::size_t i = 0; i < trials; ++i) first[i * width + j] = batch(i, j);
                      },
                      {threads, nullptr, nullptr});
  return rows;
}

/// What is exactly known of a pair; NaN where it is not.
enum class Curve { epsilon, delta, beta, renyi };

double value_at(Made const& made, Pair const& pair, std::optional<mechanisms::privacy::PairPrivacy> const& privacy,
                Curve curve, double x) {
  constexpr auto unknown = std::numeric_limits<double>::quiet_NaN();
  auto const of = [&](std::function<double(double)> const& known) { return known ? known(x) : unknown; };
  if (curve == Curve::epsilon) return made.instance.mechanism.exact_epsilon(pair, x).value_or(unknown);
  if (!privacy) return unknown;
  return of(curve == Curve::delta ? privacy->delta : curve == Curve::beta ? privacy->beta : privacy->renyi);
}

Array1 curve(Made const& made, Curve curve, Input1 const& at, std::optional<Dataset> const& d,
             std::optional<Dataset> const& d_prime) {
  auto const pair = pair_of(made, d, d_prime);
  auto values = array_of(at.shape(0));
  auto* const out = values.data();
  nb::gil_scoped_release const released;
  auto const privacy = made.instance.mechanism.privacy(pair);
  for (std::size_t i = 0; i < at.shape(0); ++i) out[i] = value_at(made, pair, privacy, curve, at.data()[i]);
  return values;
}

std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> columns_of(Made const& made,
                                                                                       Dataset const& dataset) {
  constexpr char const* kinds[]{"real", "floating", "integer", "category", "flag"};
  std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> columns;
  for (auto const& column : made.instance.mechanism.columns(dataset))
    columns.emplace_back(column.name, kinds[static_cast<int>(column.kind)], column.words);
  return columns;
}

std::vector<std::tuple<Dataset, Dataset, std::string>> pairs_of(Made const& made) {
  std::vector<std::tuple<Dataset, Dataset, std::string>> pairs;
  for (auto const& pair : made.instance.pairs) pairs.emplace_back(pair.d, pair.d_prime, pair.label);
  return pairs;
}

/// Of each entry: name, summary, what it releases, flaw (empty: sound), reference, whether it is of the local model,
/// and its parameters: name, default (None: it follows from the others), meaning.
using Described = std::tuple<std::string, std::string, std::string, std::string, std::string, bool,
                             std::vector<std::tuple<std::string, std::optional<double>, std::string>>>;
std::vector<Described> entries() {
  std::vector<Described> all;
  for (auto const& entry : mechanisms::registry()) {
    std::vector<std::tuple<std::string, std::optional<double>, std::string>> parameters;
    for (auto const& parameter : entry.parameters)
      parameters.emplace_back(parameter.name, parameter.default_value, parameter.meaning);
    all.emplace_back(entry.name, entry.summary, entry.release, entry.flaw, entry.reference, entry.local, parameters);
  }
  return all;
}

}  // namespace

void add_exact(nb::module_& module) {
  using namespace nb::literals;
  module.def("entries", entries, "The catalogue.");
  auto made = nb::class_<Made>(module, "Made", "A mechanism of the catalogue with its parameters.");
  made.def_ro("name", &Made::name);
  made.def_prop_ro("parameters", [](Made const& self) { return self.instance.parameters; });
  made.def_prop_ro("guarantee",
                   [](Made const& self) { return mechanisms::describe(self.instance.mechanism.guarantee()); });
  made.def_prop_ro("pairs", pairs_of);
  made.def("columns", columns_of, "dataset"_a);
  made.def("release", release, "dataset"_a, "n"_a, "seed"_a, "threads"_a);
  auto const add = [&](char const* name, Curve which) {
    made.def(
        name,
        [which](Made const& self, Input1 const& at, std::optional<Dataset> const& d,
                std::optional<Dataset> const& d_prime) { return curve(self, which, at, d, d_prime); },
        "at"_a, "d"_a.none(), "d_prime"_a.none());
  };
  add("epsilon", Curve::epsilon);
  add("delta", Curve::delta);
  add("beta", Curve::beta);
  add("renyi", Curve::renyi);
  module.def("make", make, "name"_a, "parameters"_a, "Makes a mechanism of the catalogue.");
}

}  // namespace warner::python
