#include "mechanisms/central/histogram.hpp"

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

Entry histogram_entry() {
  return {
      .name = "histogram",
      .summary = "n counts plus Laplace or geometric noise",
      .release = "R^n or Z^n",
      .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                     {"n", 5, "how many counts"},
                     {"substitute", 0, "1: a person moves from bin to bin, 0: comes or goes"},
                     {"discrete", 0, "1: geometric noise, 0: Laplace"}},
      .reference = "DMNS06",
      .make = [](Given const& given) -> Instance {
        auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
        auto const n = whole_or(given, "n", 5, 1, 100'000), substitute = whole_or(given, "substitute", 0, 0, 1),
                   discrete = whole_or(given, "discrete", 0, 0, 1);
        require(substitute == 0 || n >= 2, "n: one bin alone has nowhere to move to (substitute needs two)");
        Dataset const ones(n, 1.0);
        auto above = ones, below = ones;
        above[0] = 2, below[0] = 0;
        std::vector<Pair> pairs{{ones, above, Relation::one_differ, "one above"},
                                {ones, below, Relation::one_differ, "one below"}};
        if (substitute == 1) {
          above[1] = 0;
          pairs = {{ones, above, Relation::substitute, "from bin to bin"}};
        }
        LaplaceAnswers const mechanism{epsilon, (substitute == 1 ? 2.0 : 1.0) / epsilon,
                                       [](Dataset const& counts) { return counts; },
                                       [n = n](Dataset const& counts) { require_integers(counts, n); }, discrete == 1};
        return {mechanism,
                {{"epsilon", epsilon},
                 {"n", static_cast<double>(n)},
                 {"substitute", static_cast<double>(substitute)},
                 {"discrete", static_cast<double>(discrete)}},
                pairs,
                substitute == 1 ? std::nullopt
                                : std::optional<Domain>{Answers{.n = n, .integers = true, .least = 0, .length = "n"}}};
      }};
}

}  // namespace warner::mechanisms::central
