#include "mechanisms/broken/rare_leak.hpp"

namespace warner::mechanisms::broken {

Entry rare_leak_entry() {
  return {.name = "broken/rare-leak",
          .summary = "a number plus Laplace noise, or once in 1 / tau releases the number itself",
          .release = "{0,1} x R",
          .parameters = central::rare_leak_parameters(),
          .flaw = "claims epsilon and is silent about tau, the probability of a leak",
          .reference = "DKMMN06",
          .out_of_reach = "a leak in 1 / tau releases is seen when trials times tau are a thousand or so",
          .make = [](Given const& given) { return central::make_rare_leak(given, false); }};
}

}  // namespace warner::mechanisms::broken
