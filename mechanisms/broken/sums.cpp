#include "mechanisms/broken/sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

double epsilon_of(Given const& given) {
  return epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
}

std::vector<Parameter> parameters(double n, char const* meaning) {
  return {{"epsilon", 1, "what is claimed, > 0"}, {"n", n, meaning}};
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

Entry two_sided_clip_wrong_sensitivity_entry() {
  return {.name = "broken/two-sided-clip-wrong-sensitivity",
          .summary = "the sum of n records clipped to [-1, 1]",
          .release = "R^1",
          .parameters = parameters(5, "how many records"),
          .flaw = "noise for records that come or go, but they are replaced: from -1 to 1 is 2",
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_of(given);
            auto const n = whole_or(given, "n", 5, 1, 100'000);
            auto const sum = [](Dataset const& records) {
              double total = 0;
              for (auto const x : records) total += std::clamp(x, -1.0, 1.0);
              return Dataset{total};
            };
            auto pair = substitute(Dataset(n, -1.0), 0, 1);
            pair.label = "from -1 to 1";
            return {LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    {pair}};
          }};
}

Entry wrapping_sum_entry() {
  return {.name = "broken/wrapping-sum",
          .summary = "the sum of n integers in 32 bits, of which one moves by 1",
          .release = "R^1",
          .parameters = parameters(2, "how many integers"),
          .flaw = "the sum wraps around: from 2147483647 to -2147483648",
          .reference = "CSVW22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_of(given);
            auto const n = whole_or(given, "n", 2, 1, 100'000);
            Dataset most(n, 0.0);
            most[0] = 2147483647;
            auto more = most;
            if (n > 1) more[1] = 1;
            else more[0] = 2147483648.0;
            return {LaplaceAnswers{epsilon, 1 / epsilon, wrapped_sum,
                                   [n](Dataset const& records) { require_integers(records, n); }},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    {{most, more, Relation::one_differ, "one more than fits"}}};
          }};
}

Entry float_sum_order_entry() {
  return {.name = "broken/float-sum-order",
          .summary = "the sum of records in double precision, of which one moves by 1",
          .release = "R^1",
          .parameters = parameters(65, "how many records, >= 4"),
          .flaw = "added in the order of the records: the same ones in another order have another sum",
          .reference = "CSVW22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_of(given);
            auto const n = whole_or(given, "n", 65, 4, 100'000);
            auto const sum = [](Dataset const& records) {
              double total = 0;
              for (auto const x : records) total += x;
              return Dataset{total};
            };
            Dataset large_first(n, 1.0), large_last(n, 1.0);
            large_first.front() = large_last.back() = 0x1p53;
            return {RoundedSum{LaplaceAnswers{epsilon, 1 / epsilon, sum, numbers(n)}},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    {{large_first, large_last, Relation::substitute, "the same records in another order"}}};
          }};
}

}  // namespace warner::mechanisms::broken
