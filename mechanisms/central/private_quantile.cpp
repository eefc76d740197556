#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// A quantile by the exponential mechanism on an interval [S11]: records are clamped to [lower, upper] and sorted; the
/// interval between the i-th and the next has weight (its length) e^(-epsilon |i - q n| / 2); one is picked, and a
/// uniform point of it released.
///
/// Guarantee:  epsilon-DP under substitution, which moves the number of records below a point by at most 1.
/// Data:       n numbers. The density is constant between records, so the privacy of a pair is a finite sum.
class PrivateQuantile {
 public:
  /// @throws std::invalid_argument unless q is in [0, 1], and lower < upper are finite.
  PrivateQuantile(double epsilon, std::size_t n, double q, double lower, double upper)
      : epsilon_{epsilon}, n_{n}, q_{q}, lower_{lower}, upper_{upper} {
    require(q >= 0 && q <= 1, fmt::format("q: {} is not in [0, 1]", q));
    require(std::isfinite(lower) && std::isfinite(upper) && lower < upper,
            fmt::format("upper: {} is not above lower, {}", upper, lower));
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"quantile", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const [edges, log_density] = steps(dataset);
    Dataset log_mass;
    for (std::size_t i = 0; i <= n_; ++i)
      log_mass.push_back(log_density[i] + std::log(edges[i + 1] - edges[i]));                 // -inf for an empty one
    ReportNoisyMax{ReportNoisyMax::Noise::gumbel, 2, n_ + 1}.release(log_mass, stream, out);  // scale 1
    auto const y = out.column(0);
    std::vector<double> place(y.size());
    sim::fill_uniform(stream, place);
    for (std::size_t i = 0; i < y.size(); ++i) {
      auto const from = edges[static_cast<std::size_t>(y[i])], to = edges[static_cast<std::size_t>(y[i]) + 1];
      y[i] = from + (to - from) * place[i];
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const [edges, density] = steps(dataset);
    auto const y = releases.column(0);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = -std::numeric_limits<double>::infinity();
      if (!(y[i] >= lower_ && y[i] <= upper_)) continue;
      auto const above = static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), y[i]) - edges.begin());
      out[i] = density[std::clamp<std::size_t>(above, 1, n_ + 1) - 1];
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const [log_p, log_q] = log_masses(pair);
    return privacy::log_mass_pair(log_p, log_q);
  }

 private:
  // of the intervals between the breakpoints of both
  std::pair<std::vector<double>, std::vector<double>> log_masses(Pair const& pair) const {
    require_numbers(pair.d, n_);
    require_numbers(pair.d_prime, n_);
    auto const there = steps(pair.d), back = steps(pair.d_prime);
    auto edges = there.edges;
    edges.insert(edges.end(), back.edges.begin(), back.edges.end());
    std::ranges::sort(edges);
    std::vector<double> p, q;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      auto const length = edges[i + 1] - edges[i], middle = edges[i] + length / 2;
      if (!(length > 0)) continue;
      auto const mass = [&](Steps const& steps) {
        auto const above = static_cast<std::size_t>(std::upper_bound(steps.edges.begin(), steps.edges.end(), middle) -
                                                    steps.edges.begin());
        return std::log(length) + steps.log_density[above - 1];
      };
      p.push_back(mass(there));
      q.push_back(mass(back));
    }
    return {p, q};
  }

  struct Steps {
    std::vector<double> edges;        // lower, the records, upper
    std::vector<double> log_density;  // between them
  };

  Steps steps(Dataset const& dataset) const {
    Steps steps{{lower_}, {}};
    for (auto const x : dataset) steps.edges.push_back(std::clamp(x, lower_, upper_));
    steps.edges.push_back(upper_);
    std::ranges::sort(steps.edges);
    auto largest = -std::numeric_limits<double>::infinity();  // ln of the heaviest weight
    for (std::size_t i = 0; i <= n_; ++i) {
      auto const rank_off = std::fabs(static_cast<double>(i) - q_ * static_cast<double>(n_));
      steps.log_density.push_back(-epsilon_ * rank_off / 2);
      largest = std::max(largest, std::log(steps.edges[i + 1] - steps.edges[i]) + steps.log_density.back());
    }
    auto const scale = largest < -600 ? largest : 0;  // of weights that would underflow
    double sum = 0;
    for (std::size_t i = 0; i <= n_; ++i) {
      auto const length = steps.edges[i + 1] - steps.edges[i], weight = steps.log_density[i];
      sum += scale == 0 ? length * std::exp(weight) : std::exp(std::log(length) + weight - scale);
    }
    for (auto& density : steps.log_density) density -= scale + std::log(sum);
    return steps;
  }

  double epsilon_;
  std::size_t n_;
  double q_, lower_, upper_;
};

}  // namespace

Entry private_quantile_entry() {
  return {
      .name = "private-quantile",
      .summary = "a quantile of n numbers in an interval by the exponential mechanism",
      .release = "R^1",
      .parameters = {epsilon_parameter(),
                     {"n", 5, "how many records", Whole{1, 10'000}},
                     {"q", 0.5, "which quantile, in [0, 1]"},
                     {"lower", 0, "where the interval begins"},
                     {"upper", 1, "where it ends"}},
      .reference = "S11",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        auto const n = values.whole("n");
        auto const q = values["q"], lower = values["lower"], upper = values["upper"];
        PrivateQuantile const mechanism{epsilon, n, q, lower, upper};
        Dataset even, crowd(n, lower + (upper - lower) * 0.01);
        for (std::size_t i = 1; i <= n; ++i)
          even.push_back(lower + (upper - lower) * static_cast<double>(i) / static_cast<double>(n + 1));
        std::fill_n(crowd.rbegin(), n / 2, upper);
        std::vector<Pair> pairs{substitute(even, 0, upper, "evenly spread"), substitute(crowd, 0, upper, "two crowds")};
        return {
            mechanism, pairs,
            Records{
                .change = Records::Change::substitute, .n = n, .values = {lower, upper, lower + (upper - lower) / 4}}};
      }};
}

}  // namespace warner::mechanisms::central
