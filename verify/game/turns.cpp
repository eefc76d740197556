#include "verify/game/turns.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "sim/address.hpp"
#include "sim/stream.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t turns = 6;  // an even number: each is the first of two as often as the other

std::uint64_t timed(Work const& work, std::uint64_t piece, Clock const& now) {
  auto const start = now();
  work(piece);
  return std::max<std::uint64_t>(1, now() - start);
}

/// Halfway between the two middle ones.
std::uint64_t median(std::array<std::uint64_t, turns> times) {
  std::ranges::sort(times);
  auto const low = times[turns / 2 - 1], high = times[turns / 2];
  return low + (high - low) / 2;
}

/// The median times of the one that is started first, and of the other.
std::array<std::uint64_t, 2> medians_of(Start const& start_a, Start const& start_b, std::uint64_t first_piece,
                                        Clock const& now) {
  auto const a = start_a();
  auto const b = start_b();
  a(first_piece);
  b(first_piece);
  std::array<std::uint64_t, turns> of_a{}, of_b{};
  for (std::size_t turn = 0; turn < turns; ++turn) {
    auto const piece = first_piece + 1 + turn;
    if (turn % 2 == 0) of_a[turn] = timed(a, piece, now);
    of_b[turn] = timed(b, piece, now);
    if (turn % 2 != 0) of_a[turn] = timed(a, piece, now);
  }
  return {median(of_a), median(of_b)};
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
    auto const first_piece = pair * (turns + 1);
    auto const head_is_a = coins.word() >> 63 != 0;
    auto const [a, b] = head_is_a ? medians_of(head, base, first_piece, now) : medians_of(base, head, first_piece, now);
    times.push_back(head_is_a ? TimePair{b, a} : TimePair{a, b});
  }
  return times;
}

}  // namespace warner::verify
