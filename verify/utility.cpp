#include "verify/utility.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/bisection.hpp"
#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/log_sum.hpp"
#include "verify/errors.hpp"
#include "verify/wealth/bias_bet.hpp"
#include "verify/wealth/mean_bet.hpp"

namespace warner::verify {
namespace {

using Kind = UtilityClaim::Kind;

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array quantile_shares{0.5, 0.9, 0.95, 0.99};
constexpr std::uint64_t first_look = 64, most_a_look = std::uint64_t{1} << 20, most_budget = 100'000'000,
                        fewest_learned = 32, most_learned = sim::block_size;
constexpr std::size_t most_biases = 64;  // answers
constexpr double power = 0.99;

/// Bets on a mean of non-negative numbers, and what they saw.
struct MeanBets {
  std::vector<MeanStake> stakes{};
  MeanSums sums{};

  void see(std::span<double const> x) { sums += mean_sums(stakes, x); }
  double lower(double level) const { return mean_lower_bound(sums, stakes, level); }
};

/// How the releases that were learned from are spread.
MeanGuess guess_of(std::span<double const> x, std::uint64_t budget) {
  double mean = 0, square = 0;
  std::uint64_t n = 0;
  for (auto const value : x)
    if (std::isfinite(value)) mean += value, square += value * value, ++n;
  if (n == 0) return {0, 0, budget};
  mean /= static_cast<double>(n);
  return {mean, std::sqrt(std::max(0.0, square / static_cast<double>(n) - mean * mean)), budget};
}

/// The squares, seen about another mean: a claimed one.
MeanGuess about(MeanGuess guess, double claimed) {
  if (guess.mean > 0) guess.deviation *= claimed / guess.mean;
  guess.mean = claimed;
  return guess;
}

MeanGuess of_share(double share, std::uint64_t budget) { return {share, std::sqrt(share * (1 - share)), budget}; }

/// Sees releases in order, and says what follows.
class Accountant {
 public:
  Accountant(UtilityOptions const& options, Errors const& learned) : options_{options} {
    auto const budget = options.budget;
    auto const claims = std::max<std::size_t>(1, options.claims.size());
    claim_level_ = options.level / static_cast<double>(claims);
    bound_ = at_of(Kind::bound);
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
    misses_.resize(options.claims.size());
    for (std::size_t i = 0; i < options.claims.size(); ++i) {
      tested_.push_back({.claim = options.claims[i], .level = claim_level_});
      miss_stakes_.push_back(is_of_misses(options.claims[i].kind)
                                 ? mean_stakes(of_share(allowed(options.claims[i]), budget), claim_level_)
                                 : std::vector<MeanStake>{});
    }
  }

  bool may_bound_bias() const { return (bound_ || rms_) && options_.answers.size() <= most_biases; }

  /// What one block adds, computed by any thread.
  struct Part {
    MeanSums rmse{}, below_bound{}, claimed_rmse{}, width{};
    std::vector<BiasSums> moments{};                 // by answer
    std::vector<std::array<MeanSums, 2>> bounded{};  // by answer: of e + B, and of B - e
    std::vector<double> sizes{}, totals{};
    std::vector<std::vector<std::array<std::uint64_t, 2>>> medians{};  // by claim and answer
    std::vector<std::uint64_t> quantiles{};                            // by claim: sizes beyond
    double squares = 0, widths = 0, largest = 0;
    std::uint64_t n = 0, covered = 0, not_numbers = 0, beyond = 0;
  };

  Part part_of(Errors errors, std::uint64_t n) const {
    Part part{.n = n, .covered = errors.covered, .not_numbers = errors.not_numbers};
    if (!errors.square.empty()) see_errors(part, errors);
    if (options_.interval) {
      part.width = mean_sums(width_.stakes, errors.width);
      for (auto const width : errors.width) part.widths += width;
    }
    part.sizes = std::move(errors.size);
    return part;
  }

