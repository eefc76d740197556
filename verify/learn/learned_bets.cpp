#include "verify/learn/learned_bets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/normal.hpp"

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array tails{0.5,  0.4, 0.3,  0.22,
                           0.15, 0.1, 0.06, 0.03};  // pooled masses beyond the thresholds of either side
constexpr double most_staked = 0.95, fewest = 16, most_imagined = 200;
constexpr std::size_t most_features = 16;
constexpr int growth_steps = 400;

/// Values of a feature under both datasets, signed, sorted.
struct Values {
  Feature feature;
  bool negative = false;
  std::vector<double> d, d_prime;
};

Values values_of(Feature const& feature, std::span<Sample const> samples) {
  Values values{feature, false, {}, {}};
  std::vector<double> scratch;
  for (auto const& sample : samples)
    for (auto const& [releases, arm] :
         {std::pair{sample.releases_d(), &values.d}, std::pair{sample.releases_d_prime(), &values.d_prime}})
      for (auto const y : evaluate(feature, releases, scratch))
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

/// Probabilities of the cells of a tally.
struct Cells {
  std::vector<double> right, wrong;  // in the first l + 1 layers and no more
  double abstained = 1;

  /// From the shares that are right and wrong in each layer.
  static Cells from(std::vector<double> const& right, std::vector<double> const& wrong) {
    Cells cells{right, wrong, 1 - right[0] - wrong[0]};
    for (std::size_t l = 0; l + 1 < right.size(); ++l) cells.right[l] -= right[l + 1], cells.wrong[l] -= wrong[l + 1];
    return cells;
  }
};

/// The rates of N(0, 1) against N(mu, 1) at thresholds of the same pooled masses.
std::pair<std::vector<double>, std::vector<double>> gaussian_rates(double mu, std::vector<double> const& spoken) {
  std::vector<double> right, wrong;
  for (auto const mass : spoken) {
    double low = 0, high = 12;
    for (int i = 0; i < 60; ++i) {
      auto const t = (low + high) / 2;
      (sim::normal_cdf(mu / 2 - t) + sim::normal_cdf(-mu / 2 - t) > mass ? low : high) = t;
    }
    right.push_back(sim::normal_cdf(mu / 2 - low));
    wrong.push_back(sim::normal_cdf(-mu / 2 - low));
  }
  return {right, wrong};
}

/// Stakes of greatest growth: the weights of a portfolio of cash and the layers, each at most_staked of what its line
/// allows, by multiplicative steps [C84].
void lay(std::vector<Layer>& bets, Cells const& cells, Profile const& claim) {
  auto const many = bets.size(), outcomes = 2 * many + 1;
  std::vector<double> probability{cells.abstained};
  probability.insert(probability.end(), cells.right.begin(), cells.right.end());
  probability.insert(probability.end(), cells.wrong.begin(), cells.wrong.end());
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
  for (std::size_t k = 0; k < many; ++k) bets[k].stake = weight[k] * most[k];
  std::erase_if(bets, [](Layer const& bet) { return bet.stake < 1e-4; });
}

}  // namespace

Layers learn_layers(std::span<Sample const> samples, mechanisms::AnyMechanism const& mechanism,
                    mechanisms::Pair const& pair, Profile const& claim) {
  auto features = features_of(mechanism.columns(pair.d));
  if (features.size() > most_features) features.resize(most_features);
  Values best;
  double most = 0.5;
  for (auto const& feature : features) {
    auto values = values_of(feature, samples);
    if (values.d.empty() || values.d_prime.empty()) continue;
    auto const separates = separation(values);
    if (std::max(separates, 1 - separates) <= most) continue;
    most = std::max(separates, 1 - separates);
    values.negative = separates < 0.5;
    best = std::move(values);
  }
  if (best.negative)
    for (auto* const arm : {&best.d, &best.d_prime}) {
      std::ranges::reverse(*arm);
      for (auto& y : *arm) y = -y;
    }
  auto const n = static_cast<double>(best.d.size() + best.d_prime.size());
  Layers layers{best.feature, best.negative, {}};
  if (n < fewest) return layers;

  std::vector<double> pooled(best.d.size() + best.d_prime.size());
  std::ranges::merge(best.d, best.d_prime, pooled.begin());
  std::vector<double> right, wrong, spoken;
  for (auto const tail : tails) {
    auto const last = static_cast<double>(pooled.size() - 1), low = pooled[static_cast<std::size_t>(tail * last)],
               high = pooled[static_cast<std::size_t>(std::ceil((1 - tail) * last))];
    auto const d_from = low < high ? high : std::nextafter(high, infinity), d_prime_to = low;
    if (!layers.bets.empty() && d_from == layers.bets.back().d_from && d_prime_to == layers.bets.back().d_prime_to)
      continue;
    layers.bets.push_back({d_from, d_prime_to});
    right.push_back((share_at_least(best.d, d_from) + share_at_most(best.d_prime, d_prime_to)) / 2);
    wrong.push_back((share_at_least(best.d_prime, d_from) + share_at_most(best.d, d_prime_to)) / 2);
    spoken.push_back(right.back() + wrong.back());
  }
  // As many trials again, at most, of the Gaussian pair that this looks like; drawn towards the claim while there are
  // few.
  auto const looks_like = sim::normal_quantile(std::clamp(right[0] / spoken[0], 0.01, 0.99)) * 2,
             imagined = std::min(n, most_imagined);
  auto const [g_right, g_wrong] = gaussian_rates((n * looks_like + 50 * claim.like_mu) / (n + 50), spoken);
  for (std::size_t l = 0; l < right.size(); ++l) {
    right[l] = (n * right[l] + imagined * g_right[l]) / (n + imagined);
    wrong[l] = (n * wrong[l] + imagined * g_wrong[l]) / (n + imagined);
    layers.bets[l].epsilon = claim.tangent(wrong[l]);
  }
  lay(layers.bets, Cells::from(right, wrong), claim);
  return layers;
}

}  // namespace warner::verify
