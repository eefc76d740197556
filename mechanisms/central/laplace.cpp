#include "mechanisms/central/laplace.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/product_laplace.hpp"
#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::central {

Laplace::Laplace(double epsilon, double sensitivity, std::size_t k)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale sensitivity / epsilon")},
      sensitivity_{require_positive("sensitivity", sensitivity, "the noise has scale sensitivity / epsilon")},
      k_{k},
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

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"scale", {}, "scale of the noise; epsilon = sensitivity / scale", Positive{"of the Laplace noise"}},
          {"sensitivity", 1, "how far one person moves the answer (L1), > 0",
           Positive{"the noise has scale sensitivity / epsilon"}}};
}

Instance make_laplace(Arguments& values) {
  auto const sensitivity = values["sensitivity"];
  auto const epsilon = values.value_by("epsilon", {{"scale", [=](double scale) { return sensitivity / scale; }}});
  Laplace const laplace{epsilon, sensitivity};
  return {laplace,
          {{{0}, {sensitivity}, Relation::substitute, "whole"}, {{0}, {sensitivity / 2}, Relation::substitute, "half"}},
          Answers{.step = sensitivity},
          {{"epsilon", epsilon}, {"sensitivity", sensitivity}, {"scale", laplace.scale()}}};
}

Instance make_laplace_vector(Arguments& values) {
  auto const sensitivity = values["sensitivity"];
  auto const epsilon = values.value_by("epsilon", {{"scale", [=](double scale) { return sensitivity / scale; }}});
  auto const k = values.whole("k");
  Dataset const zero(k, 0.0), spread(k, sensitivity / static_cast<double>(k));
  auto one = zero;
  one[0] = sensitivity;
  Laplace const laplace{epsilon, sensitivity, k};
  return {laplace,
          {{zero, one, Relation::one_differs, "one coordinate"}, {zero, spread, Relation::all_differ, "spread"}},
          Answers{.n = k, .moves = Answers::Moves::sum, .step = sensitivity, .length = "k"},
          {{"epsilon", epsilon}, {"sensitivity", sensitivity}, {"scale", laplace.scale()}, {"k", values["k"]}}};
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
  takes.push_back({"k", 20, "how many answers", Whole{1, 100'000}});
  return {.name = "laplace-vector",
          .summary = "k numbers, each plus independent Laplace noise",
          .release = "R^k",
          .parameters = takes,
          .reference = "DMNS06",
          .make = make_laplace_vector};
}

}  // namespace warner::mechanisms::central
