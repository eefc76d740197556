#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/exponential.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::broken {
namespace {

/// Report noisy max that releases the largest noisy answer itself in the place of its index [D18, Alg. 7, 8].
///   Laplace noise of scale 2 / epsilon: where all n answers move, n epsilon / 2, on every value below both. Flaw:
///   ratio. Exponential noise of mean 2 / epsilon: no value below the largest answer is possible, so where that moves
///   epsilon is infinite. Flaw: support; with all answers moved by 1 the impossible values have mass (1 - e^(-epsilon /
///   2))^n.
class ReportNoisyMaxValue {
 public:
  ReportNoisyMaxValue(double epsilon, std::size_t n, bool exponential)
      : epsilon_{epsilon},
        scale_{require_positive("scale", 2 / epsilon, "2 / epsilon over- or underflows")},
        n_{n},
        exponential_{exponential} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const y = out.column(0);
    std::vector<double> noisy(y.size());
    std::ranges::fill(y, -std::numeric_limits<double>::infinity());
    for (auto const x : dataset) {
      if (exponential_) noise::Exponential{scale_}.fill(stream, x, noisy);
      else sim::fill_laplace(stream, x, scale_, noisy);
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::max(y[i], noisy[i]);
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const density = [&](auto const& noise,
                             double y) {  // sum over i of f(y - x_i), times the product of F(y - x_j), j other than i
      double log_product = 0, sum = 0;
      for (auto const x : dataset) {
        auto const below = noise.cdf(y - x);
        log_product += std::log(below);
        sum += noise.pdf(y - x) / below;
      }
      return log_product == -std::numeric_limits<double>::infinity() ? log_product : log_product + std::log(sum);
    };
    auto const y = releases.column(0);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = exponential_ ? density(noise::Exponential{scale_}, y[i]) : density(noise::Laplace{scale_}, y[i]);
  }

  /// At delta = 0. Exponential noise: infinite where the largest answers differ, else open. Laplace noise: when all
  /// answers move one way, the larger of the sum of the moves (every value below all answers) and the largest of them,
  /// over the scale; else open.
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
    require_numbers(pair.d, n_);
    require_numbers(pair.d_prime, n_);
    if (delta > 0) return std::nullopt;
    if (pair.d == pair.d_prime) return 0;
    if (exponential_) {
      if (std::ranges::max(pair.d) != std::ranges::max(pair.d_prime)) return std::numeric_limits<double>::infinity();
      return std::nullopt;
    }
    double up = 0, down = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      auto const move = pair.d_prime[j] - pair.d[j];
      (move > 0 ? up : down) += std::fabs(move);
    }
    if (up > 0 && down > 0) return std::nullopt;
    return (up + down) /
           scale_;  // the density of each factor moves at most by its own share, and below all answers by all of it
  }

 private:
  double epsilon_, scale_;
  std::size_t n_;
  bool exponential_;
};

Instance make_value(Arguments& values, bool exponential) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n");
  auto pairs = eight_patterns(n);
  std::stable_partition(pairs.begin(), pairs.end(), [](Pair const& p) { return p.label == "all above"; });
  return {ReportNoisyMaxValue{epsilon, n, exponential}, pairs,
          Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter("what is claimed, > 0"), {"n", 5, "how many answers", Whole{1, 1000}}};
}

}  // namespace

Entry report_noisy_max_value_laplace_entry() {
  return {.name = "broken/report-noisy-max-value-laplace",
          .summary = "the largest answer after Laplace noise, not its index",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "releases the maximum in the place of its index: truly n epsilon / 2",
          .reference = "D18",
          .make = [](Arguments& values) { return make_value(values, false); }};
}

Entry report_noisy_max_value_exponential_entry() {
  return {.name = "broken/report-noisy-max-value-exponential",
          .summary = "the largest answer after exponential noise, not its index",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "releases the maximum in the place of its index: values below the largest answer are impossible",
          .reference = "D18",
          .make = [](Arguments& values) { return make_value(values, true); }};
}

}  // namespace warner::mechanisms::broken
