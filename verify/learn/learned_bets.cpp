#include "verify/learn/learned_bets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "sim/bisection.hpp"
#include "sim/normal.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array tails{0.5,  0.4, 0.3,  0.22,
                           0.15, 0.1, 0.06, 0.03};  // pooled masses beyond the thresholds of either side
constexpr double most_staked = 0.95, fewest = 16, most_imagined = 200;
constexpr std::size_t most_features = 16;
constexpr int growth_steps = 400;

/// Values of a feature or a score under both datasets, signed, sorted.
struct Values {
  Feature feature{};
  bool negative = false;
  std::vector<double> d{}, d_prime{};
};

/// @param read: the values of a batch.
template <class Read>
Values values_of(std::span<Sample const> samples, Read&& read) {
  Values values;
  for (auto const& sample : samples)
    for (auto const& [releases, arm] :
         {std::pair{sample.releases_d(), &values.d}, std::pair{sample.releases_d_prime(), &values.d_prime}})
      for (auto const y : read(releases))
        if (!std::isnan(y)) arm->push_back(y);
  std::ranges::sort(values.d);
  std::ranges::sort(values.d_prime);
  return values;
}

double share_at_least(std::vector<double> const& sorted, double x) {
  return static_cast<double>(sorted.end() - std::ranges::lower_bound(sorted, x)) / static_cast<double>(sorted.size());
}
double share_at_most(std::vector<double> const& sorted, double x) {
  return static_cast<double>(std::ranges::upper_bound(sorted, x) - sorted.begin()) / static_cast<double>(sorted.size());
}

/// Pr[d > d'] + Pr[d = d'] / 2: how well a feature tells the datasets apart.
double separation(Values const& values) {
  double sum = 0;
  for (auto const y : values.d) sum += share_at_most(values.d_prime, y) + 1 - share_at_least(values.d_prime, y);
  return sum / 2 / static_cast<double>(values.d.size());
}

/// Probabilities of the outcomes that a NestedTally counts, from the shares that are right and wrong in each bet.
LayerRates outcomes_of(std::vector<double> const& right, std::vector<double> const& wrong) {
  LayerRates all{right, wrong, 1 - right[0] - wrong[0]};
  for (std::size_t l = 0; l + 1 < right.size(); ++l) all.right[l] -= right[l + 1], all.wrong[l] -= wrong[l + 1];
  return all;
}

/// The rates of N(0, 1) against N(mu, 1) at thresholds of the same pooled masses.
std::pair<std::vector<double>, std::vector<double>> gaussian_rates(double mu, std::vector<double> const& spoken) {
  std::vector<double> right, wrong;
  for (auto const mass : spoken) {
    auto const leaves_less = [&](double t) {
      return !(sim::normal_cdf(mu / 2 - t) + sim::normal_cdf(-mu / 2 - t) > mass);
    };
    auto const t = sim::bisected({0, 12}, leaves_less, {.steps = 60}).low;
    right.push_back(sim::normal_cdf(mu / 2 - t));
    wrong.push_back(sim::normal_cdf(-mu / 2 - t));
  }
  return {right, wrong};
}

/// Sets the stakes of greatest growth, by multiplicative steps on the weights of a portfolio [C84], and returns it.
/// Its assets are cash and the bets, each at most_staked of what its line allows.
double lay(std::vector<NestedBet>& bets, LayerRates const& expected, Profile const& claim) {
  auto const many = bets.size(), outcomes = 2 * many + 1;
  std::vector<double> probability{expected.abstained};
  probability.insert(probability.end(), expected.right.begin(), expected.right.end());
  probability.insert(probability.end(), expected.wrong.begin(), expected.wrong.end());
  std::vector<std::vector<double>> pays(
      many + 1, std::vector<double>(outcomes, 1.0));  // of a unit in each asset; the last is cash
  std::vector<double> most(many);
  for (std::size_t k = 0; k < many; ++k) {
    auto const delta = claim.delta(bets[k].epsilon), odds = std::exp(bets[k].epsilon);
    most[k] = most_staked / (odds + delta);
    for (std::size_t l = 0; l < many; ++l) {
      pays[k][1 + l] += most[k] * ((l >= k) - delta);
      pays[k][1 + many + l] += most[k] * (-odds * (l >= k) - delta);
    }
    pays[k][0] -= most[k] * delta;
  }
  std::vector<double> weight(many + 1, 1 / static_cast<double>(many + 1));
  for (int step = 0; step < growth_steps; ++step) {
    std::vector<double> gain(many + 1);
    for (std::size_t o = 0; o < outcomes; ++o) {
      double all = 0;
      for (std::size_t k = 0; k <= many; ++k) all += weight[k] * pays[k][o];
      for (std::size_t k = 0; k <= many; ++k) gain[k] += probability[o] * pays[k][o] / all;
    }
    for (std::size_t k = 0; k <= many; ++k) weight[k] *= gain[k];
  }
  double growth = 0;
  for (std::size_t o = 0; o < outcomes; ++o) {
    double all = 0;
    for (std::size_t k = 0; k <= many; ++k) all += weight[k] * pays[k][o];
    if (probability[o] > 0) growth += probability[o] * std::log(all);
  }
  for (std::size_t k = 0; k < many; ++k) bets[k].stake = weight[k] * most[k];
  std::erase_if(bets, [](NestedBet const& bet) { return bet.stake < 1e-4; });
  return growth;
}

