#include "verify/learn/transitions.hpp"

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;
using mechanisms::Column;

namespace {

constexpr std::size_t n = 4000, length = 6, width = length + 1;

/// A real number, and a chain of four values: it begins with one of them, steps to the next value with probability
/// `next`, to any other with the same one.
std::vector<double> chains(std::uint64_t first, double next, unsigned seed) {
  std::mt19937_64 random{seed};
  std::bernoulli_distribution is_next{next};
  std::uniform_real_distribution<double> uniform;
  std::vector<double> y(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = uniform(random);
    auto at = first;
    for (std::size_t j = 1; j < width; ++j) {
      y[j * n + i] = static_cast<double>(at);
      at = (at + (is_next(random) ? 1 : 2 + random() % 3)) % 4;
    }
  }
  return y;
}

std::vector<Score> learned(std::vector<double> const& d, std::vector<double> const& d_prime) {
  std::vector<Column> columns(width, Column{"y", Column::Kind::category});
  columns[0].kind = Column::Kind::real;
  return learn_transitions(columns, {d.data(), n, width}, {d_prime.data(), n, width});
}

}  // namespace

TEST_CASE("what follows what is learned at all places together, though places differ", "[verify]") {
  auto const scores = learned(chains(0, 0.6, 1), chains(2, 0.4, 2));
  REQUIRE(scores.size() == 1);
  auto const& [shape, of_row] = std::get<SumOverRows>(scores[0]);
  CHECK(shape == RowShape{length - 1, 2, 1, 1, 1});
  auto const& atoms = std::get<Atoms>(of_row);
  REQUIRE(atoms.log_ratio.size() == 16);
  for (std::size_t k = 0; k < 16; ++k) {
    auto const is_next = std::fmod(atoms.releases[2 * k] + 1, 4) == atoms.releases[2 * k + 1];
    CHECK(atoms.log_ratio[k] == Catch::Approx(is_next ? std::log(0.6 / 0.4) : std::log(0.4 / 0.6)).margin(0.15));
  }
  CHECK(learned(chains(0, 0.6, 1), chains(2, 0.6, 2)).empty());  // the twin
}

TEST_CASE("no transitions where there are too many values, one alone, or two places", "[verify]") {
  std::mt19937_64 random{1};
  std::uniform_real_distribution<double> uniform;
  std::vector<double> many(n * width), one(n * width, 5);
  for (auto& y : many) y = uniform(random);
  CHECK(learned(many, many).empty());
  CHECK(learned(one, one).empty());
  auto const d = chains(0, 0.6, 1), d_prime = chains(0, 0.4, 2);
  CHECK(learn_transitions(std::vector(2, Column{"y", Column::Kind::category}), {d.data(), n, 2}, {d_prime.data(), n, 2})
            .empty());
}
