#include <algorithm>
#include <cmath>
#include <cstdint>

#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {
namespace {

std::vector<Parameter> parameters(double n, char const* meaning, std::uint64_t least = 1) {
  return {epsilon_parameter("what is claimed, > 0"), {"n", n, meaning, Whole{least, 100'000}}};
}

Dataset wrapped_sum(Dataset const& records) {
  std::uint32_t sum = 0;
  for (auto const x : records) sum += static_cast<std::uint32_t>(static_cast<std::int64_t>(x));
  return {static_cast<double>(static_cast<std::int32_t>(sum))};
}

/// LaplaceAnswers whose releases are rounded: known at delta = 0 alone.
class RoundedSum {
 public:
  explicit RoundedSum(LaplaceAnswers sum) : sum_{std::move(sum)} {}
  std::vector<Column> columns(Dataset const& dataset) const { return sum_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { sum_.release(dataset, stream, out); }
  Guarantee guarantee() const { return sum_.guarantee(); }
  std::optional<double> exact_epsilon(Pair const& pair, double delta) const {
    auto const moved = sum_.privacy(pair)->epsilon(0);
    return delta == 0 || moved == 0 ? std::optional{moved} : std::nullopt;
  }

 private:
  LaplaceAnswers sum_;
};

}  // namespace

/// Sums that move further than their authors thought; each claims epsilon with Laplace noise of scale 1 / epsilon.
/// Flaw: sensitivity.
///   two-sided-clip-wrong-sensitivity  records clipped to [-1, 1] and substituted move the sum by 2: truly 2 epsilon
///   wrapping-sum                      a 32-bit sum wraps around: one record more by 1 moves it by 2^32 - 1
///   float-sum-order                   doubles added in the order of the records: after 2^53 every 1 is lost, so the
///                                     same records in another order have another sum [CSVW22]. The release is rounded
///                                     to the grid of doubles up there, which is post-processing; the grid's points in
///                                     the tails still have the full ratio, so epsilon is |sum - sum'| epsilon at delta
///                                     = 0. At other deltas it is open.
Entry two_sided_clip_wrong_sensitivity_entry() {
  return {.name = "broken/two-sided-clip-wrong-sensitivity",
          .summary = "the sum of n records clipped to [-1, 1]",
          .release = "R^1",
          .parameters = parameters(5, "how many records"),
          .flaw = "noise for records that come or go, but they are replaced: from -1 to 1 is 2",
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const sum = [](Dataset const& records) {
              double total = 0;
              for (auto const x : records) total += std::clamp(x, -1.0, 1.0);
              return Dataset{total};
            };
            auto const pair = substitute(Dataset(n, -1.0), 0, 1, "from -1 to 1");
            return {LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)}, {pair}};
          }};
}

Entry wrapping_sum_entry() {
  return {.name = "broken/wrapping-sum",
          .summary = "the sum of n integers in 32 bits, of which one moves by 1",
          .release = "R^1",
          .parameters = parameters(2, "how many integers"),
          .flaw = "the sum wraps around: from 2147483647 to -2147483648",
          .reference = "CSVW22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            Dataset most(n, 0.0);
            most[0] = 2147483647;
            auto more = most;
            if (n > 1) more[1] = 1;
            else more[0] = 2147483648.0;
            return {LaplaceAnswers{epsilon, 1 / epsilon, wrapped_sum,
                                   [n](Dataset const& records) { require_integers(records, n); }},
                    {{most, more, Relation::one_differs, "one more than fits"}}};
          }};
}

Entry float_sum_order_entry() {
  return {.name = "broken/float-sum-order",
          .summary = "the sum of records in double precision, of which one moves by 1",
          .release = "R^1",
          .parameters = parameters(65, "how many records, >= 4", 4),
          .flaw = "added in the order of the records: the same ones in another order have another sum",
          .reference = "CSVW22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const sum = [](Dataset const& records) {
              double total = 0;
              for (auto const x : records) total += x;
              return Dataset{total};
            };
            Dataset large_first(n, 1.0), large_last(n, 1.0);
            large_first.front() = large_last.back() = 0x1p53;
            return {RoundedSum{LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)}},
                    {{large_first, large_last, Relation::substitute, "the same records in another order"}}};
          }};
}

}  // namespace warner::mechanisms::broken
