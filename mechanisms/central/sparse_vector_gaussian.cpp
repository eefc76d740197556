#include "mechanisms/central/sparse_vector_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/panels.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {

SparseVectorGaussian::SparseVectorGaussian(double epsilon, double delta, std::size_t n, double threshold)
    : claim_{epsilon, delta}, n_{n}, threshold_{threshold} {
  require_positive("epsilon", epsilon, "the noise is a multiple of 1 / epsilon");
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
  require(std::isfinite(threshold), fmt::format("threshold: {} is not finite", threshold));
  require(n >= 1 && n <= 1000, fmt::format("n: {} queries are not 1 to 1000", n));
  threshold_deviation_ = 2 * std::sqrt(2 * std::log(1.25 / delta)) / epsilon;
  query_deviation_ = 2 * threshold_deviation_;
}

std::vector<Column> SparseVectorGaussian::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return std::vector<Column>(n_, Column{"above", Column::Kind::flag});
}

void SparseVectorGaussian::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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

std::vector<double> SparseVectorGaussian::law(Dataset const& dataset) const {
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

void SparseVectorGaussian::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
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

std::optional<privacy::PairPrivacy> SparseVectorGaussian::privacy(Pair const& pair) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  return privacy::finite_pair(law(pair.d), law(pair.d_prime));
}

Entry sparse_vector_gaussian_entry() {
  return {.name = "sparse-vector-gaussian",
          .summary = "flags above a noisy threshold until the first, with Gaussian noise",
          .release = "{0,1,-1}^n",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"delta", 1e-3, "privacy parameter, in (0, 1)"},
                         {"n", 10, "how many queries, 1 to 1000"},
                         {"threshold", 1, "what queries are compared with"}},
          .reference = "ZW20",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}}),
                       delta = value_or(given, "delta", 1e-3), threshold = value_or(given, "threshold", 1);
            auto const n = whole_or(given, "n", 10, 1, 1000);
            SparseVectorGaussian const mechanism{epsilon, delta, n, threshold};
            auto pairs = sparse_vector_pairs(n, 1);
            auto const spent = [&](Pair const& pair) { return mechanism.privacy(pair)->epsilon(delta); };
            std::stable_partition(
                pairs.begin(), pairs.end(),
                [most = std::ranges::max(pairs, {}, spent).label](Pair const& pair) { return pair.label == most; });
            return {mechanism,
                    {{"epsilon", epsilon}, {"delta", delta}, {"n", static_cast<double>(n)}, {"threshold", threshold}},
                    pairs,
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
