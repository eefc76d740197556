#include "mechanisms/broken/smart_sum.hpp"

#include <fmt/format.h>

#include "mechanisms/central/streams.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

central::LinearLaplace stream_of(double epsilon, std::size_t n, std::size_t m) {
  require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon");
  require(m >= 1 && m <= n, fmt::format("m: a block of {} is never complete among {}", m, n));
  auto const sum = central::smart_sum(n, m);
  std::vector<double> scales;
  for (std::size_t i = 1; i <= n; ++i) scales.push_back(i % m == 0 ? 0 : 1 / epsilon);
  return {2 * epsilon, sum.nodes, sum.mixed, scales};
}

}  // namespace

SmartSum::SmartSum(double epsilon, std::size_t n, std::size_t m) : stream_{stream_of(epsilon, n, m)} {}

Entry smart_sum_entry() {
  return {.name = "broken/smart-sum",
          .summary = "running sums of a stream in blocks, no noise at their ends",
          .release = "R^n",
          .parameters = {{"epsilon", 1, "half of what is claimed, > 0"},
                         {"n", 10, "how many numbers"},
                         {"m", 4, "length of a block"}},
          .flaw = "no noise at the ends of blocks: their sums are exact",
          .reference = "WDKZ20",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 10, 1, 1000), m = whole_or(given, "m", 4, 1, 1000);
            Dataset const zero(n, 0.0);
            auto one = zero;
            one[0] = 1;
            return {SmartSum{epsilon, n, m},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"m", static_cast<double>(m)}},
                    {{zero, one, Relation::one_differ, "first entry"}}};
          }};
}

}  // namespace warner::mechanisms::broken
