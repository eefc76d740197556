#include "mechanisms/central/sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include <fmt/format.h>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

double Interval::largest() const { return std::max(std::fabs(lower), std::fabs(upper)); }

Interval interval_from(Arguments const& values) {
  Interval const interval{values["lower"], values["upper"]};
  require(
      std::isfinite(interval.lower) && std::isfinite(interval.upper) && interval.lower < interval.upper,
      fmt::format("upper: {} is not above lower = {}, or one of them is not finite", interval.upper, interval.lower));
  return interval;
}

double clamped_sum(Dataset const& records, double lower, double upper) {
  double sum = 0;
  for (auto const x : records) sum += std::clamp(x, lower, upper);
  return sum;
}

namespace {

Pair first_moves(std::size_t n) {
  Dataset const zero(n, 0.0);
  auto one = zero;
  one[0] = 1;
  return {zero, one, Relation::one_differs, "one moves"};
}

/// n records in the middle, and `more` at `extreme`.
Pair some_more(std::size_t n, double middle, std::size_t more, double extreme, char const* label) {
  Dataset const some(n, middle);
  auto with = some;
  with.insert(with.end(), more, extreme);
  return {with, some, Relation::add_remove, label};
}

// Functions: somebody may read the registry before main, and before any object here is made.
Parameter contributions_parameter() {
  return {"max_contributions", 1, "records that one person may have", Whole{1, 1000}};
}
Parameter lower_parameter() { return {"lower", 0, "records are clamped from here"}; }
Parameter upper_parameter() { return {"upper", 1, "to here"}; }

/// The mean plus Gaussian noise; the privacy of a pair is that of the two means.
class GaussianMean {
 public:
  GaussianMean(double epsilon, double delta, std::size_t n, Interval const& interval)
      : n_{n},
        interval_{interval},
        answer_{analytic_gaussian_sigma(epsilon, delta, (interval.upper - interval.lower) / static_cast<double>(n)),
                ApproximateDp{epsilon, delta}} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return answer_.columns(mean(dataset));
  }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    answer_.release(mean(dataset), stream, out);
  }
  Guarantee guarantee() const { return answer_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch y, std::span<double> out) const {
    answer_.log_density(mean(dataset), y, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return answer_.privacy({mean(pair.d), mean(pair.d_prime)});
  }

 private:
  Dataset mean(Dataset const& records) const {
    return {clamped_sum(records, interval_.lower, interval_.upper) / static_cast<double>(n_)};
  }
  std::size_t n_;
  Interval interval_;
  Gaussian answer_;
};

}  // namespace

/// Counts, sums and means of records with Laplace noise. All claim epsilon and reach it on their default pair.
///   sum            n numbers of which one moves by at most 1, scale 1 / epsilon [DMNS06]
///   partial-sum    the same over the first `count` of them [D18]
///   noisy-count    how many records there are; a person has up to l0 of them, scale l0 / epsilon; geometric noise
///                  where `discrete`
///   bounded-sum    records clamped to [L, U] and added; a person has up to l0, scale l0 max(|L|, |U|) / epsilon
///                  [WZLDSG20]
///   mean-known-n   records clamped to [L, U], their sum / n, substitution, scale (U - L) / (n epsilon); with Gaussian
///                  noise of the analytic sigma for the same sensitivity where `gaussian`, then (epsilon, delta) [BW18]
Entry sum_entry() {
  return {.name = "sum",
          .summary = "the sum of n numbers plus Laplace noise",
          .release = "R^1",
          .parameters = {epsilon_parameter(), {"n", 5, "how many numbers", Whole{1, 100'000}}},
          .reference = "DMNS06",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const sum = [](Dataset const& x) { return Dataset{std::accumulate(x.begin(), x.end(), 0.0)}; };
            return {LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)},
                    {first_moves(n)},
                    Answers{.n = n, .length = "n"}};
          }};
}

