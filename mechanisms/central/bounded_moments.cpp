#include "mechanisms/central/bounded_moments.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

BoundedMoments::BoundedMoments(double epsilon, Interval const& interval, Release what)
    : epsilon_{require_positive("epsilon", epsilon, "the statistics share it")}, interval_{interval}, what_{what} {}

std::vector<Column> BoundedMoments::columns(Dataset const& dataset) const {
  require_numbers(dataset, dataset.size());
  return {{what_ == Release::mean       ? "mean"
           : what_ == Release::variance ? "variance"
                                        : "deviation",
           Column::Kind::real}};
}

void BoundedMoments::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const half = (interval_.upper - interval_.lower) / 2, middle = interval_.middle(),
             shares = what_ == Release::mean ? 2.0 : 3.0;
  double sum = 0, squares = 0;
  for (auto const x : dataset) {
    auto const z = std::clamp(x, interval_.lower, interval_.upper) - middle;
    sum += z;
    squares += z * z;
  }
  auto const y = out.column(0);
  Releases memory;
  auto const noisy = memory.shaped(out.releases(), 2);
  auto const count = noisy.column(0), second = noisy.column(1);
  noise::Laplace{half * shares / epsilon_}.fill(stream, sum, y);
  noise::Laplace{shares / epsilon_}.fill(stream, static_cast<double>(dataset.size()), count);
  if (what_ == Release::mean) {
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = std::clamp(middle + y[i] / std::max(1.0, count[i]), interval_.lower, interval_.upper);
    return;
  }
  noise::Laplace{half * half * shares / epsilon_}.fill(stream, squares, second);
  for (std::size_t i = 0; i < y.size(); ++i) {
    auto const n = std::max(1.0, count[i]), mean = y[i] / n;
    auto const variance = std::clamp(second[i] / n - mean * mean, 0.0, half * half);
    y[i] = what_ == Release::variance ? variance : std::sqrt(variance);
  }
}

namespace {

Instance made(Given const& given, BoundedMoments::Release what) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const n = whole_or(given, "n", 1, 0, 100'000);
  auto const interval = interval_from(given);
  auto const half = interval.upper - interval.middle();
  auto const with = [&](Dataset dataset, double record, char const* label) {
    auto pair = add(dataset, record);
    pair.label = label;
    return pair;
  };
  return {BoundedMoments{epsilon, interval, what},
          {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"lower", interval.lower}, {"upper", interval.upper}},
          {with(Dataset(n, interval.lower), interval.upper, "one more at the other bound"),
           with(Dataset(n, interval.upper), interval.upper, "one more at the same bound"),
           with(Dataset(n, interval.middle()), interval.middle(), "one more in the middle")},
          Records{.n = n, .values = {interval.lower, interval.upper, interval.middle(), interval.upper + 10 * half}}};
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "privacy parameter, > 0"},
          {"n", 1, "records beside the one that comes or goes"},
          {"lower", 0, "records are clamped from here"},
          {"upper", 1, "to here"}};
}

}  // namespace

Entry bounded_mean_entry() {
  return {.name = "bounded-mean",
          .summary = "the mean of clamped records: a noisy sum over a noisy count",
          .release = "[L, U]",
          .parameters = parameters(),
          .reference = "WZLDSG20",
          .make = [](Given const& given) { return made(given, BoundedMoments::Release::mean); }};
}

Entry bounded_variance_entry() {
  return {.name = "bounded-variance",
          .summary = "the variance of clamped records from three noisy statistics",
          .release = "[0, h^2]",
          .parameters = parameters(),
          .reference = "WZLDSG20",
          .make = [](Given const& given) { return made(given, BoundedMoments::Release::variance); }};
}

Entry bounded_standard_deviation_entry() {
  return {.name = "bounded-standard-deviation",
          .summary = "the standard deviation of clamped records from three noisy statistics",
          .release = "[0, h]",
          .parameters = parameters(),
          .reference = "WZLDSG20",
          .make = [](Given const& given) { return made(given, BoundedMoments::Release::standard_deviation); }};
}

}  // namespace warner::mechanisms::central
