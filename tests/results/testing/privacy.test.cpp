#include "results/testing/privacy.hpp"

#include <array>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "results/testing/catch2.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner;
using warner::testing::satisfies_dp;

namespace {

/// How many records are at least 40, with Laplace noise.
struct NoisyCount {
  double scale;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"count", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& ages, sim::Stream& stream, mechanisms::Batch out) const {
    double count = 0;
    for (auto const age : ages) count += age >= 40;
    sim::fill_laplace(stream, count, scale, out.column(0));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// The same, which says on which neighbours it is to be tested.
struct WithPairs : NoisyCount {
  std::vector<mechanisms::Pair> pairs() const {
    return {{{10, 20}, {10, 21}, mechanisms::Relation::substitute, "both young"},
            {{40}, {39}, mechanisms::Relation::substitute, "one turns forty"}};
  }
};

/// Randomised response: true with probability e^epsilon / (1 + e^epsilon).
auto response(double epsilon) {
  return [=](bool answer, std::mt19937_64& random) {
    return std::bernoulli_distribution{1 / (1 + std::exp(-epsilon))}(random) == answer;
  };
}

template <class F, class Data>
testing::Verdict verdict(F const& function, Data d, Data d_prime, testing::Terms const& terms) {
  return testing::judge(testing::mechanism_of(function, d, d_prime, terms.ideal_numbers), {{testing::arms(), "D"}},
                        terms);
}

bool has(std::string const& text, std::string const& part) {
  auto const found = text.find(part) != std::string::npos;
  if (!found) WARN("'" << part << "' is not in\n" << text);
  return found;
}

}  // namespace

TEST_CASE("a claim is a matcher, of mechanisms and of functions", "[testing]") {
  CHECK_THAT(NoisyCount{1}, satisfies_dp(1).on({40}, {39}).within(1e5));
  CHECK_THAT(NoisyCount{0.5}, !satisfies_dp(1).on({40}, {39}));
  CHECK_THAT(NoisyCount{0.5}, satisfies_dp(1).delta(0.7).on({40}, {39}).within(1e5));
  CHECK_THAT(mechanisms::AnyMechanism{NoisyCount{0.5}}, !satisfies_dp(1).on({40}, {39}));
  CHECK_THAT(response(1), satisfies_dp(1).on(false, true).within(1e5));
  CHECK_THAT(response(1.5), !satisfies_dp(1).on(false, true).at_level(1e-9));
  CHECK_THAT(response(1.5), (!satisfies_dp(1)).on(false, true).at_level(1e-9));  // words after it change nothing

  SECTION("an instance of the catalogue, and a mechanism that names its pairs") {
    CHECK_THAT(mechanisms::make(mechanisms::find("laplace"), {}), satisfies_dp(1).within(1e5));
    CHECK_THAT(mechanisms::make(mechanisms::find("broken/laplace-half-scale"), {}), !satisfies_dp(1));
    CHECK_THAT(WithPairs{{1}}, satisfies_dp(1).within(1e5));
    CHECK_THAT(WithPairs{{0.5}}, !satisfies_dp(1).within(1e5));
  }
  SECTION("releases of several numbers, from data of any type") {
    struct Person {
      std::string name;
      int age;
    };
    auto const noisy = [](std::vector<Person> const& people, std::mt19937_64& random) {
      std::geometric_distribution<int> noise{0.5};
      auto const size = static_cast<int>(people.size());
      return std::array{noise(random), size + noise(random) - noise(random)};
    };
    std::vector<Person> const two{{"ann", 40}, {"bob", 39}}, one{{"ann", 40}};
    CHECK_THAT(noisy, satisfies_dp(0.7).on(two, one).within(1e5));
    CHECK_THAT(noisy, !satisfies_dp(0.3).on(two, one));
  }
}

TEST_CASE("a refutation says claim, bound, witness, level, trials and seed", "[testing]") {
  auto const text = satisfies_dp(1).on({40, 50}, {39, 50}).with_seed(7).judge(NoisyCount{0.5}).message;
  CHECK(has(text, "epsilon = 1 is refuted at level 1e-06: a claim that is true fails with this probability at most"));
  CHECK(has(text, "\n  claim       epsilon = 1\n"));
  CHECK(has(text, "\n  certified   epsilon at least 1."));
  CHECK(has(text, " with 99.9999 % confidence at all times\n  trials      "));
  CHECK(has(text, "\n  neighbours  D = [40, 50], D' = [39, 50] ("));
  CHECK(has(text, "\n  witness     says D when count >= "));
  CHECK(has(text, "\n  witness     says D' when count < "));
  CHECK(has(text, "\n  seed        7"));

  CHECK(has(satisfies_dp(1).delta(0.01).on({40}, {39}).judge(NoisyCount{0.5}).message,
            "claim       (epsilon, delta) = (1, 0.01)"));
  CHECK(has(satisfies_dp(1).on(false, true).judge(response(2)).message, "neighbours  D = 0, D' = 1\n"));
  CHECK(has(satisfies_dp(1).judge(WithPairs{{0.5}}).message, ", of one of 2 pairs that share the level\n"));
  CHECK(has(satisfies_dp(1).judge(WithPairs{{0.5}}).message, " with 99.99995 % confidence"));
  CHECK(has(satisfies_dp(1).judge(WithPairs{{0.5}}).message, "one turns forty: D = [40], D' = [39]"));

  auto const spared = satisfies_dp(1).on({40}, {39}).within(1e4).judge(NoisyCount{1});
  CHECK_FALSE(spared.refuted);
  CHECK(spared.trials == 10'000);
  CHECK(has(spared.message, "epsilon = 1 is not refuted at level 1e-06\n"));
  CHECK(has(spared.message, "blind spot  an event of probability "));
}

TEST_CASE("the last bits of a function are releases, unless its numbers are ideal ones", "[testing]") {
  auto const sum = [](double count, std::mt19937_64& random) {
    std::exponential_distribution<double> noise{1};
    return count + noise(random) - noise(random);
  };
  auto const seen = satisfies_dp(1).on(3.0, 4.0).within(1e5);
  CHECK_THAT(sum, seen.with_ideal_numbers());
  auto const text = seen.judge(sum).message;
  CHECK(has(text, "refuted"));
  CHECK(has(text, "hint        the last bits of a sum"));
}

TEST_CASE("a verdict is the same in every run, for any number of threads", "[testing][same-bytes]") {
  auto const once = satisfies_dp(1).on(false, true).within(1e5);
  auto const message = once.judge(response(1.2)).message;
  CHECK(once.judge(response(1.2)).message == message);
  CHECK(once.with_threads(3).judge(response(1.2)).message == message);
  CHECK(once.with_seed(2).judge(response(1.2)).message != message);
}

TEST_CASE("mistakes of a test are said in a line", "[testing]") {
  auto const of = [](auto const& claim, auto const& mechanism) {
    try {
      claim.judge(mechanism);
    } catch (std::invalid_argument const& error) {
      return std::string{error.what()};
    }
    return std::string{"nothing"};
  };
  CHECK(has(of(satisfies_dp(1), NoisyCount{1}), "pairs: there are none"));
  CHECK(has(of(satisfies_dp(-1).on({1}, {2}), NoisyCount{1}), "epsilon: -1 is not in"));
  CHECK(has(of(satisfies_dp(1).at_level(0).on({1}, {2}), NoisyCount{1}), "level: 0 is not in"));
  CHECK(has(of(satisfies_dp(1).on({1}, {2}).delta(2), NoisyCount{1}), "delta: 2 is not in"));
  auto const ragged = [](int n, std::mt19937_64& random) { return std::vector<double>(1 + random() % 2 + n, 0); };
  CHECK(has(of(satisfies_dp(1).on(0, 0), ragged), "(a release is equally long"));
  CHECK_THROWS_AS(satisfies_dp(1).within(0.5), std::invalid_argument);
  auto const throws = [](int, std::mt19937_64&) -> double { throw std::runtime_error{"its own trouble"}; };
  CHECK_THROWS_AS(satisfies_dp(1).on(0, 1).judge(throws), std::runtime_error);
}

// Tight at their claims, at a level that can be seen: a false alarm has at most the level, however many pairs share it.
TEST_CASE("false alarms of tests are at most their level", "[testing][statistical]") {
  constexpr std::uint64_t tests = 200;
  constexpr double level = 0.2;
  std::uint64_t of_function = 0, of_pairs = 0, of_two = 0;
  for (std::uint64_t seed = 1; seed <= tests; ++seed) {
    auto const claim = satisfies_dp(1).at_level(level).within(2000).with_seed(seed);
    of_function += claim.on(false, true).judge(response(1)).refuted;
    of_pairs += claim.judge(WithPairs{{1}}).refuted;
    of_two += testing::judge(NoisyCount{1}, {{{{40}, {39}}, {}}, {{{41}, {39}}, {}}}, claim.terms()).refuted;
  }
  for (auto const alarms : {of_function, of_pairs, of_two}) {
    INFO(alarms << " of " << tests);
    CHECK(verify::clopper_pearson_lower(alarms, tests, 1e-6) <= level);
  }
}

TEST_CASE("datasets that differ in a digit look different, and no confidence is whole", "[testing]") {
  CHECK(warner::testing::words_of(std::vector{1'000'000, 1'000'001}) == "[1000000, 1000001]");
  CHECK(warner::testing::words_of(1.0000001) == "1.0000001");
  CHECK(warner::testing::words_of(std::vector<std::uint8_t>{65, 7}) == "[65, 7]");
  CHECK(warner::testing::words_of(std::string{"A"}) == "A");
  CHECK(has(satisfies_dp(1).on(false, true).at_level(1e-11).judge(response(2)).message, "99.999999999 % confidence"));
}
