#pragma once

#include <cstdint>
#include <optional>

#include "mechanisms/contract/mechanism.hpp"
#include "results/figures/experiments/poll.hpp"
#include "sim/stream.hpp"

namespace warner::results::experiments {

/// Holds the poll once and returns its number of ones: each person's truth is a coin of mu, each answer a release of
/// `asks`. Without `asks` everybody tells the truth.
std::uint64_t held_poll(Poll const& poll, std::optional<mechanisms::AnyMechanism> const& asks, sim::Stream& stream);

}  // namespace warner::results::experiments
