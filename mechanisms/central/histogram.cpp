#include "mechanisms/central/laplace_answers.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

/// n counts, each plus independent Laplace noise of scale s / epsilon, or two-sided geometric noise of that scale
/// [DMNS06]. s = 1 when a person comes or goes, 2 when one is replaced and so leaves one bin for another.
///
/// Guarantee:  epsilon-DP, reached.
/// Data:       the n counts.
Entry histogram_entry() {
  return {.name = "histogram",
          .summary = "n counts plus Laplace or geometric noise",
          .release = "R^n or Z^n",
          .parameters = {epsilon_parameter(),
                         {"n", 5, "how many counts", Whole{1, 100'000}},
                         {"substitute", 0, "1: a person moves from bin to bin, 0: comes or goes", Whole{0, 1}},
                         {"discrete", 0, "1: geometric noise, 0: Laplace", Whole{0, 1}}},
          .reference = "DMNS06",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const substitute = values.flag("substitute"), discrete = values.flag("discrete");
            require(!substitute || n >= 2, "n: one bin alone has nowhere to move to (substitute needs two)");
            Dataset const ones(n, 1.0);
            auto above = ones, below = ones;
            above[0] = 2, below[0] = 0;
            std::vector<Pair> pairs{{ones, above, Relation::one_differs, "one above"},
                                    {ones, below, Relation::one_differs, "one below"}};
            if (substitute) {
              above[1] = 0;
              pairs = {{ones, above, Relation::substitute, "from bin to bin"}};
            }
            LaplaceAnswers const mechanism{epsilon, (substitute ? 2.0 : 1.0) / epsilon,
                                           [](Dataset const& counts) { return counts; },
                                           [n = n](Dataset const& counts) { require_integers(counts, n); }, discrete};
            return {mechanism, pairs,
                    substitute ? std::nullopt
                               : std::optional<Domain>{Answers{.n = n, .integers = true, .least = 0, .length = "n"}}};
          }};
}

}  // namespace warner::mechanisms::central
