#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "mechanisms/privacy/panels.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// The sparse vector technique with Gaussian noise: flags until the first query is above, x_i + nu_i >= T + rho, rho ~
/// N(0, s1^2), nu_i ~ N(0, s2^2), with s1 = 2 L / epsilon, s2 = 4 L / epsilon and L = sqrt(2 ln(1.25 / delta)).
///
/// Guarantee:  (epsilon, delta)-DP where every answer may move by at most 1 [ZW20]; far from tight at finite lengths.
///             Up to epsilon = 2: each noise is calibrated to a half of it as the classic Gaussian mechanism is.
/// Release:    a flag a query: 1 above, 0 below, -1 not asked any more.
/// Data:       n numbers, the exact answers.
class SparseVectorGaussian {
 public:
  /// @throws std::invalid_argument unless delta is in (0, 1), the threshold finite and epsilon at most 2.
  SparseVectorGaussian(double epsilon, double delta, std::size_t n, double threshold)
      : claim_{epsilon, delta}, n_{n}, threshold_{threshold} {
    require(delta > 0 && delta < 1,
            fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
    require(std::isfinite(threshold), fmt::format("threshold: {} is not finite", threshold));
    require(
        epsilon <= most_epsilon,
        fmt::format("epsilon: {} is above {} (each noise has a half, and the classic calibration is proved up to 1)",
                    epsilon, most_epsilon));
    threshold_deviation_ = 2 * std::sqrt(2 * std::log(1.25 / delta)) / epsilon;
    query_deviation_ = 2 * threshold_deviation_;
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return std::vector<Column>(n_, Column{"above", Column::Kind::flag});
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const releases = out.releases();
    std::vector<double> memory(2 * releases, 0.0);
    auto const stopped = std::span{memory}.first(releases), bar = std::span{memory}.last(releases);
    sim::fill_gaussian(stream, threshold_, threshold_deviation_, bar);
    for (std::size_t j = 0; j < n_; ++j) {
      auto const flag = out.column(j);
      sim::fill_gaussian(stream, dataset[j], query_deviation_, flag);
      for (std::size_t i = 0; i < releases; ++i) {
        auto const above = flag[i] >= bar[i] ? 1.0 : 0.0;
        flag[i] = stopped[i] == 1 ? -1 : above;
        stopped[i] = std::max(stopped[i], above);
      }
    }
  }

  Guarantee guarantee() const { return claim_; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const masses = law(dataset);
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto place = n_;  // of the first flag above
      auto possible = true;
      for (std::size_t j = 0; j < n_; ++j) {
        auto const flag = releases(i, j);
        possible = possible && (place < n_ ? flag == -1 : flag == 0 || flag == 1);
        if (place == n_ && flag == 1) place = j;
      }
      out[i] = possible ? std::log(masses[place]) : -std::numeric_limits<double>::infinity();
    }
  }

  /// From the law of the place where it stops, by quadrature over rho.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    require_numbers(pair.d, n_);
    require_numbers(pair.d_prime, n_);
    return privacy::log_mass_pair(privacy::logs_of_positive(law(pair.d)), privacy::logs_of_positive(law(pair.d_prime)));
  }

  /// Pr[the first query above is i], i = 0, .., n - 1, and last Pr[none is].
  std::vector<double> law(Dataset const& dataset) const {
    // Panels reach 40 of the third argument beyond the kink: twelve standard deviations.
    privacy::Panels const panels{{0}, threshold_deviation_ / 4, 0.3 * threshold_deviation_};
    noise::Gaussian const rho{threshold_deviation_}, nu{query_deviation_};
    std::vector<double> masses(n_ + 1, 0.0);
    for (std::size_t i = 0; i < panels.nodes.size(); ++i) {
      auto below = panels.weights[i] * rho.pdf(panels.nodes[i]);
      for (std::size_t j = 0; j < n_; ++j) {
        auto const needed = threshold_ + panels.nodes[i] - dataset[j];
        masses[j] += below * nu.cdf(-needed);
        below *= nu.cdf(needed);
      }
      masses[n_] += below;
    }
    for (auto& mass : masses)
      mass = std::min(mass, 1.0);  // where one outcome is all but certain the weights may add up to a hair more
    return masses;
  }

 private:
  static constexpr double most_epsilon = 2;
  ApproximateDp claim_;
  std::size_t n_;
  double threshold_, threshold_deviation_, query_deviation_;
};

}  // namespace

Entry sparse_vector_gaussian_entry() {
  return {.name = "sparse-vector-gaussian",
          .summary = "flags above a noisy threshold until the first, with Gaussian noise",
          .release = "{0,1,-1}^n",
          .parameters = {epsilon_parameter(),
                         {"delta", 1e-3, "privacy parameter, in (0, 1)"},
                         {"n", 10, "how many queries, 1 to 1000", Whole{1, 1000}},
                         {"threshold", 1, "what queries are compared with"}},
          .reference = "ZW20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"], delta = values["delta"], threshold = values["threshold"];
            auto const n = values.whole("n");
            SparseVectorGaussian const mechanism{epsilon, delta, n, threshold};
            auto pairs = sparse_vector_pairs(n, 1);
            auto const spent = [&](Pair const& pair) { return mechanism.privacy(pair)->epsilon(delta); };
            std::stable_partition(
                pairs.begin(), pairs.end(),
                [most = std::ranges::max(pairs, {}, spent).label](Pair const& pair) { return pair.label == most; });
            return {mechanism, pairs, Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
