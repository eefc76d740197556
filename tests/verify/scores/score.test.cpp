#include "verify/scores/score.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/scores/rule.hpp"
#include "verify/scores/strategy.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Two columns of five releases.
std::vector<double> const numbers{-1, 0, 0.5, 1, not_a_number, /**/ 2, 2, 3, -infinity, 2};
mechanisms::ConstBatch const batch{numbers.data(), 5, 2};

std::vector<double> scores(Score const& score) {
  mechanisms::AnyMechanism const mechanism = toys::SharedNoise{};
  Evaluator evaluate{score, mechanism, toys::zero_one};
  auto const values = evaluate(batch);
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("bins are closed below, open above, and score NaN as NaN", "[verify]") {
  auto const values = scores(Bins{{Feature::Kind::coordinate, 0}, {0, 1}, {10, 20, 30}});
  CHECK(std::vector<double>(values.begin(), values.begin() + 4) == std::vector<double>{10, 20, 20, 30});
  CHECK(std::isnan(values[4]));
}

TEST_CASE("atoms know whole releases and nothing else", "[verify]") {
  CHECK(scores(Atoms{2, {0, 2, 1, -infinity, not_a_number, 2, -0.0, 2}, {3, 4, 5, 6}}) ==
        std::vector<double>{0, 3, 0, 4, 5});
}

TEST_CASE("the additive score is a sum over coordinates", "[verify]") {
  Additive const additive{
      {Bins{{Feature::Kind::coordinate, 0}, {0.25}, {1, 2}}, Bins{{Feature::Kind::coordinate, 1}, {2.5}, {10, 20}}}};
  auto const values = scores(additive);
  CHECK(std::vector<double>(values.begin(), values.begin() + 4) == std::vector<double>{11, 11, 22, 12});
}

TEST_CASE("counting by comparisons, by scores, and after simplification give the same guesses", "[verify]") {
  std::mt19937_64 random{1};  // any numbers will do
  for (auto const edges : {1u, 3u, 16u, 17u, 40u}) {
    Bins bins{{Feature::Kind::coordinate, 0}, {}, {}};
    for (unsigned i = 0; i < edges; ++i) bins.edges.push_back(i);
    for (unsigned i = 0; i <= edges; ++i) bins.log_ratio.push_back(static_cast<double>(random() % 7) - 3);
    std::vector<double> y(999);
    for (auto& value : y) value = static_cast<double>(random() % 100) / 2 - 3;
    y[5] = not_a_number;
    mechanisms::ConstBatch const releases{y.data(), y.size(), 1};
    mechanisms::AnyMechanism const mechanism = toys::Laplace{};
    Strategy const strategy{bins, 1.5, -0.5};
    std::uint64_t d = 0, d_prime = 0;
    Evaluator evaluate{strategy.score, mechanism, toys::zero_one};
    for (auto const score : evaluate(releases)) {
      d += score >= 1.5;
      d_prime += score <= -0.5;
    }
    auto const simple = simplified(strategy);
    CHECK(std::get<Bins>(simple.score).edges.size() <= bins.edges.size());
    for (auto const* s : {&strategy, &simple}) {
      auto const guesses = Player{*s, mechanism, toys::zero_one}(releases);
      CHECK(guesses.d == d);
      CHECK(guesses.d_prime == d_prime);
    }
  }
}

TEST_CASE("without idle atoms a strategy guesses the same", "[verify]") {
  Atoms const atoms{1, {0, 1, 2, 3, 4}, {2, -2, 0.5, 0, -0.5}};
  std::vector<double> const y{0, 1, 2, 3, 4, 5, not_a_number};
  mechanisms::ConstBatch const releases{y.data(), y.size(), 1};
  mechanisms::AnyMechanism const mechanism = toys::Laplace{};
  for (auto const& [from, to, left] :
       {std::tuple{1.0, -1.0, 2u}, std::tuple{0.25, -infinity, 2u}, std::tuple{infinity, 0.0, 2u},
        std::tuple{-0.25, -0.5, 2u}, std::tuple{infinity, -infinity, 0u}}) {
    Strategy const strategy{atoms, from, to};
    auto const fewer = without_idle_atoms(strategy);
    CHECK(std::get<Atoms>(fewer.score).log_ratio.size() == left);
    auto const guesses = Player{strategy, mechanism, toys::zero_one}(releases),
               the_same = Player{fewer, mechanism, toys::zero_one}(releases);
    CHECK(the_same.d == guesses.d);
    CHECK(the_same.d_prime == guesses.d_prime);
  }
}

TEST_CASE("a strategy reads as a sentence", "[verify]") {
  Strategy const cuts{Bins{{Feature::Kind::coordinate, 0}, {0.5, 2}, {1, 0, -1}}, 1, -1};
  CHECK(say_d(cuts) == "y[0] < 0.5");
  CHECK(say_d_prime(cuts) == "y[0] >= 2");
  Strategy const table{Atoms{2, {0, 1, 1, 1}, {2, -2}}, 1, -infinity};
  CHECK(say_d(table) == "y in {(0, 1)}");
  CHECK(say_d_prime(table) == "never");
}
