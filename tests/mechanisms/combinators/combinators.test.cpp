#include <cmath>
#include <numeric>

#include "mechanisms/central/discrete_laplace.hpp"
#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/adaptive_compose.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/combinators/compose.hpp"
#include "mechanisms/combinators/group.hpp"
#include "mechanisms/combinators/mixture.hpp"
#include "mechanisms/combinators/parallel.hpp"
#include "mechanisms/combinators/post_process.hpp"
#include "mechanisms/combinators/shuffle.hpp"
#include "mechanisms/combinators/subsample.hpp"
#include "mechanisms/local/k_ary_randomised_response.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/lattice_law.hpp"
#include "tests/mechanisms/finite_laws.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/integral.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;
using Catch::Approx;

namespace {

Pair const bit{{0}, {1}, Relation::substitute, {}};

double delta_of(AnyMechanism const& mechanism, Pair const& pair, double t) { return mechanism.privacy(pair)->delta(t); }

/// The larger hockey-stick divergence of densities f and g on [-60, 60], kinks at whole numbers, by Simpson's rule.
double hockey_stick(std::function<double(double)> const& f, std::function<double(double)> const& g, double t) {
  double there = 0, back = 0;
  for (auto const& [from, to] : {std::pair{-60.0, 0.0}, std::pair{0.0, 1.0}, std::pair{1.0, 60.0}}) {
    there += integral([&](double y) { return std::max(0.0, f(y) - std::exp(t) * g(y)); }, from, to);
    back += integral([&](double y) { return std::max(0.0, g(y) - std::exp(t) * f(y)); }, from, to);
  }
  return std::max(there, back);
}

}  // namespace

// Level 1e-9 a sound arm; the twins have 1.05 of the epsilon.
TEST_CASE("finite combinators follow their masses", "[mechanisms][statistical]") {
  struct Case {
    char const* name;
    ParameterValues values;
    Outcomes outcomes;
    Dataset data;
  };
  for (auto const& [name, values, outcomes, data] :
       std::vector<Case>{{"repeat-randomised-response", {{"k", 4}}, all_rows({2, 2, 2, 2}), {1}},
                         {"mixture-randomised-response", {}, all_rows({4}), {2}},
                         {"shuffle-randomised-response", {{"n", 5}}, all_rows({2, 2, 2, 2, 2}), {1, 0, 0, 1, 1}}}) {
    INFO(name);
    auto off = values;
    off["epsilon"] = 1.05;
    auto const instance = made(name, values);
    auto const sample = indices_of(released(instance.mechanism, data, name), outcomes),
               mass = masses_of(instance.mechanism, data, outcomes);
    CHECK(std::accumulate(mass.begin(), mass.end(), 0.0) == Approx(1).epsilon(1e-13));
    CHECK_FALSE(refuted_by(sample, mass));
    CHECK(refuted_by(sample, masses_of(made(name, off).mechanism, data, outcomes)));
    for (auto const& pair : instance.pairs)
      for (double const delta : {0.0, 1e-4, 0.1})
        CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
              Approx(enumerated_epsilon(masses_of(instance.mechanism, pair.d, outcomes),
                                        masses_of(instance.mechanism, pair.d_prime, outcomes), delta))
                  .epsilon(1e-9));
  }
}

TEST_CASE("repeated randomised response has the profile of two binomials", "[mechanisms]") {
  auto const twice = made("repeat-randomised-response"),
             often = made("repeat-randomised-response", {{"epsilon", 0.1}, {"k", 100}});
  CHECK(delta_of(twice.mechanism, bit, 1) == Approx(0.3378).margin(5e-5));
  CHECK(delta_of(often.mechanism, bit, 0) == Approx(0.3820).margin(5e-5));
  CHECK(delta_of(often.mechanism, bit, 5) == Approx(2.8e-7).epsilon(0.02));
  for (double const t : {0.0, 0.7, 2.0, 4.0}) {
    auto const law = privacy::binary_law(1 / (1 + std::exp(-0.1L)), 1 / (1 + std::exp(0.1L))).power(100).law();
    CHECK(delta_of(often.mechanism, bit, t) == Approx(static_cast<double>(law.delta(t))).epsilon(1e-10));
  }
  CHECK(often.mechanism.exact_epsilon(bit, 0).value() == Approx(10).epsilon(1e-12));
}

