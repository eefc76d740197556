#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

/// The mean of records in [0, 1] when records come and go, with the exact number of records in the divisor
/// (`true_divisor`) and in the scale 1 / (n epsilon) of the noise (`true_scale`); else `n` stands there, which is
/// public. Claims epsilon, as it is right when n is public and records are replaced.
///
/// Flaw:   the scale tells how many records there are, but only in the tail: of n and n + 1 zeros the ratio grows like
///         e^(epsilon |y|) without end, on less and less mass, so that delta at epsilon = 1 is 0.092 at n = 1 and
///         1.6e-6 at n = 10.
/// Truth:  two Laplace laws of their own place and scale, by quadrature.
class MeanTrueCount {
 public:
  MeanTrueCount(double epsilon, std::size_t n, bool true_divisor, bool true_scale)
      : epsilon_{epsilon}, n_{static_cast<double>(n)}, true_divisor_{true_divisor}, true_scale_{true_scale} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, dataset.size());
    require(!dataset.empty(), "dataset: 0 records have no mean");
    return {{"mean", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    noise::Laplace{scale(dataset)}.fill(stream, mean(dataset), out.column(0));
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    noise::Laplace const noise{scale(dataset)};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = noise.log_pdf(releases(i, 0) - mean(dataset));
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    auto const there = mean(pair.d), back = mean(pair.d_prime), wide = scale(pair.d), narrow = scale(pair.d_prime);
    if (wide == narrow) return privacy::laplace_pair(std::fabs(there - back) / wide);
    noise::Laplace const p{wide}, q{narrow};
    return privacy::line_pair({[=](double y) { return p.log_pdf(y - there); },
                               [=](double y) { return q.log_pdf(y - back); },
                               {there, back},
                               4 * std::min(wide, narrow),
                               std::max(wide, narrow),
                               std::numeric_limits<double>::infinity()});
  }

  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    return sim::laplace_counter(mean(dataset), scale(dataset), edges);
  }

 private:
  double mean(Dataset const& dataset) const {
    return central::clamped_sum(dataset, 0, 1) / (true_divisor_ ? static_cast<double>(dataset.size()) : n_);
  }

  double scale(Dataset const& dataset) const {
    return 1 / ((true_scale_ ? static_cast<double>(dataset.size()) : n_) * epsilon_);
  }

  double epsilon_, n_;
  bool true_divisor_, true_scale_;
};

}  // namespace

Entry mean_true_count_entry() {
  return {.name = "broken/mean-true-count",
          .summary = "the mean of records that come and go, as if their number were public",
          .release = "R^1",
          .parameters = {epsilon_parameter("what is claimed, > 0"),
                         {"n", 1, "records beside the one that comes or goes", Whole{1, 100'000}},
                         {"true_divisor", 1, "1: the exact number divides, 0: n does", Whole{0, 1}},
                         {"true_scale", 1, "1: the exact number is in the scale, 0: n is", Whole{0, 1}}},
          .flaw = "the exact number of records is in the scale of the noise, which its tail tells",
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const divisor = values.flag("true_divisor"), scale = values.flag("true_scale");
            auto const pair = add(Dataset(n, 0.0), 0, "one more zero");
            return {MeanTrueCount{epsilon, n, divisor, scale}, {pair}};
          }};
}

}  // namespace warner::mechanisms::broken
