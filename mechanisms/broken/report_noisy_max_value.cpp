#include "mechanisms/broken/report_noisy_max_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/exponential.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::broken {

ReportNoisyMaxValue::ReportNoisyMaxValue(double epsilon, std::size_t n, bool exponential)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 2 / epsilon")},
      scale_{require_positive("scale", 2 / epsilon, "2 / epsilon over- or underflows")}, n_{n}, exponential_{
                                                                                                    exponential} {
  require(n >= 1, "n: of 0 answers none is the largest");
}

std::vector<Column> ReportNoisyMaxValue::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"y", Column::Kind::real}};
}

void ReportNoisyMaxValue::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0);
  std::vector<double> noisy(y.size());
  std::ranges::fill(y, -std::numeric_limits<double>::infinity());
  for (auto const x : dataset) {
    if (exponential_) noise::Exponential{scale_}.fill(stream, x, noisy);
    else sim::fill_laplace(stream, x, scale_, noisy);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::max(y[i], noisy[i]);
  }
}

void ReportNoisyMaxValue::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
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

std::optional<double> ReportNoisyMaxValue::exact_epsilon(Pair const& pair, double delta) const {
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

namespace {

Instance make_value(Given const& given, bool exponential) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const n = whole_or(given, "n", 5, 1, 1000);
  auto pairs = eight_patterns(n);
  std::stable_partition(pairs.begin(), pairs.end(), [](Pair const& p) { return p.label == "all above"; });
  return {ReportNoisyMaxValue{epsilon, n, exponential},
          {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
          pairs,
          Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
}

std::vector<Parameter> parameters() { return {{"epsilon", 1, "what is claimed, > 0"}, {"n", 5, "how many answers"}}; }

}  // namespace

Entry report_noisy_max_value_laplace_entry() {
  return {.name = "broken/report-noisy-max-value-laplace",
          .summary = "the largest answer after Laplace noise, not its index",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "releases the maximum in the place of its index: truly n epsilon / 2",
          .reference = "D18",
          .make = [](Given const& given) { return make_value(given, false); }};
}

Entry report_noisy_max_value_exponential_entry() {
  return {.name = "broken/report-noisy-max-value-exponential",
          .summary = "the largest answer after exponential noise, not its index",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "releases the maximum in the place of its index: values below the largest answer are impossible",
          .reference = "D18",
          .make = [](Given const& given) { return make_value(given, true); }};
}

}  // namespace warner::mechanisms::broken