TEST_CASE("compositions of known laws are the laws known", "[mechanisms]") {
  using combinators::Compose;
  using combinators::repeat;
  for (double const t : {0.0, 0.5, 1.5}) {
    CHECK(delta_of(Compose{{central::Laplace{1}, central::Laplace{0.5}}}, bit, t) ==
          Approx(privacy::laplace_pair(std::vector{1.0, 0.5}).delta(t)).epsilon(1e-12));
    central::Gaussian const gaussian{2, {1, 0.1}};
    CHECK(delta_of(repeat(gaussian, 9), bit, t) == Approx(privacy::gaussian_pair(1.5).delta(t)).epsilon(1e-12));
    auto const both = made("compose-laplace-and-randomised-response", {{"epsilon", 2}}).mechanism;
    double sum = 0;
    for (double const answer : {0.0, 1.0}) {
      auto const density = [&](double x) {
        return [&, x](double y) { return std::exp(log_density(both, {x}, {y, answer})); };
      };
      double part = 0;
      for (auto const& [from, to] : {std::pair{-60.0, 0.0}, std::pair{0.0, 1.0}, std::pair{1.0, 60.0}})
        part +=
            integral([&](double y) { return std::max(0.0, density(0)(y) - std::exp(t) * density(1)(y)); }, from, to);
      sum += part;
    }
    CHECK(delta_of(both, bit, t) == Approx(sum).margin(2e-6));
  }
  Compose const mixed{{central::Laplace{1}, central::Gaussian{2, {1, 0.1}}}};  // two continuous laws of different kinds
  CHECK(std::isinf(mixed.privacy(bit)->epsilon(0)));
  CHECK_FALSE(mixed.privacy(bit)->delta);
  CHECK(Compose({central::Laplace{1}, local::response_from_epsilon(1)}).privacy({{1}, {1}})->epsilon(0) == 0);
}

// Level 1e-9; the twin has 1.05 of the scale, and noise of the other answer.
TEST_CASE("an adaptive composition releases by the mechanism that was chosen", "[mechanisms][statistical]") {
  auto const mechanism = made("adaptive-compose").mechanism;
  auto const columns = released(mechanism, {1}, "adaptive");
  std::vector<double> continuous, discrete;
  for (std::size_t i = 0; i < many; ++i) (columns[0][i] == 1 ? discrete : continuous).push_back(columns[1][i]);
  CHECK(std::fabs(static_cast<double>(discrete.size()) / static_cast<double>(many) - 1 / (1 + std::exp(-0.5))) <
        6.1 * 0.5 / 1024);
  CHECK(kolmogorov_smirnov(continuous, [](double y) { return noise::Laplace{2}.cdf(y - 1); }) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(continuous, [](double y) { return noise::Laplace{2.1}.cdf(y - 1); }) > ks_refutes_at_1e9);
  auto const pmf = [](double epsilon) {
    return [law = noise::DiscreteLaplace{std::exp(-epsilon)}](double y) { return law.pmf(y - 1); };
  };
  CHECK_FALSE(chi_squared(discrete, pmf(0.5)).refutes_at_1e9());
  CHECK(chi_squared(discrete, pmf(0.525)).refutes_at_1e9());
}

TEST_CASE("an adaptive composition spends what its parts do, outcome by outcome", "[mechanisms]") {
  auto const mechanism = made("adaptive-compose", {{"epsilon", 2}}).mechanism;
  CHECK(mechanism.exact_epsilon(bit, 0).value() == Approx(2).epsilon(1e-12));
  auto const yes = 1 / (1 + std::exp(-1.0)), no = 1 - yes;
  for (double const t : {0.0, 0.5, 1.5}) {
    noise::Laplace const laplace{1};
    noise::DiscreteLaplace const discrete{std::exp(-1.0)};
    auto sum = 0.0;
    for (auto const& [from, to] : {std::pair{-60.0, 0.0}, std::pair{0.0, 1.0}, std::pair{1.0, 60.0}})
      sum += integral(
          [&](double y) { return std::max(0.0, yes * laplace.pdf(y) - std::exp(t) * no * laplace.pdf(y - 1)); }, from,
          to);
    for (double y = -60; y <= 60; ++y)
      sum += std::max(0.0, no * discrete.pmf(y) - std::exp(t) * yes * discrete.pmf(y - 1));
    auto back = 0.0;
    for (auto const& [from, to] : {std::pair{-60.0, 0.0}, std::pair{0.0, 1.0}, std::pair{1.0, 60.0}})
      back += integral(
          [&](double y) { return std::max(0.0, no * laplace.pdf(y - 1) - std::exp(t) * yes * laplace.pdf(y)); }, from,
          to);
    for (double y = -60; y <= 60; ++y)
      back += std::max(0.0, yes * discrete.pmf(y - 1) - std::exp(t) * no * discrete.pmf(y));
    CHECK(delta_of(mechanism, bit, t) == Approx(std::max(sum, back)).margin(2e-6));
  }
}