Entry partial_sum_entry() {
  return {.name = "partial-sum",
          .summary = "the sum of the first of n numbers plus Laplace noise",
          .release = "R^1",
          .parameters = {epsilon_parameter(),
                         {"n", 5, "how many numbers", Whole{1, 100'000}},
                         {"count", {}, "how many of them are summed; all by default"}},
          .reference = "D18",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), count = values.whole_or("count", n, {1, n});
            auto const sum = [count](Dataset const& x) {
              return Dataset{std::accumulate(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(count), 0.0)};
            };
            return {LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)},
                    {first_moves(n)},
                    Answers{.n = n, .length = "n"}};
          }};
}

Entry noisy_count_entry() {
  return {.name = "noisy-count",
          .summary = "how many records there are, plus Laplace or geometric noise",
          .release = "R^1 or Z",
          .parameters = {epsilon_parameter(),
                         {"n", 10, "records beside those of the person who comes or goes", Whole{0, 100'000}},
                         contributions_parameter(),
                         {"discrete", 0, "1: geometric noise, 0: Laplace", Whole{0, 1}}},
          .reference = "WZLDSG20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), l0 = values.whole("max_contributions");
            auto const discrete = values.flag("discrete");
            auto const count = [](Dataset const& x) { return Dataset{static_cast<double>(x.size())}; };
            return {LaplaceAnswers{epsilon, static_cast<double>(l0) / epsilon, count, any_numbers(), discrete},
                    {some_more(n, 0, l0, 0, "one person more")},
                    Records{.n = n, .values = {0, 1}, .contributions = l0}};
          }};
}

Entry bounded_sum_entry() {
  return {.name = "bounded-sum",
          .summary = "the sum of records clamped to an interval, plus Laplace noise",
          .release = "R^1",
          .parameters = {epsilon_parameter(),
                         {"n", 10, "records beside those of the person who comes or goes", Whole{0, 100'000}},
                         contributions_parameter(),
                         lower_parameter(),
                         upper_parameter()},
          .reference = "WZLDSG20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), l0 = values.whole("max_contributions");
            auto const interval = interval_from(values);
            auto const sum = [=](Dataset const& x) { return Dataset{clamped_sum(x, interval.lower, interval.upper)}; };
            auto const far = std::fabs(interval.upper) >= std::fabs(interval.lower) ? interval.upper : interval.lower;
            return {LaplaceAnswers{epsilon, static_cast<double>(l0) * interval.largest() / epsilon, sum, any_numbers()},
                    {some_more(n, interval.middle(), l0, far, "one person at the larger bound"),
                     some_more(n, interval.middle(), l0, 3 * far, "one person far outside"),
                     some_more(n, interval.middle(), l0, interval.middle(), "one person in the middle")},
                    Records{.n = n, .values = {interval.lower, interval.upper, 10 * far}, .contributions = l0}};
          }};
}

Entry mean_known_n_entry() {
  return {.name = "mean-known-n",
          .summary = "the mean of n records clamped to an interval, n public, plus Laplace or Gaussian noise",
          .release = "R^1",
          .parameters = {epsilon_parameter(),
                         {"n", 10, "how many records", Whole{1, 100'000}},
                         lower_parameter(),
                         upper_parameter(),
                         {"gaussian", 0, "1: Gaussian noise at (epsilon, delta), 0: Laplace", Whole{0, 1}},
                         {"delta", 1e-5, "for Gaussian noise, in (0, 1)", Probability{}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const gaussian = values.flag("gaussian");
            auto const interval = interval_from(values);
            auto const delta = values["delta"];
            Dataset const low(n, interval.lower);
            auto const pair = substitute(low, 0, interval.upper, "from bound to bound");
            Records const records_of{
                .change = Records::Change::substitute,
                .n = n,
                .values = {interval.lower, interval.upper, interval.upper + 10 * interval.largest()}};
            if (gaussian) return {GaussianMean{epsilon, delta, n, interval}, {pair}, records_of};
            auto const records = static_cast<double>(n);
            auto const mean = [=](Dataset const& x) {
              return Dataset{clamped_sum(x, interval.lower, interval.upper) / records};
            };
            return {LaplaceAnswers{epsilon, (interval.upper - interval.lower) / (records * epsilon), mean, numbers(n)},
                    {pair},
                    records_of};
          }};
}

}  // namespace warner::mechanisms::central
