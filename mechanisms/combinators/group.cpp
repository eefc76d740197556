#include "mechanisms/combinators/group.hpp"

#include "mechanisms/central/laplace.hpp"
#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::combinators {

Group::Group(AnyMechanism inner, std::size_t k) : inner_{std::move(inner)}, claim_{group_of(inner_.guarantee(), k)} {}

Entry group_laplace_entry() {
  return {.name = "group-laplace",
          .summary = "a count plus Laplace noise, for groups of k people",
          .release = "R^1",
          .parameters = {{"epsilon", 1, "what one person spends, > 0"}, {"k", 3, "how many people are a group"}},
          .reference = "DR14",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const k = whole_or(given, "k", 3, 1, 1'000'000);
            return {Group{central::Laplace{epsilon}, k},
                    {{"epsilon", epsilon}, {"k", static_cast<double>(k)}},
                    {{{0}, {static_cast<double>(k)}, Relation::substitute, "a group apart"}},
                    Answers{.step = static_cast<double>(k)}};
          }};
}

}  // namespace warner::mechanisms::combinators