// Level 1e-9; the twin has 1.05 of the epsilon.
TEST_CASE("rounded Laplace noise has the masses of its cells, and their epsilon", "[mechanisms][statistical]") {
  auto const instance = made("post-process-laplace-round");
  auto const sample = released(instance.mechanism, {2}, "rounded")[0];
  auto const cell = [](double scale, double x) {
    return [law = noise::Laplace{scale}, x](double y) { return law.cdf(y + 0.5 - x) - law.cdf(y - 0.5 - x); };
  };
  CHECK_FALSE(chi_squared(sample, cell(1, 2)).refutes_at_1e9());
  CHECK(chi_squared(sample, cell(1 / 1.05, 2)).refutes_at_1e9());
  for (double const away : {1.0, 3.0}) {
    std::vector<double> p, q;
    for (double y = -12; y <= 12; ++y) {
      p.push_back(cell(1, 0)(y));
      q.push_back(cell(1, away)(y));
    }
    Pair const pair{{0}, {away}, Relation::substitute, {}};
    for (double const delta : {0.01, 0.1, 0.3})
      CHECK(instance.mechanism.exact_epsilon(pair, delta).value() ==
            Approx(enumerated_epsilon(p, q, delta)).margin(1e-4));
    CHECK(instance.mechanism.exact_epsilon(pair, 0).value() == Approx(away).epsilon(1e-12));
  }
  CHECK_FALSE(instance.mechanism.privacy({{0}, {0.5}}));
}

TEST_CASE("post-processing: what is one-to-one keeps the truth, argmax finds the place of the largest",
          "[mechanisms]") {
  using combinators::PostProcess;
  PostProcess const doubled{central::Laplace{1},
                            {{"y", Column::Kind::real}},
                            [](ConstBatch in, Batch out) {
                              std::ranges::transform(in.column(0), out.column(0).begin(),
                                                     [](double y) { return 2 * y; });
                            },
                            PostProcess::one_to_one};
  CHECK(delta_of(doubled, bit, 0.5) == Approx(privacy::laplace_pair(1).delta(0.5)));
  auto const raw = released(central::Laplace{1, 1, 3}, {0, 0, 0}, "argmax", 999);
  auto const place = released(combinators::argmax(central::Laplace{1, 1, 3}), {0, 0, 0}, "argmax", 999)[0];
  for (std::size_t i = 0; i < place.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j) CHECK(raw[j][i] <= raw[static_cast<std::size_t>(place[i])][i]);
}

TEST_CASE("groups and parts", "[mechanisms]") {
  CHECK(std::get<PureDp>(made("group-laplace", {{"k", 1000}}).mechanism.guarantee()).epsilon == Approx(1000));
  CHECK(std::get<PureDp>(made("group-laplace", {{"epsilon", 700}}).mechanism.guarantee()).epsilon == Approx(2100));
  auto const group = made("group-laplace", {{"k", 4}, {"epsilon", 0.5}});
  CHECK(std::get<PureDp>(group.mechanism.guarantee()).epsilon == Approx(2));
  CHECK(group.mechanism.exact_epsilon(group.pairs.front(), 0).value() == Approx(2));
  auto const four = combinators::group_of(ApproximateDp{0.5, 1e-6}, 4);
  CHECK(std::get<ApproximateDp>(four).delta == Approx(1e-6 * std::expm1(2.0) / std::expm1(0.5)));
  auto const parts = made("parallel-laplace").mechanism;
  CHECK(parts.exact_epsilon({{0, 0, 0}, {0, 1, 0}}, 0).value() == Approx(1));
  CHECK(parts.exact_epsilon({{1, 0, 0}, {0, 1, 0}}, 0).value() == Approx(2));  // a record that moves touches two parts
  CHECK(delta_of(parts, {{1, 0, 0}, {0, 1, 0}}, 0.5) ==
        Approx(privacy::laplace_pair(std::vector{1.0, 1.0}).delta(0.5)).epsilon(1e-12));
  CHECK(log_density(parts, {1, 2, 3}, {1, 2, 3}) == Approx(-3 * std::log(2.0)));
}

