#include "mechanisms/privacy/log_masses.hpp"

#include <cmath>
#include <limits>

#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/mass_functions.hpp"
#include "mechanisms/privacy/product_pair.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

auto const infinity = std::numeric_limits<double>::infinity();

Approx exactly(double value) { return Approx(value).epsilon(1e-12); }

double spent(std::string_view name, ParameterValues const& values) {
  auto const instance = made(name, values);
  return instance.mechanism.exact_epsilon(instance.pairs.front(), 0).value();
}

}  // namespace

TEST_CASE("a loss is known where no number holds the masses", "[mechanisms][privacy]") {
  for (double const far : {10.0, 800.0, 1e4, 1e6}) {  // below a double, below a long double
    INFO(far);
    std::vector const p{-std::log1p(std::exp(-far)), -far}, q{-std::log1p(std::exp(1 - far)), 1 - far};
    auto const pair = privacy::log_mass_pair(p, q);
    CHECK(pair.epsilon(0) == exactly(1));
    if (far > 10) CHECK(pair.epsilon(1e-300) == 0);
  }
  CHECK(privacy::log_mass_pair(std::vector{0.0, -infinity}, std::vector{-1.0, -0.4587}).epsilon(0) == infinity);
}

TEST_CASE("masses in logarithms and as they are make one pair", "[mechanisms][privacy]") {
  std::vector const p{0.5, 0.3, 0.2}, q{0.1, 0.35, 0.55};
  auto logs = [](std::vector<double> masses) {
    for (auto& mass : masses) mass = std::log(mass);
    return masses;
  };
  auto const one = privacy::log_mass_pair(logs(p), logs(q)), other = privacy::finite_pair(p, q);
  for (double const x : {0.0, 0.01, 0.1, 0.3}) {
    CHECK(one.epsilon(x) == exactly(other.epsilon(x)));
    CHECK(one.delta(x) == exactly(other.delta(x)));
    CHECK(one.beta(x) == exactly(other.beta(x)));
  }
}

TEST_CASE("what may have underflowed is not known, neither 0 nor infinite", "[mechanisms][privacy]") {
  auto const logs = privacy::logs_of_positive({1, 0}), others = privacy::logs_of_positive({1 - 1e-9, 1e-9});
  auto const pair = privacy::log_mass_pair(logs, others);
  CHECK(std::isnan(pair.epsilon(0)));
  CHECK(std::isnan(pair.epsilon(1e-10)));
  CHECK(pair.epsilon(1e-8) == 0);
  CHECK(std::isnan(privacy::capped(pair, 3).epsilon(0)));
  CHECK(std::isnan(privacy::mass_functions_epsilon(std::vector{1.0, 0.0}, std::vector{0.9, 0.1}, 0)));
  CHECK(std::isnan(privacy::finite_pair(std::vector{1.0, 5e-324}, std::vector{1.0, 1e-323}).epsilon(0)));
}

TEST_CASE("two releases that may fail outright fail if either does", "[mechanisms][privacy]") {
  auto const leak = privacy::finite_pair(std::vector{0.1, 0.9}, std::vector{0.0, 1.0});
  auto const both = privacy::product_pair(std::vector{leak, leak});
  CHECK(both->delta(100) == exactly(0.19));
  CHECK(both->epsilon(0.18) == infinity);
}

// Each of them was infinite, 0 or that of subnormal masses before losses came from logarithms.
TEST_CASE("pure epsilon is exact where masses underflow", "[mechanisms]") {
  CHECK(spent("private-quantile", {{"n", 4000}}) == Approx(0.5).epsilon(1e-9));
  CHECK(spent("clamped-geometric", {{"n", 744}}) == exactly(1));
  CHECK(spent("clamped-geometric", {{"n", 1000}}) == exactly(1));
  CHECK(spent("clamped-geometric", {{"epsilon", 5}, {"n", 150}}) == exactly(5));
  CHECK(spent("poll", {{"n", 2000}}) == exactly(std::log(3.0)));
  auto const poll = made("poll", {{"n", 2000}});
  CHECK(poll.mechanism.privacy(poll.pairs.front())->epsilon(0) == exactly(std::log(3.0)));
  CHECK(spent("shuffle-randomised-response", {{"epsilon", 10}, {"n", 2000}}) == exactly(10));
  CHECK(spent("random-selection-from-records", {{"n", 1495}}) == exactly(1));
  auto const mixture = [](long double e) {  // of half and half, four categories
    auto const keep = [](long double x) { return 1 / (1 + 3 * std::exp(-x)); };
    auto const kept = keep(e) + keep(e / 2), lied = keep(e) * std::exp(-e) + keep(e / 2) * std::exp(-e / 2);
    return static_cast<double>(std::log(kept / lied));
  };
  for (double const epsilon : {1.0, 72.0, 76.0, 900.0})
    CHECK(spent("mixture-randomised-response", {{"epsilon", epsilon}}) == exactly(mixture(epsilon)));
}

TEST_CASE("pure epsilon keeps its claim where masses underflow", "[mechanisms]") {
  for (auto const& [name, values] : std::vector<std::pair<std::string, ParameterValues>>{
           {"private-quantile", {{"epsilon", 20}, {"n", 200}}},
           {"random-selection-from-records", {{"epsilon", 10}, {"n", 150}}},
           {"post-process-laplace-round", {{"epsilon", 498}}},
           {"post-process-laplace-round", {{"epsilon", 5000}}},
           {"private-median", {{"n", 10'000}}}}) {
    INFO(name);
    CHECK(spent(name, values) <= std::get<PureDp>(made(name, values).mechanism.guarantee()).epsilon * (1 + 1e-12));
    CHECK(spent(name, values) > 0);
  }
}

TEST_CASE("a winner far behind spends what its closed form says", "[mechanisms]") {
  Pair const pair{{0, 3000}, {1, 3000}, Relation::one_differs, {}};
  auto const spent_by = [&](char const* name) {
    return made(name, {{"n", 2}}).mechanism.exact_epsilon(pair, 0).value();
  };
  CHECK(spent_by("exponential-mechanism") == exactly(0.5));
  CHECK(spent_by("permute-and-flip") == exactly(0.5));
  // Pr[the difference of two Laplace variables exceeds x scales] = e^-x (2 + x) / 4
  CHECK(spent_by("report-noisy-max-laplace") == exactly(0.5 - std::log(1502 / 1501.5)));
  Pair const near{{0, 40}, {1, 40}, Relation::one_differs, {}};
  CHECK(made("report-noisy-max-laplace", {{"n", 2}}).mechanism.exact_epsilon(near, 0).value() ==
        Approx(0.5 - std::log(22 / 21.5)).epsilon(1e-10));
  CHECK(made("report-noisy-max-laplace", {{"n", 2}}).mechanism.exact_epsilon({{0, 1e6}, {1, 1e6}}, 0) == std::nullopt);
}
