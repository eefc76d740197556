#include "verify/utility_account.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/bisection.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/log_sum.hpp"

namespace warner::verify {
namespace {

using Kind = UtilityClaim::Kind;

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array quantile_shares{0.5, 0.9, 0.95, 0.99};
constexpr double power = 0.99;

MeanGuess of_share(double share, std::uint64_t budget) { return {share, std::sqrt(share * (1 - share)), budget}; }

}  // namespace

void UtilityAccount::look() {
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    auto& tested = tested_[i];
    if (tested.refuted || is_open(tested)) continue;
    tested.log_wealth = log_wealth(i);
    tested.refuted = refutes(tested.log_wealth, tested.level);
    if (!tested.refuted) continue;
    tested.after = n_;
    tested.certified = certified(i);
  }
}

Utility UtilityAccount::conclude() {
  Utility result{.largest = largest_, .not_numbers = not_numbers_, .releases = n_, .level = options_.level};
  result.claims = tested_;
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    auto& claim = result.claims[i];
    claim.open = is_open(tested_[i]);
    if (claim.open) claim.refuted = false, claim.after = 0, claim.certified = 0;
    else if (!claim.refuted) claim.certified = certified(i);
    claim.detectable = detectable(i);
    if (auto const kind = options_.claims[i].kind; kind == Kind::quantile || kind == Kind::coverage)
      claim.misses = misses_of(i);
  }
  auto const level = bound_level(result);
  if (n_ == 0) return result;
  auto const n = static_cast<double>(n_);
  if (!options_.answers.empty()) {
    result.rmse.estimate = std::sqrt(squares_ / n);
    result.rmse.lower = std::sqrt(rmse_.lower(level));
    if (bound_ && beyond_ == 0)
      result.rmse.upper = std::sqrt(std::max(0.0, *bound_ * *bound_ - below_bound_.lower(level)));
    fill_bias(result, level);
    fill_quantiles(result, level);
  }
  if (options_.interval) {
    result.coverage.estimate = static_cast<double>(covered_count_) / n;
    result.coverage.lower = mean_lower_bound(mean_sums(covered_.stakes, covered_count_, n_), covered_.stakes, level);
    result.coverage.upper =
        1 - mean_lower_bound(mean_sums(missed_.stakes, n_ - covered_count_, n_), missed_.stakes, level);
    result.width.estimate = widths_ / n;
    result.width.lower = width_.lower(level);
  }
  return result;
}

bool UtilityAccount::is_of_misses(Kind kind) {
  return kind == Kind::median || kind == Kind::quantile || kind == Kind::coverage;
}

double UtilityAccount::log_bias(std::size_t j, Side side, double b) const {
  if (rms_) return log_bias_wealth(moments_.at(j), moment_stakes_, side, b, rms_of_one());
  return log_mean_wealth(bounded_.at(j)[side == Side::above ? 0 : 1], bounded_stakes_[j], *bound_ + b);
}

double UtilityAccount::log_bias_of_all(double b) const {
  LogSum sum;
  for (std::size_t j = 0; j < options_.answers.size(); ++j)
    for (auto const side : {Side::above, Side::below}) sum.add(log_bias(j, side, b));
  return sum.value() - std::log(2 * static_cast<double>(options_.answers.size()));
}

std::uint64_t UtilityAccount::misses_of(std::size_t i) const {
  return options_.claims[i].kind == Kind::coverage ? n_ - covered_count_ : quantile_misses_.at(i);
}

double UtilityAccount::log_wealth(std::size_t i) const {
  if (n_ == 0) return 0;
  auto const& claim = options_.claims[i];
  switch (claim.kind) {
    case Kind::rmse: return log_mean_wealth(claimed_rmse_.sums, claimed_rmse_.stakes, claim.at * claim.at);
    case Kind::bias: return log_bias_of_all(claim.at);
    case Kind::largest: return beyond_ > 0 ? infinity : 0;
    case Kind::median: {
      LogSum sum;
      for (auto const& sides : medians_[i])
        for (auto const side : sides)
          sum.add(log_mean_wealth(mean_sums(miss_stakes_[i], side, n_), miss_stakes_[i], 0.5));
      return sum.value() - std::log(2 * static_cast<double>(medians_[i].size()));
    }
    case Kind::quantile:
    case Kind::coverage:
      return log_mean_wealth(mean_sums(miss_stakes_[i], misses_of(i), n_), miss_stakes_[i], 1 - claim.share);
  }
  return 0;
}

