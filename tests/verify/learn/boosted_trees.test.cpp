#include "verify/learn/boosted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Three uniform columns; under 1 every fourth release has all of them at most `corner`, or all above it.
struct Corners {
  double corner;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(3, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < 3; ++j) sim::fill_uniform(stream, out.column(j));
    for (std::size_t i = 0; i < out.releases(); ++i) {
      auto const word = stream.word();
      if (d[0] == 0 || word % 4 != 0) continue;
      for (std::size_t j = 0; j < 3; ++j) {
        auto& y = out(i, j);
        y = static_cast<double>(word / 4 % 16) < 16 * corner ? corner * y : corner + (1 - corner) * y;
      }
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

double mean(std::vector<double> const& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

std::vector<double> scores(Trees const& score, mechanisms::ConstBatch releases) {
  std::vector<double> out(releases.releases());
  TreesTable{score}.add(releases, out);
  return out;
}

}  // namespace

TEST_CASE("trees see what three columns say together, and nothing where there is nothing", "[verify]") {
  mechanisms::AnyMechanism const mechanism = Corners{0.25};
  auto const draw = [&](sim::Replicates which) {
    return draw_sample(mechanism, toys::zero_one, which, 5, sim::Generator::ars, {});
  };
  auto const sample = draw({0, 20'000}), fresh = draw({1 << 20, (1 << 20) + 20'000});
  auto const learned = learn_trees(coded(coordinates(3), sample.releases_d(), sample.releases_d_prime()));
  CHECK(learned.features.size() == 3);
  CHECK(learned.trees.size() > 15);
  CHECK(mean(scores(learned, fresh.releases_d())) - mean(scores(learned, fresh.releases_d_prime())) > 0.06);
  auto const none = learn_trees(coded(coordinates(3), sample.releases_d(), fresh.releases_d()));
  CHECK(none.trees.size() < 15);  // what they take off one slice, they do not take off the next
  CHECK(std::fabs(mean(scores(none, fresh.releases_d()))) < 0.02);
}

TEST_CASE("no trees of fewer than two features that vary", "[verify]") {
  std::vector<double> const numbers{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0};
  mechanisms::ConstBatch const releases{numbers.data(), 8, 2};
  CHECK(learn_trees(coded(coordinates(2), releases, releases)).trees.empty());
  CHECK(learn_trees({}).trees.empty());
}

TEST_CASE("the order of releases changes no tree", "[verify]") {
  mechanisms::AnyMechanism const mechanism = Corners{0.5};
  auto const sample = draw_sample(mechanism, toys::zero_one, {0, 2000}, 5, sim::Generator::ars, {});
  auto const reversed = [](mechanisms::ConstBatch batch) {
    std::vector<double> numbers;
    for (std::size_t j = 0; j < batch.width(); ++j)
      numbers.insert(numbers.end(), batch.column(j).rbegin(), batch.column(j).rend());
    return numbers;
  };
  auto const d = reversed(sample.releases_d()), d_prime = reversed(sample.releases_d_prime());
  auto const one = learn_trees(coded(coordinates(3), sample.releases_d(), sample.releases_d_prime()));
  auto const two = learn_trees(coded(coordinates(3), {d.data(), 2000, 3}, {d_prime.data(), 2000, 3}));
  REQUIRE(one.trees.size() == two.trees.size());
  for (std::size_t t = 0; t < one.trees.size(); ++t) CHECK(one.trees[t].log_ratio == two.trees[t].log_ratio);
}

TEST_CASE("what no column, sum or difference tells is certified", "[verify]") {
  auto const instance = mechanisms::make(mechanisms::find("matrix-mechanism"), {});
  MeasureOptions options;
  options.budget = 1'000'000;
  CHECK(measure(instance.mechanism, instance.pairs[0], options).epsilon_lower_bound >
        0.88);  // 0.807 .. 0.875 without trees
}