// Level 1e-9; the twin samples at 0.45.
TEST_CASE("a Poisson sample keeps each record with probability q", "[mechanisms][statistical]") {
  auto const mechanism = made("subsample-laplace").mechanism;
  auto const sample = released(mechanism, {1, 0, 1}, "sample")[0];
  auto const cdf = [](double q) {
    return [=](double y) {
      noise::Laplace const law{1};
      return (1 - q) * (1 - q) * law.cdf(y) + 2 * q * (1 - q) * law.cdf(y - 1) + q * q * law.cdf(y - 2);
    };
  };
  CHECK(kolmogorov_smirnov(sample, cdf(0.5)) < ks_refutes_at_1e9);
  CHECK(kolmogorov_smirnov(sample, cdf(0.45)) > ks_refutes_at_1e9);
}

TEST_CASE("sampling amplifies, exactly where the others leave no trace", "[mechanisms]") {
  auto const instance = made("subsample-laplace", {{"q", 0.3}});
  auto const& pair = instance.pairs.front();
  CHECK(instance.mechanism.exact_epsilon(pair, 0).value() ==
        Approx(std::log(1 + 0.3 * std::expm1(1.0))).epsilon(1e-12));
  noise::Laplace const law{1};
  auto const with = [&](double y) { return 0.7 * law.pdf(y) + 0.3 * law.pdf(y - 1); };
  auto const without = [&](double y) { return law.pdf(y); };
  for (double const t : {0.0, 0.1, 0.3}) {
    CHECK(delta_of(instance.mechanism, pair, t) == Approx(hockey_stick(with, without, t)).margin(2e-6));
    CHECK(delta_of(instance.mechanism, {pair.d_prime, pair.d}, t) == Approx(delta_of(instance.mechanism, pair, t)));
  }
  CHECK_FALSE(instance.mechanism.privacy({{1, 1}, {1}}));       // the other record shows
  CHECK_FALSE(instance.mechanism.privacy({{0, 1, 1}, {0}}));    // two more
  CHECK_FALSE(instance.mechanism.privacy({{0, 1}, {0, 0.5}}));  // replaced
  CHECK(instance.mechanism.privacy({{0, 0}, {0}})->epsilon(0) == 0);
}

TEST_CASE("shuffled answers say what their number says", "[mechanisms]") {
  for (double const n : {1.0, 7.0, 60.0}) {
    auto const shuffled = made("shuffle-randomised-response", {{"n", n}}),
               poll = made("poll", {{"n", n}, {"epsilon", 1}});
    auto const law = privacy::shuffled_response_law(static_cast<int>(n), 1 / (1 + std::exp(-1.0L)));
    for (double const t : {0.0, 0.2, 0.6}) {
      CHECK(delta_of(shuffled.mechanism, shuffled.pairs.front(), t) ==
            Approx(delta_of(poll.mechanism, poll.pairs.front(), t)).epsilon(1e-9));
      CHECK(delta_of(shuffled.mechanism, shuffled.pairs.front(), t) >= static_cast<double>(law.delta(t)) * (1 - 1e-9));
    }
    CHECK(shuffled.mechanism.exact_epsilon(shuffled.pairs.front(), 0).value() == Approx(1).epsilon(1e-9));
  }
  combinators::Shuffle const open{local::KAryRandomisedResponse{1, 3}, 2};  // three answers
  CHECK_FALSE(open.privacy({{0, 1}, {0, 2}}));
  CHECK_FALSE(open.has_density());
  auto const columns = released(open, {0, 2}, "shuffle three", 1000);
  CHECK(columns.size() == 2);
}

