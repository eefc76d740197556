#include <algorithm>
#include <cmath>

#include "mechanisms/central/sums.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"

namespace warner::mechanisms::central {
namespace {

/// Mean, variance and standard deviation as query engines release them [WZLDSG20]: records are clamped to [L, U]; with
/// h = (U - L) / 2, z = x - (L + U) / 2, the noisy statistics are the count, the sum of z, and for the latter two the
/// sum of z^2, each at an equal share of epsilon; what is released is computed from these alone and clamped to where it
/// can lie:
///   bounded-mean                (L + U) / 2 + S / max(1, C), in [L, U]
///   bounded-variance            Q / max(1, C) - (S / max(1, C))^2, in [0, h^2]
///   bounded-standard-deviation  its root
///
/// Guarantee:  epsilon-DP when a record comes or goes; the statistics together spend all of it when that record is at L
///             or U.
/// Truth:      after the division at most epsilon, open.
/// Data:       any number of records.
class BoundedMoments {
 public:
  enum class Release { mean, variance, standard_deviation };

  BoundedMoments(double epsilon, Interval const& interval, Release what)
      : epsilon_{epsilon}, interval_{interval}, what_{what} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, dataset.size());
    return {{what_ == Release::mean       ? "mean"
             : what_ == Release::variance ? "variance"
                                          : "deviation",
             Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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

  Guarantee guarantee() const { return PureDp{epsilon_}; }

 private:
  double epsilon_;
  Interval interval_;
  Release what_;
};

Instance made(Arguments& values, BoundedMoments::Release what) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n");
  auto const interval = interval_from(values);
  auto const half = interval.upper - interval.middle();
  return {BoundedMoments{epsilon, interval, what},
          {add(Dataset(n, interval.lower), interval.upper, "one more at the other bound"),
           add(Dataset(n, interval.upper), interval.upper, "one more at the same bound"),
           add(Dataset(n, interval.middle()), interval.middle(), "one more in the middle")},
          Records{.n = n, .values = {interval.lower, interval.upper, interval.middle(), interval.upper + 10 * half}}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"n", 1, "records beside the one that comes or goes", Whole{0, 100'000}},
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
          .make = [](Arguments& values) { return made(values, BoundedMoments::Release::mean); }};
}

Entry bounded_variance_entry() {
  return {.name = "bounded-variance",
          .summary = "the variance of clamped records from three noisy statistics",
          .release = "[0, h^2]",
          .parameters = parameters(),
          .reference = "WZLDSG20",
          .make = [](Arguments& values) { return made(values, BoundedMoments::Release::variance); }};
}

Entry bounded_standard_deviation_entry() {
  return {.name = "bounded-standard-deviation",
          .summary = "the standard deviation of clamped records from three noisy statistics",
          .release = "[0, h]",
          .parameters = parameters(),
          .reference = "WZLDSG20",
          .make = [](Arguments& values) { return made(values, BoundedMoments::Release::standard_deviation); }};
}

}  // namespace warner::mechanisms::central
