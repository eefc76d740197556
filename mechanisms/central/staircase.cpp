#include "mechanisms/central/staircase.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/noise/positive.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {

Staircase::Staircase(double epsilon, double sensitivity, double gamma)
    : epsilon_{require_positive("epsilon", epsilon, "one step is e^-epsilon of the one before")},
      sensitivity_{require_positive("sensitivity", sensitivity, "the length of a step")}, gamma_{noise::inside_unit(
                                                                                              "gamma", gamma)},
      step_{std::exp(-epsilon)}, later_{1 - gamma / (gamma + (1 - gamma) * std::exp(-epsilon))} {}

std::vector<Column> Staircase::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"y", Column::Kind::real}};
}

void Staircase::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0);
  std::vector<double> memory(3 * y.size());
  auto const step = std::span{memory}.first(y.size()), later = std::span{memory}.subspan(y.size(), y.size()),
             sign = std::span{memory}.last(y.size());
  sim::fill_uniform(stream, y);
  step_.fill(stream, 0, step);
  later_.fill(stream, 0, later);
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), sign);
  for (std::size_t i = 0; i < y.size(); ++i) {
    auto const early = gamma_ * y[i], late = gamma_ + (1 - gamma_) * y[i];
    auto const size = (step[i] + (later[i] == 0 ? early : late)) * sensitivity_;
    y[i] = dataset[0] + (2 * sign[i] - 1) * size;
  }
}

double Staircase::log_pdf(double z) const {
  auto const b = std::exp(-epsilon_), size = std::fabs(z) / sensitivity_, whole = std::floor(size);
  return std::log(-std::expm1(-epsilon_) / (2 * sensitivity_ * (gamma_ + b * (1 - gamma_)))) -
         epsilon_ * (whole + (size - whole >= gamma_));
}

void Staircase::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = log_pdf(releases(i, 0) - dataset[0]);
}

std::optional<privacy::PairPrivacy> Staircase::privacy(Pair const& pair) const {
  auto const distance = l1_distance(pair);
  if (distance == 0) return privacy::equal_pair();
  if (distance == sensitivity_) return privacy::lattice_pair(privacy::staircase_law(epsilon_, gamma_), true);
  // Both densities are constant between the ends of their steps; e^-40 of the mass lies beyond those listed.
  auto const steps = std::ceil(40 / epsilon_);
  if (!(steps < 1e5) || distance > 40 * sensitivity_) return std::nullopt;
  std::vector<double> ends;
  for (double k = 0; k <= steps; ++k)
    for (auto const end : {k * sensitivity_, (k + gamma_) * sensitivity_})
      for (auto const at : {-end, end, distance - end, distance + end}) ends.push_back(at);
  std::ranges::sort(ends);
  std::vector<double> p, q;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    auto const length = ends[i + 1] - ends[i], middle = ends[i] + length / 2;
    if (length <= 1e-12 * sensitivity_) continue;  // ends that are one but for rounding
    p.push_back(length * std::exp(log_pdf(middle)));
    q.push_back(length * std::exp(log_pdf(middle - distance)));
  }
  return privacy::finite_pair(p, q);
}

Entry staircase_entry() {
  return {.name = "staircase",
          .summary = "a number plus noise whose density is a staircase",
          .release = "R^1",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"sensitivity", 1, "how far one person moves the answer, > 0"},
                         {"gamma", {}, "where a step ends, in (0, 1); 1 / (1 + e^(epsilon / 2)) is best"}},
          .reference = "GV14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const sensitivity =
                require_positive("sensitivity", value_or(given, "sensitivity", 1), "the length of a step");
            auto const gamma = value_or(given, "gamma", 1 / (1 + std::exp(epsilon / 2)));
            return {Staircase{epsilon, sensitivity, gamma},
                    {{"epsilon", epsilon}, {"sensitivity", sensitivity}, {"gamma", gamma}},
                    {{{0}, {sensitivity}, Relation::substitute, "whole"},
                     {{0}, {sensitivity / 2}, Relation::substitute, "half"}},
                    Answers{.step = sensitivity}};
          }};
}

}  // namespace warner::mechanisms::central
