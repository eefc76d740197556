#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/catalogue/as_private_as.hpp"
#include "mechanisms/contract/guarantee.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "mechanisms/privacy/renyi.hpp"
#include "results/figures/experiments/audited.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/claimed_divergences.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/measure.hpp"
#include "verify/measured_curve.hpp"
#include "verify/wealth/anytime_divergences.hpp"
#include "verify/wealth/e_process.hpp"

namespace warner::results::experiments {
namespace {

mechanisms::TradeoffDp as_private_as(std::string_view name, mechanisms::ParameterValues const& values, int times = 1) {
  return mechanisms::privacy::as_private_as({{mechanisms::privacy::pair_law(name, values), times}}, "");
}

verify::CheckOptions whole(mechanisms::TradeoffDp const& claim, std::uint64_t budget) {
  auto const& first = claim.statements.front();
  return {.claimed_epsilon = first.epsilon, .delta = first.delta, .claimed_tradeoff = claim, .budget = budget};
}

/// `warner check --pair all`: each pair at its share of level and budget, until one is refuted.
Procedure checked_in_turn(std::string setting, mechanisms::AnyMechanism mechanism, std::vector<mechanisms::Pair> pairs,
                          double epsilon, std::uint64_t budget, std::atomic<bool> const* interrupted) {
  return {"check, each of two pairs", std::move(setting), budget, audit_level, {}, [=](sim::Stream& stream) {
            auto const shares = static_cast<double>(pairs.size());
            verify::CheckOptions options{.claimed_epsilon = epsilon,
                                         .level = audit_level / shares,
                                         .budget = budget / pairs.size(),
                                         .execution = {1, nullptr, interrupted}};
            options.seed = stream.word();
            return std::ranges::any_of(pairs, [&](auto const& pair) {
              return verify::check(mechanism, pair, options).end == verify::Check::End::refuted;
            });
          }};
}

Procedure measured_among(std::string setting, mechanisms::AnyMechanism mechanism, std::vector<mechanisms::Pair> pairs,
                         double epsilon, std::uint64_t budget, std::atomic<bool> const* interrupted) {
  return {"measure, best of three pairs", std::move(setting), budget, audit_level, {}, [=](sim::Stream& stream) {
            verify::MeasureOptions const options{
                .level = audit_level, .budget = budget, .seed = stream.word(), .execution = {1, nullptr, interrupted}};
            return verify::measure(mechanism, pairs, options).epsilon_lower_bound > epsilon;
          }};
}

/// The curve of N(0, 1) against N(1, 1), and what is read from it.
Procedure band(std::string name, std::atomic<bool> const* interrupted, bool (*misses)(verify::MeasuredCurve const&)) {
  constexpr std::uint64_t budget = 5'000;
  return {std::move(name), bell, budget, audit_level, {}, [=](sim::Stream& stream) {
            return misses(verify::measure_curve(gaussian(), neighbours,
                                                {.level = audit_level,
                                                 .budget = budget,
                                                 .seed = stream.word(),
                                                 .white_box = true,
                                                 .execution = {1, nullptr, interrupted}}));
          }};
}

/// Whether the curve bounds the trade-off function from above by less than it is, anywhere: G_1 at a is Phi(x - 1)
/// where Phi(-x) = a.
bool tradeoff_misses(verify::MeasuredCurve const& curve) {
  return std::ranges::any_of(curve.points, [](auto const& point) {
    if (point.q_upper <= 0 || point.q_upper >= 1) return false;
    return 1 - point.p_lower < phi(gaussian_quantile_above(point.q_upper) - 1);
  });
}

/// Whether the curve bounds the profile from below by more than it is, anywhere: at a hundred epsilons.
bool profile_misses(verify::MeasuredCurve const& curve) {
  for (auto i = 0; i < 100; ++i) {
    auto const epsilon = 0.04 * i;
    if (curve.lower_delta(epsilon) > mechanisms::privacy::gaussian_delta(1, epsilon) * (1 + 1e-9)) return true;
  }
  return false;
}

/// Whether any of the four bounds is above the truth after any of eight rounds. Randomised response: two outcomes, of
/// which the Renyi divergence gives everything away.
bool divergences_miss(sim::Stream& stream) {
  constexpr double epsilon = 0.5;
  auto const right = share_right(1), wrong = 1 - right;
  verify::DivergenceBounds const truth{right - std::exp(epsilon) * wrong, right - wrong,
                                       2 * gaussian_quantile_above(wrong),
                                       std::log(right * right / wrong + wrong * wrong / right)};
  constexpr double rounding = 1 + 1e-9;
  std::vector<verify::RoundTally> rounds;
  for (std::uint64_t const trials : {32, 32, 32, 48, 72, 108, 162, 243}) {
    rounds.push_back({game(response(1), guess, trials, stream), 2});
    auto const bounds = verify::anytime_divergence_lower_bounds(rounds, epsilon, audit_level);
    if (bounds.delta > truth.delta * rounding || bounds.total_variation > truth.total_variation * rounding ||
        bounds.mu > truth.mu * rounding || bounds.renyi > truth.renyi * rounding)
      return true;
  }
  return false;
}

verify::CheckOptions of_divergences(verify::ClaimedDivergences const& claim, std::uint64_t budget) {
  auto options = whole(verify::implied_by(claim), budget);
  options.claimed_divergences = claim;
  return options;
}

/// The wealth of one round against a whole trade-off function, half of which waits for a later round, as a function of
/// the right guesses: she always speaks.
class KnownStrategy {
 public:
  explicit KnownStrategy(mechanisms::TradeoffDp const& claim)
      : e_process_{{claim.statements.front().epsilon, claim.statements.front().delta, {}, claim}, audit_level} {}

