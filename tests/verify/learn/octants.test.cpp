#include "verify/learn/octants.hpp"

#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Thirty fair coins. Under D the first two of three of them say the third, under D' they say that it is not so, with
/// probability 3/4 each: no two columns know the dataset.
struct ThreeFlags {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(30, {"y", mechanisms::Column::Kind::flag});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t i = 0; i < out.releases(); ++i) {
      auto const word = stream.word();
      for (std::size_t j = 0; j < out.width(); ++j) out(i, j) = static_cast<double>(word >> j & 1);
      auto const says_so = (word >> 62 != 0) == (d[0] == 0);
      out(i, 17) = (out(i, 4) == out(i, 9)) == says_so ? 1 : 0;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("three columns that say together what no two of them do are found, and none where there are none",
          "[verify]") {
  mechanisms::AnyMechanism const mechanism{ThreeFlags{}};
  auto const draw = [&](sim::Replicates which) {
    return draw_sample(mechanism, toys::zero_one, which, 5, sim::Generator::ars, {});
  };
  auto const sample = draw({0, 2000}), fresh = draw({1 << 20, (1 << 20) + 2000});
  auto const found = learn_octants(coded(coordinates(30), sample.releases_d(), sample.releases_d_prime()));
  REQUIRE(found.trees.size() == 1);
  std::vector<std::size_t> columns;
  for (auto const& feature : found.features) columns.push_back(feature.column);
  CHECK(columns == std::vector<std::size_t>{4, 9, 17});
  auto const in_place = [&](mechanisms::ConstBatch releases, std::size_t k) {
    double many = 0;
    for (std::size_t i = 0; i < releases.releases(); ++i)
      many += (releases(i, 4) == 1) + 2 * (releases(i, 9) == 1) + 4 * (releases(i, 17) == 1) == static_cast<int>(k);
    return many;
  };
  for (std::size_t k = 0; k < 8; ++k) {
    auto const d = in_place(sample.releases_d(), k), d_prime = in_place(sample.releases_d_prime(), k);
    CHECK(found.trees[0].log_ratio[k] == smoothed_log_ratio(d, d_prime));
    CHECK(std::fabs(std::log(d / d_prime)) == Approx(std::log(3)).margin(0.3));
  }
  CHECK(learn_octants(coded(coordinates(30), sample.releases_d(), fresh.releases_d())).trees.empty());
  CHECK(learn_octants(coded(coordinates(2), sample.releases_d(), sample.releases_d_prime())).trees.empty());
  CHECK(learn_octants({}).trees.empty());
}

TEST_CASE("a leak in three flags of thirty is certified", "[verify]") {
  auto const result = measure(ThreeFlags{}, toys::zero_one, {.budget = 100'000, .seed = 1});
  CHECK(result.epsilon_lower_bound > 1);
  CHECK(result.epsilon_lower_bound < std::log(3));
}