  void add(Part const& part) {
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
      for (std::size_t i = 0; i < misses_.size(); ++i) {
        quantile_misses_.resize(misses_.size());
        quantile_misses_[i] += part.quantiles.at(i);
        auto& medians = misses_[i];
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

  /// Decides as far as the releases seen allow. A claim that is refuted stays so.
  void look() {
    for (std::size_t i = 0; i < tested_.size(); ++i) {
      auto& tested = tested_[i];
      if (tested.refuted) continue;
      tested.log_wealth = log_wealth(i);
      tested.refuted = refutes(tested.log_wealth, tested.level);
      if (tested.refuted) tested.after = n_;
    }
  }
  bool all_refuted() const { return !tested_.empty() && std::ranges::all_of(tested_, &TestedUtility::refuted); }
  std::uint64_t releases() const { return n_; }

  Utility conclude() {
    Utility result{.largest = largest_, .not_numbers = not_numbers_, .releases = n_, .level = options_.level};
    result.claims = tested_;
    for (std::size_t i = 0; i < tested_.size(); ++i) {
      result.claims[i].certified = certified(i);
      result.claims[i].detectable = detectable(i);
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

 private:
  std::optional<double> at_of(Kind kind) const {
    std::optional<double> least;
    for (auto const& claim : options_.claims)
      if (claim.kind == kind) least = least ? std::min(*least, claim.at) : claim.at;
    return least;
  }
  static bool is_of_misses(Kind kind) {
    return kind == Kind::median || kind == Kind::quantile || kind == Kind::coverage;
  }
  /// How common a miss may be.
  static double allowed(UtilityClaim const& claim) { return claim.kind == Kind::median ? 0.5 : 1 - claim.share; }

  void lay_bets_on_bias(Errors const& learned) {
    for (auto const& errors : learned.signed_ones) {
      if (rms_) continue;
      auto const guess = guess_of(errors, options_.budget);
      bounded_stakes_.push_back({mean_stakes({*bound_, guess.deviation, options_.budget}, claim_level_)});
    }
    if (rms_) moment_stakes_ = bias_stakes(*rms_, options_.budget, claim_level_);
  }

  void see_errors(Part& part, Errors const& errors) const {
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

  /// ln of the wealth against "the mean error of answer j is at most b" (of minus the errors, for `below`).
  double log_bias(std::size_t j, Side side, double b) const {
    if (rms_) return log_bias_wealth(moments_.at(j), moment_stakes_, side, b, *rms_);
    return log_mean_wealth(bounded_.at(j)[side == Side::above ? 0 : 1], bounded_stakes_[j], *bound_ + b);
  }

  /// The average over answers and sides.
  double log_bias_of_all(double b) const {
    LogSum sum;
    for (std::size_t j = 0; j < options_.answers.size(); ++j)
      for (auto const side : {Side::above, Side::below}) sum.add(log_bias(j, side, b));
    return sum.value() - std::log(2 * static_cast<double>(options_.answers.size()));
  }

  std::uint64_t misses_of(std::size_t i) const {
    return options_.claims[i].kind == Kind::coverage ? n_ - covered_count_ : quantile_misses_.at(i);
  }

  double log_wealth(std::size_t i) const {
    if (n_ == 0) return 0;
    auto const& claim = options_.claims[i];
    switch (claim.kind) {
      case Kind::rmse: return log_mean_wealth(claimed_rmse_.sums, claimed_rmse_.stakes, claim.at * claim.at);
      case Kind::bias: return log_bias_of_all(claim.at);
      case Kind::bound: return beyond_ > 0 ? infinity : 0;
      case Kind::median: {
        LogSum sum;
        for (auto const& sides : misses_[i])
          for (auto const side : sides)
            sum.add(log_mean_wealth(mean_sums(miss_stakes_[i], side, n_), miss_stakes_[i], 0.5));
        return sum.value() - std::log(2 * static_cast<double>(misses_[i].size()));
      }
      case Kind::quantile:
      case Kind::coverage:
        return log_mean_wealth(mean_sums(miss_stakes_[i], misses_of(i), n_), miss_stakes_[i], 1 - claim.share);
    }
    return 0;
  }

  double certified(std::size_t i) const {
    auto const& claim = options_.claims[i];
    if (n_ == 0) return claim.kind == Kind::quantile || claim.kind == Kind::coverage ? 1 : 0;
    switch (claim.kind) {
      case Kind::rmse: return std::sqrt(claimed_rmse_.lower(claim_level_));
      case Kind::bound: return largest_;
      case Kind::bias: {
        auto const most = rms_ ? *rms_ : *bound_;
        auto const stands = [&](double b) { return !refutes(log_bias_of_all(b), claim_level_); };
        if (stands(0)) return 0;
        return stands(most) ? sim::bisected({0, most}, stands, {.relative = 1e-13, .steps = 100}).low : most;
      }
      case Kind::median: {
        double most = 0;
        for (auto const& sides : misses_[i])
          for (auto const side : sides)
            most = std::max(most, mean_lower_bound(mean_sums(miss_stakes_[i], side, n_), miss_stakes_[i],
                                                   claim_level_ / (2 * static_cast<double>(misses_[i].size()))));
        return most;
      }
      case Kind::quantile:
      case Kind::coverage:
        return 1 - mean_lower_bound(mean_sums(miss_stakes_[i], misses_of(i), n_), miss_stakes_[i], claim_level_);
    }
    return 0;
  }

  std::optional<double> detectable(std::size_t i) const {
    auto const& claim = options_.claims[i];
    if (!is_of_misses(claim.kind)) return std::nullopt;
    auto const sides = claim.kind == Kind::median ? 2 * static_cast<double>(options_.answers.size()) : 1;
    auto const needed = least_refuting_ones(miss_stakes_[i], options_.budget, allowed(claim), claim_level_ / sides);
    if (needed > options_.budget) return 1;
    auto const found = [&](double p) { return binomial_at_least(needed, options_.budget, p) >= power; };
    return sim::bisected({allowed(claim), 1}, found, {.relative = 1e-9, .steps = 60}).high;
  }

  /// The level of each bound that is stated.
  double bound_level(Utility& result) const {
    if (!options_.answers.empty()) result.bounds += 1 + bound_.has_value() + 2 * quantile_shares.size();
    if (!options_.answers.empty() && bounds_bias()) result.bounds += 2;
    if (options_.interval) result.bounds += 3;
    return options_.level / static_cast<double>(std::max<std::size_t>(1, result.bounds));
  }
  bool bounds_bias() const { return may_bound_bias() && options_.answers.size() == 1; }

  void fill_bias(Utility& result, double level) const {
    auto const n = static_cast<double>(n_);
    for (auto const total : totals_)
      if (auto const mean = total / n; !(std::fabs(mean) <= std::fabs(result.bias.estimate)))
        result.bias.estimate = mean;
    if (!bounds_bias() || (!rms_ && beyond_ > 0)) return;
    if (rms_) {
      result.bias.lower = bias_lower_bound(moments_[0], moment_stakes_, Side::above, *rms_, level);
      result.bias.upper = -bias_lower_bound(moments_[0], moment_stakes_, Side::below, *rms_, level);
      return;
    }
    result.bias.lower = mean_lower_bound(bounded_[0][0], bounded_stakes_[0], level) - *bound_;
    result.bias.upper = *bound_ - mean_lower_bound(bounded_[0][1], bounded_stakes_[0], level);
  }

  void fill_quantiles(Utility& result, double level) {
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

  UtilityOptions const& options_;
  double claim_level_ = 0;
  std::optional<double> bound_{}, rms_{};
  MeanBets rmse_{}, below_bound_{}, claimed_rmse_{}, width_{}, covered_{}, missed_{};
  std::vector<MeanStake> moment_stakes_{};
  std::vector<std::vector<MeanStake>> bounded_stakes_{}, miss_stakes_{};
  std::vector<BiasSums> moments_{};
  std::vector<std::array<MeanSums, 2>> bounded_{};
  std::vector<double> totals_{}, sizes_{};
  std::vector<std::vector<std::array<std::uint64_t, 2>>> misses_{};
  std::vector<std::uint64_t> quantile_misses_{};
  std::vector<TestedUtility> tested_{};
  double squares_ = 0, widths_ = 0, largest_ = 0;
  std::uint64_t n_ = 0, covered_count_ = 0, not_numbers_ = 0, beyond_ = 0;
};

std::uint64_t next_look(std::uint64_t seen, std::uint64_t budget) {
  auto many = std::clamp(seen / 4, first_look, most_a_look);
  if (many > sim::block_size) many -= many % sim::block_size;
  return std::min(many, budget - seen);
}

bool speaks_of_answers(Kind kind) { return kind != Kind::coverage; }

void validate(UtilityClaim const& claim, UtilityOptions const& options) {
  auto const all = [&](Kind kind) {
    return std::ranges::any_of(options.claims, [kind](auto const& other) { return other.kind == kind; });
  };
  auto const share = [&](char const* what) {
    require(claim.share > 0 && claim.share < 1,
            fmt::format("{}: {} is not in (0, 1) (the share that is promised, say 0.95)", what, claim.share));
  };
  require(!speaks_of_answers(claim.kind) || !options.answers.empty(),
          "answers: the releases have none, but an interval (a claim about errors needs a column that answers)");
  require(std::isfinite(claim.at), "claims: a size of errors is not finite");
  switch (claim.kind) {
    case Kind::rmse: require(claim.at > 0, fmt::format("rmse: {} is not positive", claim.at)); break;
    case Kind::bias:
      require(claim.at >= 0, fmt::format("bias: {} is negative (what |mean error| is at most)", claim.at));
      require(all(Kind::rmse) || all(Kind::bound),
              "bias: nothing bounds the mean of errors of any size (claim --rmse, or say --bound, the largest that an "
              "error can be; --median needs neither)");
      require(
          options.answers.size() <= most_biases,
          fmt::format("bias: {} answers are more than {} (--answers picks some)", options.answers.size(), most_biases));
      break;
    case Kind::median: require(claim.at >= 0, fmt::format("median: {} is negative", claim.at)); break;
    case Kind::quantile:
      require(claim.at >= 0, fmt::format("quantile: {} is negative (errors have a size)", claim.at));
      share("quantile");
      break;
    case Kind::coverage:
      share("coverage");
      require(options.interval.has_value(),
              "coverage: the releases have no interval (--interval LOW,HIGH names two columns)");
      break;
    case Kind::bound: require(claim.at > 0, fmt::format("bound: {} is not positive", claim.at)); break;
  }
}

void validate(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
              UtilityOptions const& options) {
  require(options.budget >= 1 && options.budget <= most_budget,
          fmt::format("budget: {} releases are not in [1, {}]", options.budget, most_budget));
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  auto const width = mechanism.columns(dataset).size();
  auto const there = [&](AnswerColumn const& answer) {
    require(answer.column < width && answer.what.value_or(0) < width,
            fmt::format("answers: there is no column {} of {}", answer.column, width));
  };
  std::ranges::for_each(options.answers, there);
  if (options.interval) there(options.interval->first), there(options.interval->second);
  require(!options.answers.empty() || options.interval, "answers: there are none, and no interval");
  auto const truths = std::max<std::size_t>(1, options.answers.size());
  require(options.truth.size() == truths,
          fmt::format("truth: has {} numbers (the releases have {} answers)", options.truth.size(), truths));
  for (auto const truth : options.truth)
    require(std::isfinite(truth), fmt::format("truth: {} is not finite (an error needs a truth)", truth));
  require(!options.interval || options.truth.size() == 1,
          "interval: holds one truth (--answers picks the answer that it goes with)");
  for (auto const& claim : options.claims) validate(claim, options);
}

}  // namespace

bool Utility::refuted() const { return std::ranges::any_of(claims, &TestedUtility::refuted); }

std::uint64_t learned_from(std::uint64_t budget) { return std::clamp(budget / 100, fewest_learned, most_learned); }

Utility measure_utility(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                        UtilityOptions const& options) {
  validate(mechanism, dataset, options);
  auto const learned =
      ErrorReader{mechanism, dataset, options, sim::Purpose::search}.read(0, learned_from(options.budget));
  Accountant account{options, learned};
  ErrorReader const reader{mechanism, dataset, options, sim::Purpose::certify};
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  std::uint64_t first = 0;
  auto interrupted = false;
  while (account.releases() < options.budget && !account.all_refuted() && !interrupted) {
    auto const many = next_look(account.releases(), options.budget);
    sim::Replicates const range{first, first + many};
    std::vector<Accountant::Part> parts(range.blocks());
    try {
      sim::for_each_block(
          range,
          [&](std::uint64_t i, std::uint64_t block, std::uint64_t n) {
            parts[i] = account.part_of(reader.read(block, n), n);
          },
          quiet);
    } catch (sim::Interrupted const&) {  // what this look had drawn is dropped, unseen
      interrupted = true;
      break;
    }
    for (auto const& part : parts) account.add(part);
    account.look();
    first += range.blocks() * sim::block_size;
    if (options.execution.on_progress) options.execution.on_progress(account.releases(), options.budget);
  }
  auto result = account.conclude();
  result.learned_from = learned_from(options.budget);
  result.end = account.all_refuted() ? Utility::End::refuted
               : interrupted         ? Utility::End::interrupted
                                     : Utility::End::budget_spent;
  return result;
}

}  // namespace warner::verify