TEST_CASE("claims of combinations", "[mechanisms]") {
  using combinators::largest_of;
  using combinators::sum_of;
  CHECK(std::get<PureDp>(sum_of(std::vector<Guarantee>{PureDp{1}, PureDp{0.5}})).epsilon == 1.5);
  auto const both = std::get<ApproximateDp>(sum_of(std::vector<Guarantee>{PureDp{1}, ApproximateDp{0.5, 1e-3}}));
  CHECK(both.epsilon == 1.5);
  CHECK(both.delta == 1e-3);
  CHECK(std::get<GaussianDp>(sum_of(std::vector<Guarantee>{GaussianDp{3}, GaussianDp{4}})).mu == Approx(5));
  CHECK(
      std::get<ZeroConcentratedDp>(sum_of(std::vector<Guarantee>{ZeroConcentratedDp{3}, ZeroConcentratedDp{4}})).rho ==
      7);
  CHECK(std::get<RenyiDp>(sum_of(std::vector<Guarantee>{RenyiDp{2, 1}, RenyiDp{2, 3}})).epsilon == 4);
  CHECK(std::get<ZeroConcentratedDp>(combinators::group_of(ZeroConcentratedDp{2}, 3)).rho == 18);
  CHECK(std::get<GaussianDp>(combinators::group_of(GaussianDp{2}, 3)).mu == 6);
  CHECK(std::get<ApproximateDp>(largest_of(std::vector<Guarantee>{PureDp{1}, ApproximateDp{0.5, 1e-3}})).epsilon == 1);
  CHECK(std::get<ApproximateDp>(combinators::subsampled_of(ApproximateDp{1, 1e-3}, 0.1)).delta == Approx(1e-4));
  CHECK_THROWS_WITH(sum_of(std::vector<Guarantee>{PureDp{1}, GaussianDp{1}}),
                    Catch::Contains("claim: 'epsilon = 1' and 'mu = 1 (Gaussian DP)' do not add"));
  CHECK_THROWS_WITH(sum_of(std::vector<Guarantee>{RenyiDp{2, 1}, RenyiDp{3, 1}}), Catch::Contains("do not add"));
  CHECK_THROWS_WITH(sum_of(std::vector<Guarantee>{}), Catch::Contains("claim: of nothing"));
  CHECK_THROWS_WITH(largest_of(std::vector<Guarantee>{GaussianDp{1}}), Catch::Contains("has no epsilon"));
  CHECK_THROWS_WITH(combinators::group_of(RenyiDp{2, 1}, 2), Catch::Contains("says nothing of groups"));
  CHECK_THROWS_WITH(combinators::subsampled_of(PureDp{1}, 0), Catch::Contains("q: 0 is not in (0, 1]"));
}

TEST_CASE("combinators say what is wrong with their parameters and data", "[mechanisms]") {
  for (auto const* name : {"compose-laplace-and-randomised-response", "repeat-randomised-response", "adaptive-compose",
                           "post-process-laplace-round", "group-laplace", "parallel-laplace", "subsample-laplace",
                           "mixture-randomised-response", "shuffle-randomised-response"})
    CHECK_THROWS_WITH(made(name, {{"epsilon", 0}}), Catch::Contains("epsilon: 0 is not positive and finite"));
  CHECK_THROWS_WITH(made("repeat-randomised-response", {{"k", 0}}), Catch::Contains("k: 0 is not a whole number"));
  CHECK_THROWS_WITH(made("subsample-laplace", {{"q", 2}}), Catch::Contains("q: 2 is not in (0, 1]"));
  CHECK_THROWS_WITH(made("mixture-randomised-response", {{"w", 2}}), Catch::Contains("w: 2 is not in [0, 1]"));
  CHECK_THROWS_WITH(made("compose-laplace-and-randomised-response").mechanism.columns({2}),
                    Catch::Contains("dataset: 2 is not one of 0, .., 1"));
  CHECK_THROWS_WITH(made("shuffle-randomised-response").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 10"));
  CHECK_THROWS_WITH(made("parallel-laplace").mechanism.columns({1}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 3"));
  CHECK_THROWS_WITH(made("subsample-laplace").mechanism.columns(Dataset(64, 0.0)),
                    Catch::Contains("dataset: 64 records are more than 63"));
  CHECK_THROWS_WITH(combinators::Mixture(0.5, central::Laplace{1}, central::Laplace{1, 1, 2}).columns({0}),
                    Catch::Contains("dataset: 1 values where this mechanism takes 2"));
  CHECK_THROWS_WITH(combinators::repeat(central::Laplace{1}, 0), Catch::Contains("k: 0 releases are none"));
}
