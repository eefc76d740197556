#include <algorithm>
#include <cmath>
#include <numeric>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {
namespace {

/// Sums and histograms whose Laplace noise does not fit what one person can do; each claims epsilon. Flaw: ratio.
///   histogram-wrong-scale    n counts, noise of scale epsilon in the place of 1 / epsilon: truly 1 / epsilon [D18]
///   partial-sum-wrong-scale  the sum of n numbers in [0, 1], scale 1 / (2 epsilon): truly 2 epsilon
///   unclipped-sum            records are not clipped to [0, 1], the scale is for those that are: |x - x'| epsilon
///   double-spend             two answers to one question, each at epsilon: truly 2 epsilon
class LaplaceSums {
 public:
  enum class Release { each, sum, twice };

  /// @throws std::invalid_argument unless the scale is positive and finite.
  LaplaceSums(double epsilon, double scale, std::size_t n, Release what)
      : epsilon_{epsilon}, n_{n}, what_{what}, noise_{require_positive("scale", scale, "of the Laplace noise")} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return std::vector<Column>(answers(dataset).size(), Column{"y", Column::Kind::real});
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const exact = answers(dataset);
    for (std::size_t j = 0; j < exact.size(); ++j) noise_.fill(stream, exact[j], out.column(j));
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const exact = answers(dataset);
    std::ranges::fill(out, 0.0);
    for (std::size_t j = 0; j < exact.size(); ++j)
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += noise_.log_pdf(releases(i, j) - exact[j]);
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    require_numbers(pair.d, n_);
    require_numbers(pair.d_prime, n_);
    auto const there = answers(pair.d), back = answers(pair.d_prime);
    std::vector<double> shifts;
    for (std::size_t j = 0; j < there.size(); ++j) shifts.push_back(std::fabs(there[j] - back[j]) / noise_.scale());
    return privacy::laplace_pair(shifts);
  }

 private:
  // what gets the noise
  Dataset answers(Dataset const& dataset) const {
    if (what_ == Release::each) return dataset;
    auto const sum = std::accumulate(dataset.begin(), dataset.end(), 0.0);
    return Dataset(what_ == Release::twice ? 2 : 1, sum);
  }

  double epsilon_;
  std::size_t n_;
  Release what_;
  noise::Laplace noise_;
};

std::vector<Parameter> parameters(double epsilon, double n, char const* what) {
  return {epsilon_parameter("what is claimed, > 0", epsilon), {"n", n, what, Whole{1, 100'000}}};
}

Pair first_differs(std::size_t n, double value) {
  Dataset const zero(n, 0.0);
  return {zero,
          [&] {
            auto copy = zero;
            copy[0] = value;
            return copy;
          }(),
          Relation::one_differs, "one differs"};
}

}  // namespace

Entry histogram_wrong_scale_entry() {
  return {
      .name = "broken/histogram-wrong-scale",
      .summary = "n counts with noise of scale epsilon",
      .release = "R^n",
      .parameters = parameters(0.1, 5, "how many counts"),
      .flaw = "noise of scale epsilon, not 1 / epsilon: truly 1 / epsilon, worse than the claim below 1",
      .reference = "D18",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        auto const n = values.whole("n");
        auto pairs = eight_patterns(n);
        std::erase_if(pairs, [](Pair const& p) { return p.relation != Relation::one_differs; });
        return {LaplaceSums{epsilon, epsilon, n, LaplaceSums::Release::each}, pairs, Answers{.n = n, .length = "n"}};
      }};
}

Entry partial_sum_wrong_scale_entry() {
  return {.name = "broken/partial-sum-wrong-scale",
          .summary = "the sum of n numbers in [0, 1] with half the noise",
          .release = "R^1",
          .parameters = parameters(1, 5, "how many numbers"),
          .flaw = "noise of scale 1 / (2 epsilon): truly 2 epsilon",
          .reference = "D18",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {LaplaceSums{epsilon, 1 / (2 * epsilon), n, LaplaceSums::Release::sum},
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
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {LaplaceSums{epsilon, 1 / epsilon, n, LaplaceSums::Release::sum},
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
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {LaplaceSums{epsilon, 1 / epsilon, n, LaplaceSums::Release::twice},
                    {first_differs(n, 1)},
                    Answers{.n = n, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::broken
