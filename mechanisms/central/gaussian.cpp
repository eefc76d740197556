#include "mechanisms/central/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"

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
  auto const keeps = [&](double mu) { return privacy::gaussian_delta(mu, epsilon) * (1 + 1e-13) <= delta; };
  double low = 0, high = 1;  // the largest mu that keeps the claim
  while (keeps(high)) high *= 2;
  while (true) {
    auto const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (keeps(middle) ? low : high) = middle;
  }
  return std::nextafter(sensitivity / low, std::numeric_limits<double>::infinity());
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
  require_positive("sigma", sigma, "standard deviation of the noise");
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

Instance make_gaussian(Given const& given, Calibration calibration) {
  auto const sensitivity = require_positive("sensitivity", value_or(given, "sensitivity", 1), "L2, of the answers");
  auto const delta = value_or(given, "delta", 1e-5);
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
  auto const epsilon =
      epsilon_from(given, 1,
                   {{"epsilon", [](double e) { return e; }},
                    {"sigma", [&](double sigma) { return epsilon_of_sigma(calibration, sigma, delta, sensitivity); }}});
  auto const k = whole_or(given, "k", 1, 1, 100'000);
  auto const sigma = given.contains("sigma") ? given.find("sigma")->second : calibration(epsilon, delta, sensitivity);
  return {Gaussian{sigma, ApproximateDp{epsilon, delta}, k},
          {{"epsilon", epsilon},
           {"delta", delta},
           {"sensitivity", sensitivity},
           {"sigma", sigma},
           {"k", static_cast<double>(k)}},
          pairs_at(sensitivity, k),
          answers_at(sensitivity, k)};
}

Instance make_given(Given const& given) {
  auto const sensitivity = require_positive("sensitivity", value_or(given, "sensitivity", 1), "L2, of the answers");
  auto const sigma = require_positive("sigma", value_or(given, "sigma", 1), "standard deviation of the noise");
  auto const mu = require_positive("mu", sensitivity / sigma, "sensitivity / sigma over- or underflows");
  auto const k = whole_or(given, "k", 1, 1, 100'000);
  return {Gaussian{sigma, GaussianDp{mu}, k},
          {{"sigma", sigma}, {"sensitivity", sensitivity}, {"k", static_cast<double>(k)}},
          pairs_at(sensitivity, k),
          answers_at(sensitivity, k)};
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "privacy parameter, > 0"},
          {"delta", 1e-5, "in (0, 1)"},
          {"sigma", {}, "standard deviation of the noise; epsilon follows from it"},
          {"sensitivity", 1, "how far one person moves the answers (L2), > 0"},
          {"k", 1, "how many answers"}};
}

}  // namespace

Entry gaussian_entry() {
  return {.name = "gaussian",
          .summary = "k numbers plus Gaussian noise of a given standard deviation",
          .release = "R^k",
          .parameters = {{"sigma", 1, "standard deviation of the noise, > 0"},
                         {"sensitivity", 1, "how far one person moves the answers (L2), > 0"},
                         {"k", 1, "how many answers"}},
          .reference = "DRS19",
          .make = make_given};
}

Entry gaussian_classic_entry() {
  return {.name = "gaussian-classic",
          .summary = "k numbers plus Gaussian noise, calibrated as in the textbooks (loose)",
          .release = "R^k",
          .parameters = parameters(),
          .reference = "DR14",
          .make = [](Given const& given) { return make_gaussian(given, classic_gaussian_sigma); }};
}

Entry gaussian_analytic_entry() {
  return {.name = "gaussian-analytic",
          .summary = "k numbers plus Gaussian noise, calibrated to its exact profile (tight)",
          .release = "R^k",
          .parameters = parameters(),
          .reference = "BW18",
          .make = [](Given const& given) { return make_gaussian(given, analytic_gaussian_sigma); }};
}

}  // namespace warner::mechanisms::central
