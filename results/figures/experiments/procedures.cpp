#include "results/figures/experiments/procedures.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/guarantee.hpp"
#include "results/figures/experiments/audited.hpp"
#include "results/figures/experiments/watched_coin.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/divergence_bounds.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/measure.hpp"
#include "verify/measured_curve.hpp"
#include "verify/plan.hpp"
#include "verify/wealth/wealth.hpp"

namespace warner::results::experiments {
namespace {

constexpr double level = audit_level;

/// How often the pure bound exceeds the claim when a share `right` of `trials` guesses is right: exactly.
double refuted_share(std::uint64_t trials, double claim, double right) {
  std::uint64_t low = 0, high = trials;  // the bound grows with the right guesses; all of them are enough
  while (low < high) {
    auto const needed = low + (high - low) / 2;
    if (verify::epsilon_lower_bound({needed, trials - needed, 0}, 0, level) > claim) high = needed;
    else low = needed + 1;
  }
  return verify::binomial_at_least(high, trials, right);
}

/// A fixed-length bound that is read from one tally.
Procedure bound(std::string name, std::string setting, mechanisms::AnyMechanism mechanism, verify::Strategy strategy,
                std::uint64_t trials, std::function<bool(sim::Tally const&)> above, std::optional<double> exact = {}) {
  return {std::move(name), std::move(setting),
          trials,          level,
          exact,           [=](sim::Stream& stream) { return above(game(mechanism, strategy, trials, stream)); }};
}

Procedure measured(std::string setting, mechanisms::AnyMechanism mechanism, mechanisms::Pair pair, double epsilon,
                   std::uint64_t budget, std::atomic<bool> const* interrupted) {
  return {"measure, searching included", std::move(setting), budget, level, {}, [=](sim::Stream& stream) {
            verify::MeasureOptions options{
                .level = level, .budget = budget, .seed = stream.word(), .execution = {1, nullptr, interrupted}};
            return verify::measure(mechanism, pair, options).epsilon_lower_bound > epsilon;
          }};
}

/// Whether any of the bounds of a measured curve of N(0, 1) against N(1, 1) misses: its score is 1/2 - y.
bool band_misses(std::uint64_t budget, sim::Stream& stream, std::atomic<bool> const* interrupted) {
  auto const curve = verify::measure_curve(gaussian(), neighbours,
                                           {.level = level,
                                            .budget = budget,
                                            .seed = stream.word(),
                                            .white_box = true,
                                            .execution = {1, nullptr, interrupted}});
  for (auto const& point : curve.points) {
    auto const p = phi(0.5 - point.threshold), q = phi(-0.5 - point.threshold);
    if (p < point.p_lower || p > point.p_upper || q < point.q_lower || q > point.q_upper) return true;
  }
  return false;
}

bool wealth_refutes(sim::Tally const& tally, double claim) {
  return verify::log_mixture_wealth(tally, claim) >= -std::log(level);
}
bool bound_refutes(sim::Tally const& tally, double claim) {
  return verify::epsilon_lower_bound(tally, 0, level) > claim;
}
/// The same by its defining equation, in a thirtieth of the time.
bool tail_refutes(sim::Tally const& tally, double claim) {
  return tally.right > 0 &&
         verify::binomial_at_least(tally.right, tally.spoke(), share_right(claim)) <= level * (1 - 1e-9);
}

Procedure watched(std::string name, std::uint64_t trials, std::function<bool(sim::Tally const&)> const& refutes) {
  WatchedCoin const coin{trials, refutes};
  return {std::move(name),
          "a coin at the claim, looked at after every toss",
          trials,
          level,
          coin.probability(share_right(1)),
          [=](sim::Stream& stream) { return coin.refutes(stream, share_right(1)); }};
}

}  // namespace

std::vector<Procedure> procedures_at_the_boundary(std::atomic<bool> const* interrupted) {
  auto const delta_at_1 = mechanisms::delta_at({1}, 1), variation = 2 * phi(0.5) - 1, right = share_right(1);
  auto const renyi = std::log(right * right / (1 - right) + (1 - right) * (1 - right) / right);
  auto const divergences = [](sim::Tally const& tally) {
    return verify::divergence_lower_bounds(tally, 2, 1, 2, level);
  };
  std::vector<Procedure> all;
  for (std::uint64_t const trials : {100, 1'000, 10'000})
    all.push_back(bound(
        "epsilon, delta = 0", told, response(1), guess, trials,
        [](auto const& tally) { return bound_refutes(tally, 1); }, refuted_share(trials, 1, right)));
  all.push_back(bound("epsilon, biased coin", sharp, laplace(), one_side, 10'000,
                      [](auto const& tally) { return bound_refutes(tally, 1); }));
  all.push_back(bound("epsilon, delta > 0", bell, gaussian(), far_out, 10'000,
                      [=](auto const& tally) { return verify::epsilon_lower_bound(tally, delta_at_1, level) > 1; }));
  all.push_back(bound("delta", bell, gaussian(), far_out, 10'000,
                      [=](auto const& tally) { return divergences(tally).delta > delta_at_1; }));
  all.push_back(
      bound("mu", bell, gaussian(), guess, 10'000, [=](auto const& tally) { return divergences(tally).mu > 1; }));
  all.push_back(bound("Renyi divergence", told, response(1), guess, 10'000,
                      [=](auto const& tally) { return divergences(tally).renyi > renyi; }));
  all.push_back(bound("rho", told, response(1), guess, 10'000, [=](auto const& tally) {
    return verify::rho_lower_bound(verify::certified_rates(tally, 2, level)) >
           2 * right - 1;  // D_a / a falls from 1 on
  }));
  all.push_back(bound("total variation", bell, gaussian(), guess, 10'000,
                      [=](auto const& tally) { return divergences(tally).total_variation > variation; }));
  all.push_back({"measured curve, all bounds", bell, 5'000, level, {}, [=](sim::Stream& stream) {
                   return band_misses(5'000, stream, interrupted);
                 }});
  all.push_back(measured(sharp, laplace(), neighbours, 1, 5'000, interrupted));
  all.push_back(measured(blank, laplace(), nothing_to_see, 0, 5'000, interrupted));
  all.push_back(watched("wealth, delta = 0", 1'000, [](sim::Tally const& tally) { return wealth_refutes(tally, 1); }));
  all.push_back(
      checked("check, delta = 0", told, response(1), neighbours, {.claimed_epsilon = 1, .budget = 1'000}, interrupted));
  all.push_back(
      checked("check, delta = 0", sharp, laplace(), neighbours, {.claimed_epsilon = 1, .budget = 1'000}, interrupted));
  all.push_back(checked("check, delta = 0", blank, laplace(), nothing_to_see, {.claimed_epsilon = 0, .budget = 1'000},
                        interrupted));
  all.push_back(checked("check, delta > 0", bell, gaussian(), neighbours,
                        {.claimed_epsilon = 1, .delta = delta_at_1, .budget = 1'000}, interrupted));
  all.push_back(checked("check, mu", bell, gaussian(), neighbours,
                        {.delta = variation, .claimed_mu = 1, .budget = 1'000}, interrupted));
  for (auto const& more : {procedures_of_claims(interrupted), procedures_of_fit()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Procedure> wrong_procedures() {
  constexpr std::uint64_t trials = 1'000;
  constexpr int family = 20;
  auto const once = refuted_share(trials, 1, share_right(1));
  auto const mechanism = response(1);
  return {watched("a bound for one look, looked at after every trial", trials,
                  [](sim::Tally const& tally) { return tail_refutes(tally, 1); }),
          {"the best of twenty audits, at the level of one", told, family * trials, level,
           1 - std::pow(1 - once, family), [=](sim::Stream& stream) {
             auto any = false;
             for (int i = 0; i < family; ++i) any = bound_refutes(game(mechanism, guess, trials, stream), 1) || any;
             return any;
           }}};
}

std::vector<Procedure> planned_audits(std::vector<double> const& powers) {
  std::vector<Procedure> all;
  struct Told {
    std::string suffix, setting;
    verify::Violation asked;
    mechanisms::AnyMechanism mechanism;
    verify::Strategy strategy;
  };
  std::vector<Told> told_of;
  for (auto const scale : {0.95, 0.9, 0.5})
    told_of.push_back({"",
                       fmt::format("randomised response, scale x {:g}", scale),
                       {.claimed_epsilon = 1, .violation = 1 / scale, .level = level},
                       response(1 / scale),
                       guess});
  for (auto const& [claimed, violation, speaks] : {std::tuple{1.0, 2.0, 0.1}, {1.0, 6.0, 0.1}, {2.0, 7.0, 0.01}})
    told_of.push_back({", rare guesses",
                       fmt::format("response of {:g} for {:g}, in {:g} of the trials", violation, claimed, speaks),
                       {.claimed_epsilon = claimed, .violation = violation, .speaks = speaks, .level = level},
                       rarely_told(violation, speaks),
                       if_it_speaks});
  for (auto const& told : told_of)
    for (auto const power : powers)
      for (auto const procedure : {verify::Procedure::measure, verify::Procedure::one_round}) {
        auto const trials = verify::trials_needed(procedure, told.asked, power).value();
        auto const measure = procedure == verify::Procedure::measure;
        all.push_back({(measure ? "measure, delta = 0" : "wealth, delta = 0") + told.suffix, told.setting, trials,
                       power, verify::power_of(procedure, told.asked, trials), [=](sim::Stream& stream) {
                         verify::RoundTally const round{game(told.mechanism, told.strategy, trials, stream),
                                                        2};  // a check's wealth, half of which waits for a later round
                         return measure ? bound_refutes(round.tally, told.asked.claimed_epsilon)
                                        : verify::log_wealth({&round, 1}, told.asked.claimed_epsilon, 0, {}) >=
                                              -std::log(level);
                       }});
      }
  for (auto const claimed : {0.9, 0.5})  // of mu = 1: the claim is the line at epsilon = 1 of a smaller mu
    for (auto const power : powers)
      for (auto const procedure : {verify::Procedure::measure, verify::Procedure::one_round}) {
        auto const delta = mechanisms::delta_at({claimed}, 1), right = phi(-0.5), wrong = phi(-1.5);
        verify::Violation const asked{.claimed_epsilon = 1,
                                      .delta = delta,
                                      .violation = std::log((right - delta) / wrong),
                                      .speaks = right + wrong,
                                      .level = level};
        auto const trials = verify::trials_needed(procedure, asked, power).value();
        auto const measure = procedure == verify::Procedure::measure;
        all.push_back({measure ? "measure, delta > 0" : "wealth, delta > 0",
                       fmt::format("Gaussian, mu = 1 for {:g}", claimed),
                       trials,
                       power,
                       {},
                       [=, mechanism = gaussian(), stakes = verify::stakes_for(1, delta)](sim::Stream& stream) {
                         verify::RoundTally const round{game(mechanism, far_out, trials, stream), 2};
                         return measure ? verify::epsilon_lower_bound(round.tally, delta, level) > 1
                                        : verify::log_wealth({&round, 1}, 1, delta, stakes) >= -std::log(level);
                       }});
      }
  for (auto const& more : {planned_claims(powers), planned_fits(powers)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace warner::results::experiments
