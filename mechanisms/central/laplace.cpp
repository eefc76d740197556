#include "mechanisms/central/laplace.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::central {

Laplace::Laplace(double epsilon, double sensitivity, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale sensitivity / epsilon")},
      sensitivity_{require_positive("sensitivity", sensitivity, "the noise has scale sensitivity / epsilon")}, k_{k},
      noise_{require_positive("scale", sensitivity / epsilon, "sensitivity / epsilon over- or underflows")} {
  require(k >= 1, "k: 0 answers are none to release");
}

std::vector<Column> Laplace::columns(Dataset const& dataset) const {
  require_numbers(dataset, k_);
  return std::vector<Column>(k_, Column{"y", Column::Kind::real});
}

void Laplace::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  for (std::size_t j = 0; j < k_; ++j) noise_.fill(stream, dataset[j], out.column(j));
}

void Laplace::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < k_; ++j) {
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += noise_.log_pdf(y[i] - dataset[j]);
  }
}

std::optional<double> Laplace::exact_epsilon(Pair const& pair, double delta) const {
  auto const shift = l1_distance(pair) * epsilon_ / sensitivity_;
  if (delta == 0) return shift;
  std::vector<double> shifts;
  for (std::size_t j = 0; j < pair.d.size(); ++j)
    if (pair.d[j] != pair.d_prime[j])
      shifts.push_back(std::fabs(pair.d[j] - pair.d_prime[j]) * epsilon_ / sensitivity_);
  if (shifts.size() <= 1)
    return std::max(0.0, shift + 2 * std::log1p(-delta));  // 1 - e^((epsilon - shift) / 2) = delta
  if (!privacy::product_laplace_delta(shifts, 0)) return std::nullopt;
  return privacy::epsilon_at([&](double epsilon) { return privacy::product_laplace_delta(shifts, epsilon).value(); },
                             delta);
}

std::optional<privacy::PairPrivacy> Laplace::privacy(Pair const& pair) const {
  std::vector<double> shifts;
  for (std::size_t j = 0; j < pair.d.size(); ++j)
    shifts.push_back(std::fabs(pair.d[j] - pair.d_prime[j]) * epsilon_ / sensitivity_);
  return privacy::laplace_pair(shifts);
}

std::optional<sim::WordCounter> Laplace::counter(Dataset const& dataset, std::span<double const> edges) const {
  if (k_ != 1) return std::nullopt;
  return sim::laplace_counter(dataset[0], scale(), edges);
}

namespace {

double epsilon_of(Given const& given, double sensitivity) {
  return epsilon_from(given, 1,
                      {{"epsilon", [](double epsilon) { return epsilon; }},
                       {"scale", [=](double scale) {
                          return sensitivity / require_positive("scale", scale, "of the Laplace noise");
                        }}});
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "privacy parameter, > 0"},
          {"scale", {}, "scale of the noise; epsilon = sensitivity / scale"},
          {"sensitivity", 1, "how far one person moves the answer (L1), > 0"}};
}

Instance make_laplace(Given const& given) {
  auto const sensitivity =
      require_positive("sensitivity", value_or(given, "sensitivity", 1), "the noise has scale sensitivity / epsilon");
  auto const epsilon = epsilon_of(given, sensitivity);
  Laplace const laplace{epsilon, sensitivity};
  return {laplace,
          {{"epsilon", epsilon}, {"sensitivity", sensitivity}, {"scale", laplace.scale()}},
          {{{0}, {sensitivity}, Relation::substitute, "whole"}, {{0}, {sensitivity / 2}, Relation::substitute, "half"}},
          Answers{.step = sensitivity}};
}

Instance make_laplace_vector(Given const& given) {
  auto const sensitivity =
      require_positive("sensitivity", value_or(given, "sensitivity", 1), "the noise has scale sensitivity / epsilon");
  auto const epsilon = epsilon_of(given, sensitivity);
  auto const k = whole_or(given, "k", 20, 1, 100'000);
  Dataset const zero(k, 0.0), spread(k, sensitivity / static_cast<double>(k));
  auto one = zero;
  one[0] = sensitivity;
  Laplace const laplace{epsilon, sensitivity, k};
  return {
      laplace,
      {{"epsilon", epsilon}, {"sensitivity", sensitivity}, {"scale", laplace.scale()}, {"k", static_cast<double>(k)}},
      {{zero, one, Relation::one_differ, "one coordinate"}, {zero, spread, Relation::all_differ, "spread"}},
      Answers{.n = k, .moves = Answers::Moves::sum, .step = sensitivity, .length = "k"}};
}

}  // namespace

Entry laplace_entry() {
  return {.name = "laplace",
          .summary = "a number plus Laplace noise",
          .release = "R^1",
          .parameters = parameters(),
          .reference = "DMNS06",
          .make = make_laplace};
}

Entry laplace_vector_entry() {
  auto takes = parameters();
  takes.push_back({"k", 20, "how many answers"});
  return {.name = "laplace-vector",
          .summary = "k numbers, each plus independent Laplace noise",
          .release = "R^k",
          .parameters = takes,
          .reference = "DMNS06",
          .make = make_laplace_vector};
}

}  // namespace warner::mechanisms::central