  bool refutes(sim::Tally const& tally) const {
    verify::SeenRounds seen{{{tally, 2}}, {}};
    seen.nested.emplace_back();
    return e_process_.log_at_claim(seen) >= -std::log(audit_level);
  }

  /// Exactly.
  double power(std::uint64_t trials, double right) const {
    std::uint64_t low = 0, high = trials + 1;  // the least that refutes
    while (low < high) {
      auto const middle = low + (high - low) / 2;
      if (refutes({middle, trials - middle, 0})) high = middle;
      else low = middle + 1;
    }
    return high > trials ? 0 : verify::binomial_at_least(high, trials, right);
  }

 private:
  verify::EProcess e_process_;
};

}  // namespace

std::vector<Procedure> procedures_of_claims(std::atomic<bool> const* interrupted) {
  std::vector<mechanisms::Pair> const both{neighbours, {{1}, {0}, mechanisms::Relation::substitute, {}}},
      three{nothing_to_see, both[0], both[1]};
  return {checked("check, trade-off", "as private as gaussian sigma=2 x3", gaussian(2 / std::sqrt(3.0)), neighbours,
                  whole(as_private_as("gaussian", {{"sigma", 2}}, 3), 1'000), interrupted),
          checked("check, trade-off", sharp, laplace(), neighbours,
                  whole(as_private_as("laplace", {{"epsilon", 1}}), 1'000), interrupted),
          checked("check, rho", bell, gaussian(), neighbours, of_divergences({0.5, {}}, 1'000), interrupted),
          checked("check, rho", sharp, laplace(), neighbours,
                  of_divergences({mechanisms::privacy::laplace_renyi(1, 1), {}}, 1'000),  // D_a / a falls from a = 1 on
                  interrupted),
          checked("check, Renyi of order 2", bell, gaussian(), neighbours, of_divergences({{}, {{2, 1}}}, 1'000),
                  interrupted),
          checked("check, Renyi of order 2", sharp, laplace(), neighbours,
                  of_divergences({{}, {{2, mechanisms::privacy::laplace_renyi(1, 2)}}}, 1'000), interrupted),
          checked_in_turn(told, response(1), both, 1, 2'000, interrupted),
          measured_among(sharp, laplace(), three, 1, 5'000, interrupted),
          band("trade-off band", interrupted, tradeoff_misses),
          band("profile band", interrupted, profile_misses),
          {"four divergences, at all times", told, 729, audit_level, {}, divergences_miss}};
}

std::vector<Procedure> planned_claims(std::vector<double> const& powers) {
  std::vector<Procedure> all;
  auto const right = phi(0.5);
  for (auto const claimed : {0.9, 0.5}) {
    KnownStrategy const known{as_private_as("gaussian", {{"sigma", 1 / claimed}})};
    for (auto const power : powers) {
      std::uint64_t low = 0, high = 16;
      while (known.power(high, right) < power) low = high, high *= 2;
      while (high - low > 1 && high - low > high >> 8) {
        auto const middle = low + (high - low) / 2;
        (known.power(middle, right) >= power ? high : low) = middle;
      }
      auto const exact = known.power(high, right);
      all.push_back({"wealth, trade-off", fmt::format("Gaussian, mu = 1 for {:g}", claimed), high,
                     std::min(power, exact), exact, [known, trials = high](sim::Stream& stream) {
                       return known.refutes(game(gaussian(), guess, trials, stream));
                     }});
    }
  }
  return all;
}

}  // namespace warner::results::experiments
