#include "mechanisms/broken/laplace_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {

LaplaceSums::LaplaceSums(double epsilon, double scale, std::size_t n, Release what)
    : epsilon_{require_positive("epsilon", epsilon, "what is claimed")}, n_{n}, what_{what},
      noise_{require_positive("scale", scale, "of the Laplace noise")} {
  require(n >= 1, "n: 0 numbers are none to release");
}

Dataset LaplaceSums::answers(Dataset const& dataset) const {
  if (what_ == Release::each) return dataset;
  auto const sum = std::accumulate(dataset.begin(), dataset.end(), 0.0);
  return Dataset(what_ == Release::twice ? 2 : 1, sum);
}

std::vector<Column> LaplaceSums::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return std::vector<Column>(answers(dataset).size(), Column{"y", Column::Kind::real});
}

void LaplaceSums::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const exact = answers(dataset);
  for (std::size_t j = 0; j < exact.size(); ++j) noise_.fill(stream, exact[j], out.column(j));
}

void LaplaceSums::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const exact = answers(dataset);
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < exact.size(); ++j)
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += noise_.log_pdf(releases(i, j) - exact[j]);
}

std::optional<privacy::PairPrivacy> LaplaceSums::privacy(Pair const& pair) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  auto const there = answers(pair.d), back = answers(pair.d_prime);
  std::vector<double> shifts;
  for (std::size_t j = 0; j < there.size(); ++j) shifts.push_back(std::fabs(there[j] - back[j]) / noise_.scale());
  return privacy::laplace_pair(shifts);
}

namespace {

struct Made {
  double epsilon;
  std::size_t n;
  Parameters parameters;
};

Made made_from(Given const& given, double epsilon, std::uint64_t n) {
  auto const e = epsilon_from(given, epsilon, {{"epsilon", [](double x) { return x; }}});
  auto const count = whole_or(given, "n", n, 1, 100'000);
  return {e, count, {{"epsilon", e}, {"n", static_cast<double>(count)}}};
}

std::vector<Parameter> parameters(double epsilon, double n, char const* what) {
  return {{"epsilon", epsilon, "what is claimed, > 0"}, {"n", n, what}};
}

Pair first_differs(std::size_t n, double value) {
  Dataset const zero(n, 0.0);
  return {zero,
          [&] {
            auto copy = zero;
            copy[0] = value;
            return copy;
          }(),
          Relation::one_differ, "one differs"};
}

}  // namespace

Entry histogram_wrong_scale_entry() {
  return {.name = "broken/histogram-wrong-scale",
          .summary = "n counts with noise of scale epsilon",
          .release = "R^n",
          .parameters = parameters(0.1, 5, "how many counts"),
          .flaw = "noise of scale epsilon, not 1 / epsilon: truly 1 / epsilon, worse than the claim below 1",
          .reference = "D18",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, resolved] = made_from(given, 0.1, 5);
            auto pairs = eight_patterns(n);
            std::erase_if(pairs, [](Pair const& p) { return p.relation != Relation::one_differ; });
            return {LaplaceSums{epsilon, epsilon, n, LaplaceSums::Release::each}, resolved, pairs,
                    Answers{.n = n, .length = "n"}};
          }};
}

Entry partial_sum_wrong_scale_entry() {
  return {.name = "broken/partial-sum-wrong-scale",
          .summary = "the sum of n numbers in [0, 1] with half the noise",
          .release = "R^1",
          .parameters = parameters(1, 5, "how many numbers"),
          .flaw = "noise of scale 1 / (2 epsilon): truly 2 epsilon",
          .reference = "D18",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, resolved] = made_from(given, 1, 5);
            return {LaplaceSums{epsilon, 1 / (2 * epsilon), n, LaplaceSums::Release::sum},
                    resolved,
                    {first_differs(n, 1)},
                    Answers{.n = n, .length = "n"}};
          }};
}

Entry unclipped_sum_entry() {
  return {.name = "broken/unclipped-sum",
          .summary = "the sum of n numbers that were to be in [0, 1]",
          .release = "R^1",
          .parameters = parameters(1, 5, "how many numbers"),
          .flaw = "records are not clipped: a record of 10 moves the sum by ten sensitivities",
          .reference = "DMNS06",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, resolved] = made_from(given, 1, 5);
            return {LaplaceSums{epsilon, 1 / epsilon, n, LaplaceSums::Release::sum},
                    resolved,
                    {first_differs(n, 10), first_differs(n, 1)},
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, 10}}};
          }};
}

Entry double_spend_entry() {
  return {.name = "broken/double-spend",
          .summary = "the sum of n numbers in [0, 1], twice",
          .release = "R^2",
          .parameters = parameters(1, 1, "how many numbers"),
          .flaw = "two answers at epsilon each, one claimed: truly 2 epsilon",
          .reference = "DMNS06",
          .make = [](Given const& given) -> Instance {
            auto const [epsilon, n, resolved] = made_from(given, 1, 1);
            return {LaplaceSums{epsilon, 1 / epsilon, n, LaplaceSums::Release::twice},
                    resolved,
                    {first_differs(n, 1)},
                    Answers{.n = n, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::broken
