#include "verify/learn/quadrants.hpp"

#include <algorithm>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Twenty uniform columns. Two of them are above 0.99 once in 250 releases more: together under D, one without the
/// other under D'. So neither column by itself knows the dataset.
struct RareCorner {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(20, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < out.width(); ++j) sim::fill_uniform(stream, out.column(j));
    for (std::size_t i = 0; i < out.releases(); ++i) {
      auto const word = stream.word();
      auto &y = out(i, 2), &z = out(i, 6);
      if (word % 250 == 0) y = 0.99 + y / 100;
      if (word % 250 == (d[0] == 0 ? 0 : 1)) z = 0.99 + z / 100;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("a rare corner of two columns is found, and none where there is none", "[verify]") {
  mechanisms::AnyMechanism const mechanism{RareCorner{}};
  auto const draw = [&](sim::Replicates which) {
    return draw_sample(mechanism, toys::zero_one, which, 5, sim::Generator::ars, {});
  };
  auto const sample = draw({0, 20'000}), fresh = draw({1 << 20, (1 << 20) + 20'000});
  auto const features = coordinates(20);
  Target const target{.trials = 800'000};
  auto const found = learn_quadrant(coded(features, sample.releases_d(), sample.releases_d_prime()), target);
  REQUIRE(found.trees.size() == 1);
  std::vector<std::size_t> columns;
  for (auto const& feature : found.features) columns.push_back(feature.column);
  std::ranges::sort(columns);
  CHECK(columns == std::vector<std::size_t>{2, 6});
  auto const ratios = std::ranges::minmax(found.trees[0].log_ratio);
  CHECK(std::max(ratios.max, -ratios.min) > 2);
  CHECK(learn_quadrant(coded(features, sample.releases_d(), fresh.releases_d()), target).trees.empty());
}

TEST_CASE("a leak in a rare corner is certified", "[verify]") {
  auto const result = measure(RareCorner{}, toys::zero_one, {.budget = 200'000, .seed = 1});
  CHECK(result.epsilon_lower_bound > 1.5);
}
