#include "tests/verify/promises.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>

#include <fmt/format.h>

#include "sim/byte_hash.hpp"
#include "sim/driver.hpp"
#include "sim/normal.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/game/game.hpp"

namespace warner::verify::promises {
namespace {

double uniform(sim::Stream& stream) { return static_cast<double>(stream.word() >> 11) * 0x1p-53; }

}  // namespace

void Told::release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
  auto const is_right = right(), speaks_up_to = speaks;
  for (auto& y : out.column(0)) {
    auto const u = uniform(stream);  // without a branch, which the clock would tell
    auto const lies = static_cast<double>(u >= is_right), silent = static_cast<double>(u >= speaks_up_to);
    auto const said = d[0] + lies * (1 - 2 * d[0]);
    y = said + silent * (2 - said);
  }
}

DivergenceBounds Told::truth(double at_epsilon) const {
  auto const r = right(), w = wrong();
  return {std::max(0.0, r - std::exp(at_epsilon) * w), r - w, sim::normal_quantile(r) - sim::normal_quantile(w),
          std::log(r * r / w + w * w / r + 1 - r - w)};
}

void Hint::release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
  auto const often = d[0] == 0 ? p : q;
  for (auto& y : out.column(0)) y = uniform(stream) < often;
}

DivergenceBounds Hint::truth(double at_epsilon) const {
  auto const of = [](double a, double b) { return std::log(a * a / b + (1 - a) * (1 - a) / (1 - b)); };
  return {std::max({0.0, p - std::exp(at_epsilon) * q, 1 - q - std::exp(at_epsilon) * (1 - p)}), p - q,
          sim::normal_quantile(p) - sim::normal_quantile(q), std::max(of(p, q), of(q, p))};
}

sim::Tally game(mechanisms::AnyMechanism const& mechanism, Strategy const& strategy, std::uint64_t trials,
                std::uint64_t seed) {
  return play(mechanism, toys::zero_one, strategy,
              {.seed = seed, .range = {0, trials}, .execution = {1, nullptr, nullptr}})
      .tally;
}

double renyi_truth(double right, double wrong, int directions, double order) {
  auto const term = [order](double p, double q) { return std::pow(p, order) * std::pow(q, 1 - order); };
  if (directions == 2) return std::log(term(right, wrong) + term(wrong, right) + 1 - right - wrong) / (order - 1);
  auto const there = term(right, wrong) + term(1 - right, 1 - wrong),
             back = term(wrong, right) + term(1 - wrong, 1 - right);
  return std::log(std::max(there, back)) / (order - 1);
}

double rho_truth(double right, double wrong, int directions) {
  double most = 0;
  for (auto steps = 1e-4; steps < 500; steps *= 1.002)
    if (auto const over = renyi_truth(right, wrong, directions, 1 + steps) / (1 + steps); std::isfinite(over))
      most = std::max(most, over);
  return most;
}

bool any_above(DivergenceBounds const& bounds, DivergenceBounds const& truth) {
  constexpr double rounding = 1 + 1e-9;
  return bounds.delta > truth.delta * rounding || bounds.total_variation > truth.total_variation * rounding ||
         bounds.mu > truth.mu * rounding || bounds.renyi > truth.renyi * rounding;
}

std::vector<std::string> broken_among(std::vector<Repeated> const& all, bool nightly) {
  std::vector<std::string> broken;
  for (auto const& repeated : all) {
    auto const times = nightly ? repeated.nightly : repeated.quick;
    if (times == 0) continue;
    auto const first = sim::hash_of_bytes(repeated.verb + repeated.options) >> 8;
    std::vector<std::vector<bool>> happened(times);
    auto const start = std::chrono::steady_clock::now();
    sim::for_each(times, [&](std::uint64_t i) { happened[i] = repeated.once(first + i); }, {});
    auto const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (std::size_t j = 0; j < repeated.promised.size(); ++j) {
      auto const& promise = repeated.promised[j];
      auto const count =
          static_cast<std::uint64_t>(std::ranges::count_if(happened, [&](auto const& one) { return one.at(j); }));
      auto const tail = promise.at_most ? binomial_at_least(count, times, promise.probability)
                                        : binomial_at_most(count, times, promise.probability);
      auto const row =
          fmt::format("{:<9} {:<66} {:<58} {:>2} {:<6g} {:>6} of {:>6} {:>9.2g} {:>6.2f} s {}", repeated.verb,
                      repeated.options, promise.what, promise.at_most ? "<=" : ">=", promise.probability, count, times,
                      tail, seconds, tail > row_level ? "" : "BROKEN");
      std::cout << row << '\n';
      if (!(tail > row_level)) broken.push_back(row);
    }
  }
  std::cout.flush();
  return broken;
}

}  // namespace warner::verify::promises
