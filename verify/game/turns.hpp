#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "verify/bounds/paired_times.hpp"

namespace warner::verify {

/// Something that takes time: a piece of work, the same for both programs where the number is the same.
using Work = std::function<void(std::uint64_t piece)>;
/// Starts a program anew, which then works until nobody holds its work any more.
using Start = std::function<Work()>;
/// Nanoseconds since whenever, and never less than before.
using Clock = std::function<std::uint64_t()>;

/// The monotonic clock of this machine.
std::uint64_t nanoseconds_now();

/// Times two programs side by side.
///
///   1. For each pair both are started anew, as one process of a program may be faster than another for all its life.
///   2. Each does one piece that is not timed: what is slow only once.
///   3. They do sixteen pieces in turns, A B B A A B and so on; a fair coin, one a pair, says which of them is A.
///   4. Of the turns that A begins two count, those whose ratios stand in the middle, and two of those that B begins: a
///      pause of the machine hits one turn or another, and who comes second may find warm caches.
///
/// So whatever drifts, drifts for both; and whatever happened before, the coin makes a pair's sign fair where both are
/// one program. The coins are functions of the seed. A time that the clock can not tell from none is a nanosecond.
/// @throws whatever the programs throw.
std::vector<TimePair> times_in_turns(Start const& base, Start const& head, std::uint64_t pairs, std::uint64_t seed,
                                     Clock const& now = nanoseconds_now);

}  // namespace warner::verify
