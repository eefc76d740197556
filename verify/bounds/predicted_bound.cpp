#include "verify/bounds/predicted_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/coin.hpp"
#include "sim/normal.hpp"

namespace warner::verify {
namespace {

/// The upper confidence bound, z standard errors out, on the odds of an event seen `k` times against `others`; for z >=
/// 0 at least k / others.
double upper_odds(double k, double others, double z) {
  auto const a = 1 / (9 * (k + 1)), b = 1 / (9 * others);
  auto const denominator = (1 - b) * (1 - b) - b * z * z;
  if (!(b < 1) || denominator <= 0) return std::numeric_limits<double>::infinity();
  auto const root = (1 - a) * (1 - a) * b + (1 - b) * (1 - b) * a - a * b * z * z;
  auto const cube_root = ((1 - a) * (1 - b) + z * std::sqrt(root)) / denominator;
  return (k + 1) / others * cube_root * cube_root * cube_root;
}

double probability(double odds) { return std::isinf(odds) ? 1 : odds / (1 + odds); }

}  // namespace

PredictedBound::PredictedBound(Target const& target, std::uint64_t searched, double caution)
    : delta_{target.delta},
      trials_{static_cast<double>(target.trials)},
      searched_{static_cast<double>(searched)},
      caution_{caution},
      z_{-sim::normal_quantile(target.delta == 0 ? target.level : target.level / 2)},
      claimed_{target.claimed},
      may_bias_{target.may_bias && target.claimed.empty()} {}

PredictedBound PredictedBound::of_counts(std::uint64_t searched, double caution) const {
  auto same = *this;
  same.searched_ = static_cast<double>(searched);
  same.caution_ = caution;
  return same;
}

double PredictedBound::operator()(double right, double wrong, double delta_share) const {
  auto const value = comparable(right, wrong, delta_share);
  if (value <= 0) return -std::numeric_limits<double>::infinity();
  return claimed_.empty() ? std::log(value) : value;
}

double PredictedBound::comparable(double right, double wrong, double delta_share) const {
  if (right <= 0) return 0;
  if (claimed_.empty()) return certified_odds(1, right, wrong, delta_share);
  double most = 0;
  for (auto const& claim : claimed_) most = std::max(most, growth(claim, right, wrong, delta_share));
  return most;
}

std::uint64_t PredictedBound::best_coin_odds(double right, double wrong) const {
  if (!may_bias_) return 1;
  std::uint64_t best = 1;
  auto most = with_coin(1, right, wrong, 0.5) + worth_bias;
  for (int throws = 2; throws <= sim::most_throws; ++throws) {
    auto const odds = (std::uint64_t{1} << throws) - 1;
    if (auto const bound = with_coin(odds, right, wrong, 0.5); bound > most) most = bound, best = odds;
  }
  return best;
}

double PredictedBound::with_coin(std::uint64_t odds_of_coin, double right, double wrong, double delta_share) const {
  return std::log(certified_odds(static_cast<double>(odds_of_coin), right, wrong, delta_share));
}

/// 0 where none are.
double PredictedBound::certified_odds(double of_coin, double right, double wrong, double delta_share) const {
  auto const of_right = 2 / (1 + of_coin), of_wrong = of_right * of_coin;  // trials, for each of the fair coin's
  if (delta_ == 0) {
    auto const spoke = (right + wrong) * trials_ / searched_;
    auto const w = spoke * probability(upper_odds(wrong, right, caution_));
    return of_coin / upper_odds(of_wrong * w, of_right * (spoke - w), z_);
  }
  auto const spent = of_right * delta_share * delta_;
  auto const r = of_right * trials_ * (1 - probability(upper_odds(searched_ - right, right, caution_)));
  auto const w = of_wrong * trials_ * probability(upper_odds(wrong, searched_ - wrong, caution_));
  auto const r_lower = 1 - probability(upper_odds(trials_ - r, r, z_));
  auto const w_upper = probability(upper_odds(w, trials_ - w, z_));
  return std::max(0.0, of_coin * (r_lower - spent) / w_upper);
}

double PredictedBound::growth(mechanisms::ApproximateDp const& claim, double right, double wrong,
                              double delta_share) const {
  constexpr auto never = 0.0;
  auto const odds = std::exp(claim.epsilon), spoke = right + wrong;
  if (claim.delta == 0) {
    auto const allowed = 1 / (1 + odds);  // of wrong guesses
    auto const w = std::max(probability(upper_odds(wrong, right, caution_)), 1e-9);
    return w >= allowed ? never
                        : spoke / searched_ * (w * std::log(w / allowed) + (1 - w) * std::log((1 - w) / (1 - allowed)));
  }
  auto const delta = delta_share * claim.delta;
  auto const r = 1 - probability(upper_odds(searched_ - right, right, caution_));
  auto const w = probability(upper_odds(wrong, searched_ - wrong, caution_));
  auto const mean = r - odds * w - delta;
  if (mean <= 0) return never;
  return mean * mean /
         (r * (1 - delta) * (1 - delta) + w * (odds + delta) * (odds + delta) + (1 - r - w) * delta * delta) / 2;
}

}  // namespace warner::verify