struct Laid {
  NestedBets bets{};
  double growth = 0;
};

/// The same thresholds with the best bet on a divergence, if there is one.
/// Each layer's loss is what the expectation says, drawn towards 0 by half a release each way.
std::optional<Laid> laid_on_divergence(NestedBets laid, LayerRates const& expected, double releases,
                                       ClaimedDivergences const& claim) {
  std::vector<double> losses;
  for (std::size_t l = 0; l < laid.bets.size(); ++l) {
    losses.push_back(std::log((releases * expected.right[l] + 0.5) / (releases * expected.wrong[l] + 0.5)));
    laid.bets[l].epsilon = losses.back();
  }
  auto const best = best_divergence_bet(expected, losses, claim);
  if (!best) return std::nullopt;
  laid.on_divergence = best->bet;
  return Laid{std::move(laid), best->growth};
}

/// The feature that tells the datasets apart best, its larger values saying D.
Values best_feature(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair) {
  auto features = features_of(mechanism.columns(pair.d));
  if (features.size() > most_features) features.resize(most_features);
  Values best;
  std::vector<double> scratch;
  double most = 0.5;
  for (auto const& feature : features) {
    auto values =
        values_of(samples, [&](mechanisms::ConstBatch releases) { return evaluate(feature, releases, scratch); });
    if (values.d.empty() || values.d_prime.empty()) continue;
    auto const separates = separation(values);
    if (std::max(separates, 1 - separates) <= most) continue;
    most = std::max(separates, 1 - separates);
    values.feature = feature;
    values.negative = separates < 0.5;
    best = std::move(values);
  }
  if (best.negative)
    for (auto* const arm : {&best.d, &best.d_prime}) {
      std::ranges::reverse(*arm);
      for (auto& y : *arm) y = -y;
    }
  return best;
}

Laid laid_on(Values const& best, Profile const& claim) {
  auto const n = static_cast<double>(best.d.size() + best.d_prime.size());
  NestedBets laid{best.feature, best.negative};
  if (n < fewest || best.d.empty() || best.d_prime.empty()) return {laid};

  std::vector<double> pooled(best.d.size() + best.d_prime.size());
  std::ranges::merge(best.d, best.d_prime, pooled.begin());
  std::vector<double> right, wrong, spoken;
  for (auto const tail : tails) {
    auto const last = static_cast<double>(pooled.size() - 1), low = pooled[static_cast<std::size_t>(tail * last)],
               high = pooled[static_cast<std::size_t>(std::ceil((1 - tail) * last))];
    auto const d_from = low < high ? high : std::nextafter(high, infinity), d_prime_to = low;
    if (!(d_prime_to < d_from)) continue;  // both are an infinity, which would be said of either dataset
    if (!laid.bets.empty() && d_from == laid.bets.back().d_from && d_prime_to == laid.bets.back().d_prime_to) continue;
    laid.bets.push_back({d_from, d_prime_to});
    right.push_back((share_at_least(best.d, d_from) + share_at_most(best.d_prime, d_prime_to)) / 2);
    wrong.push_back((share_at_least(best.d_prime, d_from) + share_at_most(best.d, d_prime_to)) / 2);
    spoken.push_back(right.back() + wrong.back());
  }
  if (laid.bets.empty()) return {laid};
  // As many trials again, at most, of the Gaussian pair that this looks like.
  // Its mu is drawn towards the claim's while there are few.
  auto const looks_like = sim::normal_quantile(std::clamp(right[0] / spoken[0], 0.01, 0.99)) * 2,
             imagined = std::min(n, most_imagined);
  auto const [g_right, g_wrong] = gaussian_rates((n * looks_like + 50 * claim.like_mu) / (n + 50), spoken);
  for (std::size_t l = 0; l < right.size(); ++l) {
    right[l] = (n * right[l] + imagined * g_right[l]) / (n + imagined);
    wrong[l] = (n * wrong[l] + imagined * g_wrong[l]) / (n + imagined);
    laid.bets[l].epsilon = claim.tangent(wrong[l]);
  }
  auto const expected = outcomes_of(right, wrong);
  auto other =
      claim.divergences.empty() ? std::nullopt : laid_on_divergence(laid, expected, n + imagined, claim.divergences);
  auto const growth = lay(laid.bets, expected, claim);
  return other && other->growth > growth ? *other : Laid{std::move(laid), growth};
}

}  // namespace

NestedBets learn_nested_bets(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                             mechanisms::Pair const& pair, Profile const& claim, Strategy const& strategy) {
  auto on_feature = laid_on(best_feature(samples, mechanism, pair), claim);
  if (claim.divergences.empty() || std::holds_alternative<Bins>(strategy.score) || samples.size() < 2)
    return on_feature.bets;
  auto on_score = laid_on(values_of(samples.subspan(1, 1), Evaluator{strategy.score, mechanism, pair}), claim);
  on_score.bets.on_score = true;
  return on_score.growth > on_feature.growth ? on_score.bets : on_feature.bets;
}

}  // namespace warner::verify
