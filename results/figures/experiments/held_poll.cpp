#include "results/figures/experiments/held_poll.hpp"

#include "results/figures/experiments/simulation.hpp"
#include "sim/variates.hpp"

namespace warner::results::experiments {

std::uint64_t held_poll(Poll const& poll, std::optional<mechanisms::AnyMechanism> const& asks, sim::Stream& stream) {
  auto const truly = sim::count_bernoulli(stream, sim::bernoulli_threshold(poll.mu), poll.n);
  if (!asks) return truly;
  auto const from_holders = answers(*asks, 1, 1, truly, stream);
  return from_holders + answers(*asks, 0, 1, poll.n - truly, stream);
}

}  // namespace warner::results::experiments
