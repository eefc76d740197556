#include "mechanisms/central/rare_leak.hpp"

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// rare-leak that claims epsilon and does not mention tau. Flaw: delta mass.
Entry rare_leak_entry() {
  return {.name = "broken/rare-leak",
          .summary = "a number plus Laplace noise, or once in 1 / tau releases the number itself",
          .release = "{0,1} x R",
          .parameters = central::rare_leak_parameters(),
          .flaw = "claims epsilon and is silent about tau, the probability of a leak",
          .reference = "DKMMN06",
          .out_of_reach = "a leak in 1 / tau releases is seen when trials times tau are a thousand or so",
          .make = [](Arguments& values) { return central::make_rare_leak(values, false); }};
}

}  // namespace warner::mechanisms::broken
