#include <cmath>
#include <utility>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/learn/learned_scores.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// A fair flag; beside it Laplace noise about 0 where the flag is up, about the answer where it is down (or the other
/// way round). Flag and value tell nothing alone when the answers are 1 and -1; together they tell all of epsilon = 2.
/// The flag is declared a category, lest a product of both says the same.
struct FlagTurnsValue {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"flag", mechanisms::Column::Kind::category}, {"y", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), out.column(0));
    sim::fill_laplace(stream, 0, 1, out.column(1));
    for (std::size_t i = 0; i < out.releases(); ++i) out(i, 1) += out(i, 0) == 1 ? d[0] : -d[0];
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{2}; }
};

/// Prefix sums of k Laplace draws, each about x / k.
struct PrefixSums {
  std::size_t k = 6;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(k, {"s", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < k; ++j) {
      sim::fill_laplace(stream, d[0], 2, out.column(j));
      for (std::size_t i = 0; j > 0 && i < out.releases(); ++i) out(i, j) += out(i, j - 1);
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{static_cast<double>(k) / 2}; }
};

/// x + Laplace as a program would compute it, or rounded to a grid.
struct Floating {
  double grid = 0;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::floating}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_laplace(stream, d[0], 1, out.column(0));
    for (auto& y : out.column(0)) y = grid > 0 ? std::nearbyint(y / grid) * grid : y;
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

Measurement measured(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, std::uint64_t budget,
                     std::uint64_t seed = 7) {
  MeasureOptions options;
  options.budget = budget;
  options.level = 1e-6;
  options.seed = seed;
  return measure(mechanism, pair, options);
}

}  // namespace

TEST_CASE("what neither the flag nor the value tells, the value within the flag's class does",
          "[verify][statistical]") {
  mechanisms::Pair const opposite{{1}, {-1}, mechanisms::Relation::substitute, {}};
  auto const leak = measured(FlagTurnsValue{}, opposite, 400'000);
  CHECK(std::holds_alternative<Trees>(leak.strategy.score));
  CHECK(leak.epsilon_lower_bound > 1.85);
  CHECK(leak.epsilon_lower_bound <= 2);  // exact at level 1e-6
  CHECK(measured(FlagTurnsValue{}, {{1}, {1}, mechanisms::Relation::substitute, {}}, 400'000).epsilon_lower_bound <
        1e-9);  // the twin
}

TEST_CASE("steps of prefix sums tell more than the sums", "[verify][statistical]") {
  auto const all = measured(PrefixSums{}, toys::zero_one, 4'000'000);
  CHECK(all.epsilon_lower_bound > 2.5);  // the truth is 3, in an event of mass a few thousandths
  CHECK(all.epsilon_lower_bound <= 3);
}

TEST_CASE("low bits of floating columns tell the answers apart, those of a grid do not", "[verify][statistical]") {
  auto const naive = measured(Floating{}, toys::zero_one, 100'000);
  CHECK(naive.epsilon_lower_bound > 5);
  CHECK(measured(Floating{0x1p-30}, toys::zero_one, 100'000).epsilon_lower_bound <= 1);  // the twin
  MeasureOptions options;
  options.budget = 100'000;
  options.level = 1e-6;
  CHECK(measure(toys::Laplace{}, toys::zero_one, options).epsilon_lower_bound <=
        1);  // a real number has no low bits ..
  options.low_bits = true;
  CHECK(measure(toys::Laplace{}, toys::zero_one, options).epsilon_lower_bound > 5);  // .. but they can be asked for
}

namespace {

/// Laplace noise of epsilon = 1, rounded to six decimals; under D' to five, where it `leaks`.
struct Decimals {
  bool leaks = true;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::floating}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_laplace(stream, d[0], 1, out.column(0));
    auto const places = leaks && d[0] == 1 ? 1e5 : 1e6;
    for (auto& y : out.column(0)) y = std::nearbyint(y * places) / places;
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// Ten uniform numbers; under D', every other time, the second largest is next to the largest, where it `leaks`.
struct TopTwo {
  bool leaks = true;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(10, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < 10; ++j) sim::fill_uniform(stream, out.column(j));
    std::vector<double> near(out.releases());
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(leaks && d[0] == 1 ? 0.5 : 0), near);
    for (std::size_t i = 0; i < near.size(); ++i) {
      std::size_t largest = 0, second = 1;
      for (std::size_t j = 1; j < 10; ++j)
        if (out(i, j) > out(i, largest)) second = std::exchange(largest, j);
        else if (j > 1 && out(i, j) > out(i, second)) second = j;
      if (near[i] == 1) out(i, second) = out(i, largest) - 1e-6;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("who writes fewer decimals is seen, and who does not is spared", "[verify][statistical]") {
  auto const broken = measure(Decimals{}, toys::zero_one, {.level = 1e-6, .budget = 100'000});
  CHECK(broken.epsilon_lower_bound > 5);
  CHECK(measure(Decimals{false}, toys::zero_one, {.level = 1e-6, .budget = 100'000}).epsilon_lower_bound <= 1);
}

TEST_CASE("two that are too near the top are seen", "[verify][statistical]") {
  CHECK(measure(TopTwo{}, toys::zero_one, {.level = 1e-6, .budget = 100'000}).epsilon_lower_bound > 3);
  CHECK(measure(TopTwo{false}, toys::zero_one, {.level = 1e-6, .budget = 100'000}).epsilon_lower_bound <= 0);
}
