#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::mechanisms;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr auto nan_value = std::numeric_limits<double>::quiet_NaN();

/// Datasets like this one that a mechanism may not have thought of.
std::vector<Dataset> like(Dataset const& dataset) {
  std::vector<Dataset> all{{}, dataset, dataset, {nan_value}, {infinity}};
  all[1].push_back(0);
  if (dataset.size() > 1) all[2].pop_back();
  Dataset longer(dataset.size() + 70, 0.0);
  all.push_back(longer);
  for (auto const x : {1e17, -1e17, 1e300}) all.emplace_back(dataset.size(), x);
  for (auto const x : {nan_value, infinity, -infinity, -0.0, -1.0, 0.5, 1e6, 1e300, -1e300, 0x1p53, 5e-324})
    for (auto const at : {std::size_t{0}, dataset.size() - 1}) {
      if (dataset.empty()) continue;
      auto odd = dataset;
      odd[at] = x;
      all.push_back(odd);
    }
  return all;
}

bool is_an_epsilon(std::optional<double> epsilon) { return !epsilon || *epsilon >= 0; }

/// Everything that an audit asks a mechanism about a dataset that it takes; what is read past an end, ASan and valgrind
/// see.
void use(AnyMechanism const& mechanism, Dataset const& dataset, Pair const& usual) {
  constexpr std::size_t trials = 16;
  auto const width = mechanism.columns(dataset).size();
  REQUIRE(width >= 1);
  auto const columns = tests::released(mechanism, dataset, "taken datasets", trials);
  std::vector<double> releases;
  for (auto const& column : columns) releases.insert(releases.end(), column.begin(), column.end());
  std::vector<double> log_density(trials);
  if (mechanism.has_density()) mechanism.log_density(dataset, {releases.data(), trials, width}, log_density);
  std::vector<double> const edges{-1, 0, 1};
  if (width == 1) mechanism.counter(dataset, edges);
  if (mechanism.columns(usual.d).size() == width)
    CHECK(is_an_epsilon(mechanism.exact_epsilon({usual.d, dataset, Relation::substitute, {}}, 1e-5)));
  if (auto const none = mechanism.exact_epsilon({dataset, dataset, Relation::substitute, {}}, 0)) CHECK(*none <= 1e-9);
}

}  // namespace

TEST_CASE(
    "every mechanism refuses a dataset or stands by what it makes of it: empty, too short, too long, NaN, infinite, -0",
    "[mechanisms][taken]") {
  std::size_t refused = 0, taken = 0;
  for (auto const& entry : registry()) {
    auto const instance = make(entry, {});
    for (auto const& dataset : like(instance.pairs.front().d)) {
      CAPTURE(entry.name, dataset);
      auto takes = true;
      try {
        instance.mechanism.columns(dataset);
      } catch (std::invalid_argument const&) {
        takes = false;
      }
      ++(takes ? taken : refused);
      if (!takes) continue;
      auto const all_finite = std::ranges::all_of(dataset, [](double x) { return std::isfinite(x); });
      auto const takes_anything =
          entry.name == "broken/nan-survives-clip" || entry.name == "ignores-data" || entry.name == "constant";
      if (!takes_anything) CHECK(all_finite);
      CHECK_NOTHROW(use(instance.mechanism, dataset, instance.pairs.front()));
    }
  }
  CHECK(refused > registry().size());
  CHECK(taken > registry().size());
}
