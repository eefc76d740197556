#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/privacy/log_masses.hpp"

namespace warner::mechanisms::central {
namespace {

/// A count in {0, .., n} plus two-sided geometric noise of ratio a = e^-epsilon, clamped to {0, .., n} [GRS12].
///
/// Guarantee:  epsilon-DP for counts that one person moves by 1; clamping is post-processing.
/// Tightness:  every pair (c, c + 1) reaches epsilon: Pr[0] = a^c / (1 + a), Pr[n] = a^(n - c) / (1 + a).
/// Data:       one integer in {0, .., n}.
class ClampedGeometric {
 public:
  ClampedGeometric(double epsilon, std::size_t n)
      : epsilon_{epsilon}, n_{static_cast<double>(n)}, noise_{std::exp(-epsilon)} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, static_cast<std::size_t>(n_));
    return {{"count", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const count = out.column(0);
    noise_.fill(stream, dataset[0], count);
    for (auto& y : count) y = std::min(std::max(y, 0.0), n_);
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const y = releases.column(0);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = log_mass(dataset[0], y[i]);
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    std::vector<double> log_p, log_q;
    for (double y = 0; y <= n_; ++y) {
      log_p.push_back(log_mass(pair.d[0], y));
      log_q.push_back(log_mass(pair.d_prime[0], y));
    }
    return privacy::log_mass_pair(log_p, log_q);
  }

  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    std::vector<double> of_noise;
    for (auto const edge : edges) of_noise.push_back(edge <= 0 ? -infinity : edge <= n_ ? edge : infinity);
    return sim::two_sided_geometric_counter(dataset[0], noise_.ratio(), of_noise);
  }

 private:
  double log_mass(double count, double y) const {
    if (!(y >= 0 && y <= n_) || y != std::floor(y)) return -std::numeric_limits<double>::infinity();
    auto const inside = y == 0 || y == n_ ? 0 : std::log1p(-noise_.ratio());
    return inside - epsilon_ * std::fabs(y - count) - std::log1p(noise_.ratio());
  }

  double epsilon_, n_;
  noise::DiscreteLaplace noise_;
};

}  // namespace

Entry clamped_geometric_entry() {
  return {.name = "clamped-geometric",
          .summary = "a count in {0..n} plus geometric noise, clamped to {0..n}",
          .release = "{0..n}",
          .parameters = {epsilon_parameter(), {"n", 5, "the largest count", Whole{1, 10'000}}},
          .reference = "GRS12",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            Instance instance{ClampedGeometric{epsilon, n}, {}};
            instance.domain = Answers{.integers = true, .least = 0, .most = static_cast<double>(n)};
            for (double c = 0; c < std::min(static_cast<double>(n), 5.0); ++c)
              instance.pairs.push_back({{c}, {c + 1}, Relation::substitute, fmt::format("{} and {}", c, c + 1)});
            return instance;
          }};
}

}  // namespace warner::mechanisms::central
