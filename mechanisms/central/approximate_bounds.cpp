#include "mechanisms/central/approximate_bounds.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

double threshold_of(double scale, std::size_t bins, double success) {
  require(success > 0 && success < 1, fmt::format("success_probability: {} is not in (0, 1)", success));
  require(bins >= 1 && bins <= 1000, fmt::format("bins: {} is not in 1, .., 1000", bins));
  auto const each = -std::expm1(std::log(success) / static_cast<double>(2 * bins + 2));  // that one empty bin passes
  return each >= 0.5 ? 0 : -scale * std::log(2 * each);
}

}  // namespace

ApproximateBounds::ApproximateBounds(double epsilon, std::size_t l0, std::size_t bins, double success_probability)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale l0 / epsilon")},
      bins_{bins},
      noise_{static_cast<double>(l0) / epsilon},
      threshold_{threshold_of(noise_.scale(), bins, success_probability)} {}

std::vector<Column> ApproximateBounds::columns(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  return {{"lower", Column::Kind::real}, {"upper", Column::Kind::real}};
}

std::vector<ApproximateBounds::Bin> ApproximateBounds::histogram(Dataset const& dataset) const {
  std::vector<Bin> bins;
  auto const edge = [](std::size_t i) { return std::ldexp(1.0, static_cast<int>(i)); };
  for (auto i = bins_; i >= 1; --i) bins.push_back({-edge(i), -edge(i - 1), 0});
  bins.push_back({-1, 0, 0});
  bins.push_back({0, 1, 0});
  for (std::size_t i = 1; i <= bins_; ++i) bins.push_back({edge(i - 1), edge(i), 0});
  for (auto const x : dataset) {
    auto i = std::size_t{0};
    while (i < bins_ && std::fabs(x) > edge(i)) ++i;
    bins[x < 0 ? bins_ - i : bins_ + 1 + i].count += 1;
  }
  return bins;
}

void ApproximateBounds::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const bins = histogram(dataset);
  Releases memory;
  auto const noisy = memory.shaped(out.releases(), bins.size());
  for (std::size_t j = 0; j < bins.size(); ++j) noise_.fill(stream, bins[j].count, noisy.column(j));
  auto const lower = out.column(0), upper = out.column(1);
  for (std::size_t i = 0; i < out.releases(); ++i) {
    auto bar = threshold_, most = noisy(i, 0);
    for (std::size_t j = 1; j < bins.size(); ++j) most = std::max(most, noisy(i, j));
    bar = std::min(bar, most);
    std::size_t first = 0, last = bins.size() - 1;
    while (noisy(i, first) < bar) ++first;
    while (noisy(i, last) < bar) --last;
    lower[i] = bins[first].from;
    upper[i] = bins[last].to;
  }
}

Entry approximate_bounds_entry() {
  return {.name = "approximate-bounds",
          .summary = "bounds of records by a noisy histogram of their sizes",
          .release = "R^2",
          .parameters = {epsilon_parameter(),
                         {"n", 10, "records beside those of the person who comes or goes", Whole{0, 100'000}},
                         {"max_contributions", 1, "records that one person may have", Whole{1, 1000}},
                         {"bins", 8, "for either sign, beside [0, 1]: sizes up to 2^bins", Whole{1, 1000}},
                         {"success_probability", 1 - 1e-9, "that an empty histogram passes the threshold nowhere"}},
          .reference = "WZLDSG20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), l0 = values.whole("max_contributions"), bins = values.whole("bins");
            auto const success = values["success_probability"];
            auto const more = [&](double record, double others, char const* label) {
              Dataset const some(n, others);
              auto with = some;
              with.insert(with.end(), l0, record);
              return Pair{with, some, Relation::add_remove, label};
            };
            return {ApproximateBounds{epsilon, l0, bins, success},
                    {more(std::ldexp(1.0, static_cast<int>(bins)), 0, "one person far out"),
                     more(0, 0, "one person in the crowd")},
                    Records{.n = n, .values = {0, 1, -3}, .contributions = l0}};
          }};
}

}  // namespace warner::mechanisms::central
