#include "mechanisms/combinators/group.hpp"

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::combinators {

Group::Group(AnyMechanism inner, std::size_t k) : inner_{std::move(inner)}, claim_{group_of(inner_.guarantee(), k)} {}

Entry group_laplace_entry() {
  return {.name = "group-laplace",
          .summary = "a count plus Laplace noise, for groups of k people",
          .release = "R^1",
          .parameters = {epsilon_parameter("what one person spends, > 0"),
                         {"k", 3, "how many people are a group", Whole{1, 1'000'000}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            return {Group{central::Laplace{epsilon}, k},
                    {{{0}, {static_cast<double>(k)}, Relation::substitute, "a group apart"}},
                    Answers{.step = static_cast<double>(k)}};
          }};
}

}  // namespace warner::mechanisms::combinators