double UtilityAccount::certified(std::size_t i) const {
  auto const& claim = options_.claims[i];
  if (n_ == 0) return claim.kind == Kind::quantile || claim.kind == Kind::coverage ? 1 : 0;
  switch (claim.kind) {
    case Kind::rmse: return std::sqrt(claimed_rmse_.lower(claim_level_));
    case Kind::largest: return largest_;
    case Kind::bias: {
      auto const most = rms_ ? rms_of_one() : *bound_;
      auto const stands = [&](double b) { return !refutes(log_bias_of_all(b), claim_level_); };
      if (stands(0)) return 0;
      return stands(most) ? sim::bisected({0, most}, stands, {.relative = 1e-13, .steps = 100}).low : most;
    }
    case Kind::median: {
      double most = 0;
      for (auto const& sides : medians_[i])
        for (auto const side : sides)
          most = std::max(most, mean_lower_bound(mean_sums(miss_stakes_[i], side, n_), miss_stakes_[i],
                                                 claim_level_ / (2 * static_cast<double>(medians_[i].size()))));
      return most;
    }
    case Kind::quantile:
    case Kind::coverage:
      return 1 - mean_lower_bound(mean_sums(miss_stakes_[i], misses_of(i), n_), miss_stakes_[i], claim_level_);
  }
  return 0;
}

std::optional<double> UtilityAccount::detectable(std::size_t i) const {
  auto const& claim = options_.claims[i];
  if (!is_of_misses(claim.kind)) return std::nullopt;
  auto const sides = claim.kind == Kind::median ? 2 * static_cast<double>(options_.answers.size()) : 1;
  auto const releases = all_refuted() ? options_.budget : n_;  // fewer where it was interrupted
  auto const needed = least_refuting_ones(miss_stakes_[i], releases, allowed(claim), claim_level_ / sides);
  if (needed > releases) return 1;
  auto const found = [&](double p) { return binomial_at_least(needed, releases, p) >= power; };
  return sim::bisected({allowed(claim), 1}, found, {.relative = 1e-9, .steps = 60}).high;
}

double UtilityAccount::bound_level(Utility& result) const {
  if (!options_.answers.empty()) result.bounds += 1 + bound_.has_value() + 2 * quantile_shares.size();
  if (!options_.answers.empty() && bounds_bias()) result.bounds += 2;
  if (options_.interval) result.bounds += 3;
  return options_.level / static_cast<double>(std::max<std::size_t>(1, result.bounds));
}

bool UtilityAccount::all_refuted() const {
  auto const is_settled = [this](TestedUtility const& tested) { return tested.refuted || is_open(tested); };
  return !tested_.empty() && std::ranges::all_of(tested_, is_settled);
}

bool UtilityAccount::bias_is_open() const {
  return std::ranges::any_of(tested_, [this](TestedUtility const& tested) {
    return tested.refuted && tested.claim.kind == (rms_ ? Kind::rmse : Kind::largest);
  });
}

void UtilityAccount::fill_bias(Utility& result, double level) const {
  auto const n = static_cast<double>(n_);
  for (auto const total : totals_)
    if (auto const mean = total / n; !(std::fabs(mean) <= std::fabs(result.bias.estimate))) result.bias.estimate = mean;
  if (!bounds_bias() || bias_is_open()) return;
  if (rms_) {
    result.bias.lower = bias_lower_bound(moments_[0], moment_stakes_, Side::above, rms_of_one(), level);
    result.bias.upper = -bias_lower_bound(moments_[0], moment_stakes_, Side::below, rms_of_one(), level);
    return;
  }
  result.bias.lower = mean_lower_bound(bounded_[0][0], bounded_stakes_[0], level) - *bound_;
  result.bias.upper = *bound_ - mean_lower_bound(bounded_[0][1], bounded_stakes_[0], level);
}

void UtilityAccount::fill_quantiles(Utility& result, double level) {
  std::ranges::sort(sizes_);
  for (auto const share : quantile_shares) {
    auto const beyond = mean_stakes(of_share(1 - share, options_.budget), level),
               within = mean_stakes(of_share(share, options_.budget), level);
    auto const many_beyond = least_refuting_ones(beyond, n_, 1 - share, level),
               many_within = least_refuting_ones(within, n_, share, level);
    SizeQuantile quantile{share, {}};
    auto const rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(n_)));
    quantile.size.estimate = sizes_.at(std::clamp<std::uint64_t>(rank, 1, n_) - 1);
    quantile.size.lower = many_beyond <= n_ ? sizes_[n_ - many_beyond] : 0.0;
    quantile.size.upper = many_within <= n_ ? sizes_[many_within - 1] : infinity;
    result.quantiles.push_back(quantile);
  }
}

}  // namespace warner::verify
