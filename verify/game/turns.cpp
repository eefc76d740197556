#include "verify/game/turns.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "sim/address.hpp"
#include "sim/stream.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t half = 8, turns = 2 * half;

std::uint64_t timed(Work const& work, std::uint64_t piece, Clock const& now) {
  auto const start = now();
  work(piece);
  return std::max<std::uint64_t>(1, now() - start);
}

using Half = std::array<TimePair, half>;

/// Both times of the two turns whose ratios stand in the middle.
TimePair middle_of(Half pairs) {
  std::ranges::sort(pairs, {}, &TimePair::ratio);
  auto const &low = pairs[half / 2 - 1], &high = pairs[half / 2];
  return {low.base + high.base, low.head + high.head};
}

TimePair pair_of(Start const& start_base, Start const& start_head, bool head_begins, std::uint64_t first_piece,
                 Clock const& now) {
  Work base, head;
  if (head_begins) head = start_head();
  base = start_base();
  if (!head_begins) head = start_head();
  if (head_begins) head(first_piece);
  base(first_piece);
  if (!head_begins) head(first_piece);
  std::array<Half, 2> of_place{};  // those in which the one that began is first, and the others
  for (std::size_t turn = 0; turn < turns; ++turn) {
    auto const piece = first_piece + 1 + turn;
    auto& pair = of_place[turn % 2][turn / 2];
    auto const head_is_first = head_begins == (turn % 2 == 0);
    if (head_is_first) pair.head = timed(head, piece, now);
    pair.base = timed(base, piece, now);
    if (!head_is_first) pair.head = timed(head, piece, now);
  }
  auto const first = middle_of(of_place[0]), second = middle_of(of_place[1]);
  return {first.base + second.base, first.head + second.head};
}

}  // namespace

std::uint64_t nanoseconds_now() {
  auto const since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

std::vector<TimePair> times_in_turns(Start const& base, Start const& head, std::uint64_t pairs, std::uint64_t seed,
                                     Clock const& now) {
  sim::Stream coins{{seed, sim::Purpose::permute}, 0};
  std::vector<TimePair> times;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    auto const head_begins = coins.word() >> 63 != 0;
    times.push_back(pair_of(base, head, head_begins, pair * (turns + 1), now));
  }
  return times;
}

}  // namespace warner::verify
