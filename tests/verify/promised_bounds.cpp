#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "tests/verify/promises.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/measured_curve.hpp"
#include "verify/wealth/anytime_divergences.hpp"
#include "verify/wealth/rounds.hpp"

// Bounds of strategies that are known, at mechanisms that are tight: at all levels, in one and two directions, at delta
// = 0 and above.
namespace warner::verify::promises {
namespace {

constexpr double at_epsilon = 0.3, rounding = 1 + 1e-12;

/// A mechanism that is tight, with its strategy.
struct Tight {
  std::string words;
  mechanisms::AnyMechanism mechanism;
  Strategy strategy;
  double epsilon, delta;
  DivergenceBounds truth;
  double right, wrong;  // guesses, of two directions; of one, how often it speaks under either dataset
};

std::vector<Tight> tight() {
  std::vector<Tight> all;
  for (auto const speaks : {1.0, 0.1, 0.01})
    for (auto const delta : {0.0, 0.1 * speaks}) {
      Told const told{1, delta, speaks};
      all.push_back({fmt::format("two directions, speaks {:g}, delta {:g}", speaks, delta), told, as_told, 1, delta,
                     told.truth(at_epsilon), told.right(), told.wrong()});
    }
  for (std::uint64_t const odds : {1, 7})
    for (auto const& [p, q, delta] :
         {std::tuple{0.999, 0.997, 0.0}, {0.9, 0.5, 0.0}, {0.2, 0.05, 0.0}, {0.02, 0.005, 0.0}, {0.2, 0.05, 0.05}}) {
      Hint const hint{p, q};
      all.push_back({fmt::format("one direction, odds {}, of {:g} to {:g}, delta {:g}", odds, p, q, delta), hint,
                     hinted(odds), std::log((p - delta) / q), delta, hint.truth(at_epsilon), p, q});
    }
  return all;
}

std::vector<Promise> at_levels(std::string const& what) {
  std::vector<Promise> promised;
  for (auto const level : levels) promised.push_back({fmt::format("{}, level {:g}", what, level), level});
  return promised;
}

}  // namespace

std::vector<Repeated> bounds_of_fixed_length() {
  std::vector<Repeated> all;
  for (auto const& at : tight()) {
    auto promised = at_levels("epsilon bound above the truth");
    for (auto const& more : at_levels("any of 4 divergences above the truth")) promised.push_back(more);
    for (auto const& more : at_levels("rho or a Renyi divergence above the truth")) promised.push_back(more);
    auto const directions = at.strategy.directions();
    auto const renyi = [&at, directions](double order) {
      return renyi_truth(at.right, at.wrong, directions, order) * rounding;
    };
    std::array const orders{1.5, 8.0, 64.0}, truths{renyi(1.5), renyi(8), renyi(64)};
    auto const rho = rho_truth(at.right, at.wrong, directions) * (1 + 1e-5);
    all.push_back({"measure", at.words, promised, 200, 4'000, [=](std::uint64_t seed) {
                     auto const tally = game(at.mechanism, at.strategy, 1'000, seed);
                     std::vector<bool> happened;
                     for (auto const level : levels)
                       happened.push_back(epsilon_lower_bound(tally, at.strategy.share_of(at.delta), level) >
                                          at.epsilon * rounding);
                     for (auto const level : levels)
                       happened.push_back(any_above(
                           divergence_lower_bounds(tally, at.strategy.directions(), at_epsilon, 2, level), at.truth));
                     for (auto const level : levels) {
                       auto const rates = certified_rates(tally, directions, level);
                       auto above = rho_lower_bound(rates) > rho;
                       for (std::size_t i = 0; i < orders.size(); ++i)
                         above = above || renyi_lower_bound(rates, orders[i]) > truths[i];
                       happened.push_back(above);
                     }
                     return happened;
                   }});
  }
  return all;
}

std::vector<Repeated> bounds_at_all_times() {
  std::vector<Repeated> all;
  for (auto const& at : tight()) {
    if (at.strategy.coin_odds > 1) continue;  // a check has a fair coin
    auto promised = at_levels("epsilon bound ever above the truth");
    promised.push_back({"any of 4 divergences ever above the truth, level 0.1", 0.1});
    all.push_back(
        {"check", at.words, promised, 30, 1'000, [at](std::uint64_t seed) {
           std::vector<bool> happened(std::size(levels) + 1);
           std::vector<RoundTally> rounds{{{0, 0, 64}, 0}};
           auto const stakes = stakes_for(at.epsilon, at.delta);
           std::uint64_t first = 0;
           for (std::uint64_t const trials : {64, 96, 144, 216, 324}) {
             rounds.push_back({game(at.mechanism, at.strategy, trials, seed * 16 + first++), at.strategy.directions()});
             for (std::size_t l = 0; l < std::size(levels); ++l)
               if (anytime_epsilon_lower_bound(rounds, at.delta, stakes, levels[l]) > at.epsilon * rounding)
                 happened[l] = true;
             if (any_above(anytime_divergence_lower_bounds(rounds, at_epsilon, 0.1), at.truth)) happened.back() = true;
           }
           return happened;
         }});
  }
  return all;
}

std::vector<Repeated> curves() {
  std::vector<Repeated> all;
  auto const cdf = [](double x) { return x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2; };
  for (auto const level : levels)
    all.push_back(
        {"curve",
         fmt::format("Laplace, epsilon 1, level {:g}", level),
         {{"profile: certified delta above the truth at any epsilon", level},
          {"tradeoff: any interval beside the truth", level}},
         60,
         4'000,
         [=](std::uint64_t seed) {
           auto const curve = measure_curve(
               toys::Laplace{1}, toys::zero_one,
               {.level = level, .budget = 4'000, .seed = seed, .white_box = true, .execution = {1, nullptr, nullptr}});
           auto profile = false, tradeoff = false;
           for (int i = 0; i < 60; ++i)
             profile =
                 profile || curve.lower_delta(0.02 * i) > std::max(0.0, -std::expm1((0.02 * i - 1) / 2)) * (1 + 1e-9);
           for (auto const& point : curve.points) {
             if (std::fabs(point.threshold) > 1) continue;  // its score is 1 - 2 y, cut to [-1, 1]
             auto const p = point.threshold == -1 ? 1 : cdf((1 - point.threshold) / 2),
                        q = point.threshold == -1 ? 1 : cdf((-1 - point.threshold) / 2);
             tradeoff = tradeoff || p < point.p_lower || p > point.p_upper || q < point.q_lower || q > point.q_upper;
           }
           return std::vector<bool>{profile, tradeoff};
         }});
  return all;
}

}  // namespace warner::verify::promises
