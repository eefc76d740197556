#include <fmt/format.h>

#include "mechanisms/central/linear_laplace.hpp"
#include "mechanisms/central/streams.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

central::LinearLaplace stream_of(double epsilon, std::size_t n, std::size_t m) {
  require(m >= 1 && m <= n, fmt::format("m: a block of {} is never complete among {}", m, n));
  auto const sum = central::smart_sum(n, m);
  std::vector<double> scales;
  for (std::size_t i = 1; i <= n; ++i) scales.push_back(i % m == 0 ? 0 : 1 / epsilon);
  return {2 * epsilon, sum.nodes, sum.mixed, scales};
}

/// The smart sum (central/streams.hpp) without noise at the ends of blocks [WDKZ20]: the sum at the first block's end
/// is exact. Flaw: disjoint support, delta is 1 as soon as an entry of a complete block moves.
class SmartSum {
 public:
  SmartSum(double epsilon, std::size_t n, std::size_t m) : stream_{stream_of(epsilon, n, m)} {}
  std::vector<Column> columns(Dataset const& dataset) const { return stream_.columns(dataset); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const { stream_.release(dataset, stream, out); }
  Guarantee guarantee() const { return stream_.guarantee(); }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const { return stream_.privacy(pair); }

 private:
  central::LinearLaplace stream_;  // whose density is not: there are atoms
};

}  // namespace

Entry smart_sum_entry() {
  return {.name = "broken/smart-sum",
          .summary = "running sums of a stream in blocks, no noise at their ends",
          .release = "R^n",
          .parameters = {epsilon_parameter("half of what is claimed, > 0"),
                         {"n", 10, "how many numbers", Whole{1, 1000}},
                         {"m", 4, "length of a block", Whole{1, 1000}}},
          .flaw = "no noise at the ends of blocks: their sums are exact",
          .reference = "WDKZ20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), m = values.whole("m");
            Dataset const zero(n, 0.0);
            auto one = zero;
            one[0] = 1;
            return {SmartSum{epsilon, n, m}, {{zero, one, Relation::one_differs, "first entry"}}};
          }};
}

}  // namespace warner::mechanisms::broken
