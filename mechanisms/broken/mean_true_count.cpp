#include "mechanisms/broken/mean_true_count.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {

MeanTrueCount::MeanTrueCount(double epsilon, std::size_t n, bool true_divisor, bool true_scale)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / (n epsilon)")}, n_{static_cast<double>(n)},
      true_divisor_{true_divisor}, true_scale_{true_scale} {
  require(n >= 1, "n: 0 records have no mean");
}

std::vector<Column> MeanTrueCount::columns(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  require(!dataset.empty(), "dataset: 0 records have no mean");
  return {{"mean", Column::Kind::real}};
}

double MeanTrueCount::mean(Dataset const& dataset) const {
  return central::clamped_sum(dataset, 0, 1) / (true_divisor_ ? static_cast<double>(dataset.size()) : n_);
}

double MeanTrueCount::scale(Dataset const& dataset) const {
  return 1 / ((true_scale_ ? static_cast<double>(dataset.size()) : n_) * epsilon_);
}

void MeanTrueCount::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  noise::Laplace{scale(dataset)}.fill(stream, mean(dataset), out.column(0));
}

void MeanTrueCount::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  noise::Laplace const noise{scale(dataset)};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = noise.log_pdf(releases(i, 0) - mean(dataset));
}

std::optional<privacy::PairPrivacy> MeanTrueCount::privacy(Pair const& pair) const {
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

Entry mean_true_count_entry() {
  return {.name = "broken/mean-true-count",
          .summary = "the mean of records that come and go, as if their number were public",
          .release = "R^1",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"},
                         {"n", 1, "records beside the one that comes or goes"},
                         {"true_divisor", 1, "1: the exact number divides, 0: n does"},
                         {"true_scale", 1, "1: the exact number is in the scale, 0: n is"}},
          .flaw = "the exact number of records is in the scale of the noise, which its tail tells",
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 1, 1, 100'000), divisor = whole_or(given, "true_divisor", 1, 0, 1),
                       scale = whole_or(given, "true_scale", 1, 0, 1);
            auto pair = add(Dataset(n, 0.0), 0);
            pair.label = "one more zero";
            return {MeanTrueCount{epsilon, n, divisor == 1, scale == 1},
                    {{"epsilon", epsilon},
                     {"n", static_cast<double>(n)},
                     {"true_divisor", static_cast<double>(divisor)},
                     {"true_scale", static_cast<double>(scale)}},
                    {pair}};
          }};
}

}  // namespace warner::mechanisms::broken
