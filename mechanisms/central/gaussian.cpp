#include "mechanisms/central/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "sim/bisection.hpp"

namespace warner::mechanisms::central {
namespace {

void require_claim(double epsilon, double delta) {
  require_positive("epsilon", epsilon, "the noise is calibrated to it");
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
}

}  // namespace

double classic_gaussian_sigma(double epsilon, double delta, double sensitivity) {
  require_claim(epsilon, delta);
  require(epsilon <= 1 + 1e-12,
          fmt::format("epsilon: {} is above 1 (the classic calibration is proved up to 1; use gaussian-analytic)",
                      epsilon));
  return sensitivity * std::sqrt(2 * std::log(1.25 / delta)) / epsilon;
}

double analytic_gaussian_sigma(double epsilon, double delta, double sensitivity) {
  require_claim(epsilon, delta);
  auto const breaks = [&](double mu) { return !(privacy::gaussian_delta(mu, epsilon) * (1 + 1e-13) <= delta); };
  double high = 1;
  while (!breaks(high)) high *= 2;
  auto const largest = sim::bisected({0, high}, breaks).low;  // mu that keeps the claim
  return std::nextafter(sensitivity / largest, std::numeric_limits<double>::infinity());
}

Gaussian::Gaussian(double sigma, Guarantee const& claim, std::size_t k)
    : claim_{claim}, k_{k}, noise_{require_positive("sigma", sigma, "standard deviation of the noise")} {
  require(k >= 1, "k: 0 answers are none to release");
}

std::vector<Column> Gaussian::columns(Dataset const& dataset) const {
  require_numbers(dataset, k_);
  return std::vector<Column>(k_, Column{"y", Column::Kind::real});
}

void Gaussian::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  for (std::size_t j = 0; j < k_; ++j) noise_.fill(stream, dataset[j], out.column(j));
}

void Gaussian::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < k_; ++j) {
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += noise_.log_pdf(y[i] - dataset[j]);
  }
}

std::optional<privacy::PairPrivacy> Gaussian::privacy(Pair const& pair) const {
  return privacy::gaussian_pair(l2_distance(pair) / sigma());
}

double Gaussian::exact_epsilon(Pair const& pair, double delta) const {
  auto const mu = l2_distance(pair) / sigma();
  if (mu == 0) return 0;
  if (delta == 0) return std::numeric_limits<double>::infinity();
  return privacy::epsilon_at([&](double epsilon) { return privacy::gaussian_delta(mu, epsilon); }, delta);
}

namespace {

using Calibration = double (*)(double epsilon, double delta, double sensitivity);

/// The epsilon that a sigma keeps at delta, by the calibration's own formula.
double epsilon_of_sigma(Calibration calibration, double sigma, double delta, double sensitivity) {
  if (calibration == classic_gaussian_sigma) {
    auto const epsilon = sensitivity * std::sqrt(2 * std::log(1.25 / delta)) / sigma;
    require(epsilon <= 1 + 1e-12,
            fmt::format("sigma: {} makes epsilon {} (the classic calibration is proved up to 1; use gaussian-analytic)",
                        sigma, epsilon));
    return epsilon;
  }
  return privacy::epsilon_at([&](double epsilon) { return privacy::gaussian_delta(sensitivity / sigma, epsilon); },
                             delta);
}

std::vector<Pair> pairs_at(double sensitivity, std::size_t k) {
  Dataset const zero(k, 0.0), spread(k, sensitivity / std::sqrt(static_cast<double>(k)));
  auto one = zero;
  one[0] = sensitivity;
  std::vector<Pair> pairs{{zero, one, Relation::substitute, "one coordinate"}};
  if (k > 1) pairs.push_back({zero, spread, Relation::all_differ, "spread"});
  return pairs;
}

Answers answers_at(double sensitivity, std::size_t k) {
  return {.n = k, .moves = Answers::Moves::squares, .step = sensitivity, .length = "k"};
}

Instance make_gaussian(Arguments& values, Calibration calibration) {
  auto const sensitivity = values["sensitivity"];
  auto const delta = values["delta"];
  auto const epsilon = values.value_by(
      "epsilon", {{"sigma", [&](double sigma) { return epsilon_of_sigma(calibration, sigma, delta, sensitivity); }}});
  auto const k = values.whole("k");
  auto const sigma = values.has("sigma") ? values["sigma"] : calibration(epsilon, delta, sensitivity);
  return {Gaussian{sigma, ApproximateDp{epsilon, delta}, k},
          pairs_at(sensitivity, k),
          answers_at(sensitivity, k),
          {{"epsilon", epsilon}, {"delta", delta}, {"sensitivity", sensitivity}, {"sigma", sigma}, {"k", values["k"]}}};
}

Instance make_uncalibrated(Arguments& values) {
  auto const sensitivity = values["sensitivity"];
  auto const sigma = values["sigma"];
  auto const mu = require_positive("mu", sensitivity / sigma, "sensitivity / sigma over- or underflows");
  auto const k = values.whole("k");
  return {Gaussian{sigma, GaussianDp{mu}, k}, pairs_at(sensitivity, k), answers_at(sensitivity, k)};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"delta", 1e-5, "in (0, 1)", Probability{"Gaussian noise has no pure epsilon"}},
          {"sigma",
           {},
           "standard deviation of the noise; epsilon follows from it",
           Positive{"standard deviation of the noise"}},
          {"sensitivity", 1, "how far one person moves the answers (L2), > 0", Positive{"L2, of the answers"}},
          {"k", 1, "how many answers", Whole{1, 100'000}}};
}

}  // namespace

/// Nothing is calibrated: sigma is given, and mu = sensitivity / sigma claimed.
Entry gaussian_entry() {
  return {
      .name = "gaussian",
      .summary = "k numbers plus Gaussian noise of a given standard deviation",
      .release = "R^k",
      .parameters = {{"sigma", 1, "standard deviation of the noise, > 0", Positive{"standard deviation of the noise"}},
                     {"sensitivity", 1, "how far one person moves the answers (L2), > 0",
                      Positive{"L2, of the answers"}},
                     {"k", 1, "how many answers", Whole{1, 100'000}}},
      .reference = "DRS19",
      .make = make_uncalibrated};
}

Entry gaussian_classic_entry() {
  return {.name = "gaussian-classic",
          .summary = "k numbers plus Gaussian noise, calibrated as in the textbooks (loose)",
          .release = "R^k",
          .parameters = parameters(),
          .reference = "DR14",
          .make = [](Arguments& values) { return make_gaussian(values, classic_gaussian_sigma); }};
}

Entry gaussian_analytic_entry() {
  return {.name = "gaussian-analytic",
          .summary = "k numbers plus Gaussian noise, calibrated to its exact profile (tight)",
          .release = "R^k",
          .parameters = parameters(),
          .reference = "BW18",
          .make = [](Arguments& values) { return make_gaussian(values, analytic_gaussian_sigma); }};
}

}  // namespace warner::mechanisms::central
