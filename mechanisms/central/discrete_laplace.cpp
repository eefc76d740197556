#include "mechanisms/central/discrete_laplace.hpp"

#include <cmath>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"

namespace warner::mechanisms::central {
namespace {

double ratio_of(double epsilon, std::uint64_t sensitivity) {
  require_positive("epsilon", epsilon, "the noise has ratio e^(-epsilon / sensitivity)");
  require(sensitivity >= 1, "sensitivity: 0 is below 1 (neighbouring counts differ by at least 1)");
  return std::exp(-epsilon / static_cast<double>(sensitivity));
}

}  // namespace

DiscreteLaplace::DiscreteLaplace(double epsilon, std::uint64_t sensitivity)
    : epsilon_{epsilon}, sensitivity_{static_cast<double>(sensitivity)}, noise_{ratio_of(epsilon, sensitivity)} {}

std::vector<Column> DiscreteLaplace::columns(Dataset const& dataset) const {
  require_integers(dataset, 1);
  return {{"y", Column::Kind::integer}};
}

void DiscreteLaplace::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = noise_.log_pmf(y[i] - dataset[0]);
}

double DiscreteLaplace::exact_epsilon(Pair const& pair, double delta) const {
  auto const distance = l1_distance(pair);
  if (distance == 0) return 0;
  if (delta == 0) return distance * epsilon_ / sensitivity_;
  return privacy::epsilon_at(
      [&](double epsilon) { return privacy::discrete_laplace_delta(noise_.ratio(), distance, epsilon); }, delta);
}

std::optional<privacy::PairPrivacy> DiscreteLaplace::privacy(Pair const& pair) const {
  auto const distance = l1_distance(pair);
  if (distance == 0) return privacy::equal_pair();
  if (distance > 1e6) return std::nullopt;
  return privacy::lattice_pair(
      privacy::discrete_laplace_law(epsilon_ / static_cast<long double>(sensitivity_), static_cast<int>(distance)),
      true);
}

Entry discrete_laplace_entry() {
  return {.name = "discrete-laplace",
          .summary = "an integer plus two-sided geometric noise (the geometric mechanism)",
          .release = "Z",
          .parameters = {epsilon_parameter(),
                         {"ratio",
                          {},
                          "of the noise, in (0, 1): e^(-epsilon / sensitivity)",
                          Probability{"e^(-epsilon / sensitivity)"}},
                         {"sensitivity", 1, "how far one person moves the answer, a whole number >= 1",
                          Whole{1, 1'000'000}}},
          .reference = "GRS12",
          .alias = "geometric",
          .make = [](Arguments& values) -> Instance {
            auto const sensitivity = values.whole("sensitivity");
            auto const far = static_cast<double>(sensitivity);
            auto const epsilon =
                values.value_by("epsilon", {{"ratio", [=](double ratio) { return -std::log(ratio) * far; }}});
            DiscreteLaplace const geometric{epsilon, sensitivity};
            Instance instance{geometric,
                              {{{0}, {far}, Relation::substitute, "whole"}},
                              Answers{.step = far, .integers = true},
                              {{"epsilon", epsilon}, {"sensitivity", far}, {"ratio", geometric.ratio()}}};
            if (sensitivity > 1) instance.pairs.push_back({{0}, {1}, Relation::substitute, "one"});
            return instance;
          }};
}

}  // namespace warner::mechanisms::central
