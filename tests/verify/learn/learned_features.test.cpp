#include "verify/learn/learned_features.hpp"

#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr std::size_t width = 12;

/// Wide noise of which one combination with unequal weights is x + Laplace(scale). A column by itself says next to
/// nothing.
struct Cancelling {
  double scale;
  static double weight(std::size_t j) { return j % 3 == 0 ? -1.5 : 0.5 + static_cast<double>(j) / 8; }
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(width, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    double squares = 0;
    for (std::size_t j = 0; j < width; ++j) {
      sim::fill_gaussian(stream, 0, 30, out.column(j));
      squares += weight(j) * weight(j);
    }
    std::vector<double> answer(out.releases());
    sim::fill_laplace(stream, d[0], scale, answer);
    for (std::size_t i = 0; i < out.releases(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < width; ++j) sum += weight(j) * out.column(j)[i];
      for (std::size_t j = 0; j < width; ++j) out.column(j)[i] -= weight(j) * (sum - answer[i]) / squares;
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// Forty fair bits, more than make atoms or cells, of which two are equal under D and unequal under D' in a share of
/// the releases.
struct Agreeing {
  double share;
  static constexpr std::size_t bits = 40;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(bits, {"bit", mechanisms::Column::Kind::flag});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < bits; ++j) sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), out.column(j));
    std::vector<double> tell(out.releases());
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(share), tell);
    for (std::size_t i = 0; i < out.releases(); ++i)
      if (tell[i] == 1) out.column(31)[i] = out.column(2)[i] == d[0] ? 1 : 0;
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// A point of five columns in a random direction, between 1 and 3 from 0. Of what lies from 1.9 to 2.1 so large a share
/// is left under D'; the rest is somewhere else.
struct Shell {
  double share;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(5, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < 5; ++j) sim::fill_gaussian(stream, 0, 1, out.column(j));
    std::vector<double> along(out.releases()), tell(out.releases());
    sim::fill_uniform(stream, along);
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(share), tell);
    for (std::size_t i = 0; i < out.releases(); ++i) {
      auto radius = 1 + 2 * along[i], squares = 0.0;
      if (d[0] == 1 && tell[i] == 0 && radius >= 1.9 && radius < 2.1) radius = 1 + 10 * (radius - 1.9);
      for (std::size_t j = 0; j < 5; ++j) squares += out(i, j) * out(i, j);
      for (std::size_t j = 0; j < 5; ++j) out(i, j) *= radius / std::sqrt(squares);
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

double certified(mechanisms::AnyMechanism const& mechanism) {
  return measure(mechanism, toys::zero_one, {.level = 1e-6, .budget = 200'000, .seed = 3}).epsilon_lower_bound;
}

}  // namespace

// The sound arms keep their claim of 1, whatever is learned (level 1e-6); the broken ones have epsilons 5 and ln 9.
// Without the combination, the products or the distance the tests are red.
TEST_CASE("a combination in which the noise of many columns cancels is found", "[verify][statistical]") {
  CHECK(certified(Cancelling{1}) <= 1);
  CHECK(certified(Cancelling{1}) > 0.8);
  CHECK(certified(Cancelling{0.2}) > 4);
}

TEST_CASE("two columns that say by their agreement what neither says alone are found", "[verify][statistical]") {
  auto const share = [](double epsilon) { return (std::exp(epsilon) - 1) / (std::exp(epsilon) + 1); };
  CHECK(certified(Agreeing{share(1)}) <= 1);
  CHECK(certified(Agreeing{share(1)}) > 0.85);
  CHECK(certified(Agreeing{share(std::log(9.0))}) > 2);
}

TEST_CASE("how far a point is from the middle is found", "[verify][statistical]") {
  CHECK(certified(Shell{std::exp(-1.0)}) <= 1);
  CHECK(certified(Shell{0.1}) > 1.1);
}

TEST_CASE("features are learned of numbers, where there are enough of them", "[verify]") {
  auto const learned = [](std::vector<mechanisms::Column> const& columns, std::vector<double> const& d,
                          std::vector<double> const& d_prime) {
    return learned_features(columns, {d.data(), d.size() / columns.size(), columns.size()},
                            {d_prime.data(), d_prime.size() / columns.size(), columns.size()});
  };
  using Kind = mechanisms::Column::Kind;
  std::vector<double> low, high, odd;
  for (int i = 0; i < 1000; ++i) {
    auto const y = std::fmod(i * 0.618034, 1);
    low.push_back(y);
    high.push_back(y + 1);
    odd.push_back(i % 7 == 0 ? std::nan("") : i % 7 == 1 ? HUGE_VAL : 3);
  }
  CHECK(learned({{"y", Kind::real}}, low, high).empty());
  CHECK(learned({{"y", Kind::real}, {"z", Kind::real}}, {1, 2, 3, 4}, {5, 6, 7, 8}).empty());
  CHECK(learned({{"y", Kind::category}, {"z", Kind::real}}, low, high).empty());
  auto const both =
      learned({{"y", Kind::real}, {"z", Kind::real}}, low, high);  // both halves of the columns are one higher
  REQUIRE(both.size() == 2);
  CHECK(both[0].kind == Feature::Kind::combination);
  CHECK(both[0].parameters.size() == 2);
  CHECK(both[1].kind == Feature::Kind::distance);
  CHECK(both[1].parameters.size() == 4);
  CHECK(learned({{"y", Kind::real}, {"z", Kind::real}}, odd, odd).empty());  // constants, infinities, what is no number
}
