#include <algorithm>
#include <cmath>
#include <utility>

#include "verify/utility_account.hpp"

// Which bets are laid, and what blocks of releases add to them.
namespace warner::verify {
namespace {

using Kind = UtilityClaim::Kind;

/// How the releases that were learned from are spread.
MeanGuess guess_of(std::span<double const> x, std::uint64_t budget) {
  double unit = 0;  // squares of squares would leave the range of doubles
  for (auto const value : x)
    if (std::isfinite(value)) unit = std::max(unit, std::fabs(value));
  if (unit == 0) return {0, 0, budget};
  unit = std::ldexp(1.0, std::ilogb(unit));  // a power of 2 rounds nothing
  double mean = 0, square = 0;
  std::uint64_t n = 0;
  for (auto const value : x)
    if (std::isfinite(value)) mean += value / unit, square += value / unit * (value / unit), ++n;
  mean /= static_cast<double>(n);
  return {mean * unit, std::sqrt(std::max(0.0, square / static_cast<double>(n) - mean * mean)) * unit, budget};
}

/// The squares, seen about another mean: a claimed one.
MeanGuess about(MeanGuess guess, double claimed) {
  if (guess.mean > 0) guess.deviation *= claimed / guess.mean;
  guess.mean = claimed;
  return guess;
}

MeanGuess of_share(double share, std::uint64_t budget) { return {share, std::sqrt(share * (1 - share)), budget}; }

}  // namespace

UtilityAccount::UtilityAccount(UtilityOptions const& options, Errors const& learned) : options_{options} {
  auto const budget = options.budget;
  auto const claims = std::max<std::size_t>(1, options.claims.size());
  claim_level_ = options.level / static_cast<double>(claims);
  bound_ = at_of(Kind::largest);
  rms_ = at_of(Kind::rmse);
  auto const answers = options.answers.size();
  if (answers > 0) {
    auto const squares = guess_of(learned.square, budget);
    rmse_.stakes = mean_stakes(squares, options.level);
    if (bound_)
      below_bound_.stakes =
          mean_stakes({std::max(0.0, *bound_ * *bound_ - squares.mean), squares.deviation, budget}, options.level);
    if (rms_) claimed_rmse_.stakes = mean_stakes(about(squares, *rms_ * *rms_), claim_level_);
    if (may_bound_bias()) lay_bets_on_bias(learned);
  }
  if (options.interval) width_.stakes = mean_stakes(guess_of(learned.width, budget), options.level);
  auto const hits = static_cast<double>(learned.covered), n = static_cast<double>(learned.width.size());
  if (options.interval) {
    covered_.stakes = mean_stakes(of_share((hits + 1) / (n + 2), budget), options.level);
    missed_.stakes = mean_stakes(of_share((n - hits + 1) / (n + 2), budget), options.level);
  }
  medians_.resize(options.claims.size());
  for (std::size_t i = 0; i < options.claims.size(); ++i) {
    tested_.push_back({.claim = options.claims[i], .level = claim_level_});
    miss_stakes_.push_back(is_of_misses(options.claims[i].kind)
                               ? mean_stakes(of_share(allowed(options.claims[i]), budget), claim_level_)
                               : std::vector<MeanStake>{});
  }
}

UtilityAccount::Part UtilityAccount::part_of(Errors errors, std::uint64_t n) const {
  Part part{.n = n, .covered = errors.covered, .not_numbers = errors.not_numbers};
  if (!errors.square.empty()) see_errors(part, errors);
  if (options_.interval) {
    part.width = mean_sums(width_.stakes, errors.width);
    for (auto const width : errors.width) part.widths += width;
  }
  part.sizes = std::move(errors.size);
  return part;
}

void UtilityAccount::add(Part const& part) {
  n_ += part.n;
  if (!options_.answers.empty()) {
    rmse_.sums += part.rmse;
    if (bound_) below_bound_.sums += part.below_bound;
    if (rms_) claimed_rmse_.sums += part.claimed_rmse;
    moments_.resize(part.moments.size());
    for (std::size_t j = 0; j < part.moments.size(); ++j) moments_[j] += part.moments[j];
    bounded_.resize(part.bounded.size());
    for (std::size_t j = 0; j < part.bounded.size(); ++j)
      for (std::size_t side = 0; side < 2; ++side) bounded_[j][side] += part.bounded[j][side];
    totals_.resize(options_.answers.size());
    for (std::size_t j = 0; j < totals_.size(); ++j) totals_[j] += part.totals.at(j);
    sizes_.insert(sizes_.end(), part.sizes.begin(), part.sizes.end());
    squares_ += part.squares;
    largest_ = std::max(largest_, part.largest);
    beyond_ += part.beyond;
    for (std::size_t i = 0; i < medians_.size(); ++i) {
      quantile_misses_.resize(medians_.size());
      quantile_misses_[i] += part.quantiles.at(i);
      auto& medians = medians_[i];
      medians.resize(part.medians.at(i).size());
      for (std::size_t j = 0; j < medians.size(); ++j)
        for (std::size_t side = 0; side < 2; ++side) medians[j][side] += part.medians[i][j][side];
    }
  }
  if (options_.interval) {
    width_.sums += part.width;
    widths_ += part.widths;
    covered_count_ += part.covered;
  }
  not_numbers_ += part.not_numbers;
}

std::optional<double> UtilityAccount::at_of(Kind kind) const {
  std::optional<double> least;
  for (auto const& claim : options_.claims)
    if (claim.kind == kind) least = least ? std::min(*least, claim.at) : claim.at;
  return least;
}

void UtilityAccount::lay_bets_on_bias(Errors const& learned) {
  for (auto const& errors : learned.signed_ones) {
    if (rms_) continue;
    auto const guess = guess_of(errors, options_.budget);
    bounded_stakes_.push_back({mean_stakes({*bound_, guess.deviation, options_.budget}, claim_level_)});
  }
  if (rms_) moment_stakes_ = bias_stakes(rms_of_one(), options_.budget, claim_level_);
}

void UtilityAccount::see_errors(Part& part, Errors const& errors) const {
  part.rmse = mean_sums(rmse_.stakes, errors.square);
  if (rms_) part.claimed_rmse = mean_sums(claimed_rmse_.stakes, errors.square);
  for (auto const square : errors.square) part.squares += square;
  for (auto const size : errors.size) {
    part.largest = std::max(part.largest, size);
    part.beyond += bound_ && size > *bound_;
  }
  if (bound_) {
    std::vector<double> below;
    for (auto const square : errors.square) below.push_back(std::max(0.0, *bound_ * *bound_ - square));
    part.below_bound = mean_sums(below_bound_.stakes, below);
  }
  for (std::size_t j = 0; j < errors.signed_ones.size(); ++j) {
    auto const& e = errors.signed_ones[j];
    double total = 0;
    for (auto const error : e) total += error;
    part.totals.push_back(total);
    if (!may_bound_bias()) continue;
    if (rms_) {
      part.moments.push_back(bias_sums(moment_stakes_, e));
      continue;
    }
    std::array<std::vector<double>, 2> shifted;
    for (auto const error : e) {
      shifted[0].push_back(std::max(0.0, *bound_ + error));
      shifted[1].push_back(std::max(0.0, *bound_ - error));
    }
    part.bounded.push_back({mean_sums(bounded_stakes_[j], shifted[0]), mean_sums(bounded_stakes_[j], shifted[1])});
  }
  for (auto const& claim : options_.claims) {
    auto& medians = part.medians.emplace_back();
    auto& beyond = part.quantiles.emplace_back(0);
    if (claim.kind == Kind::quantile)
      for (auto const size : errors.size) beyond += size > claim.at;
    if (claim.kind != Kind::median) continue;
    for (auto const& e : errors.signed_ones) {
      std::array<std::uint64_t, 2> sides{};
      for (auto const error : e) sides[0] += error > claim.at, sides[1] += error < -claim.at;
      medians.push_back(sides);
    }
  }
}

}  // namespace warner::verify
