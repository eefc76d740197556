#include "results/suite/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/two_tallies.hpp"

namespace warner::results {
namespace {

/// Of a share of the guesses that are right, the epsilon whose odds it has.
double epsilon_of(double share, std::uint64_t coin_odds) {
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return std::max(0.0, std::log(share * static_cast<double>(coin_odds) / (1 - share)));
}

Estimate estimate(sim::Tally const& tally, bool of_accuracy) {
  constexpr double each_side = 0.025;
  auto const all = tally.spoke();
  if (all == 0) return {0, 0, of_accuracy ? 1 : std::numeric_limits<double>::infinity()};
  Estimate const share{static_cast<double>(tally.right) / static_cast<double>(all),
                       verify::clopper_pearson_lower(tally.right, all, each_side),
                       verify::clopper_pearson_upper(tally.right, all, each_side)};
  if (of_accuracy) return share;
  auto const odds = tally.coin_odds;
  return {epsilon_of(share.value, odds), epsilon_of(share.lower, odds), epsilon_of(share.upper, odds)};
}

Move moved(BaselineEntry const& base, BaselineEntry const& head, double level, bool later) {
  Move move{.name = base.name, .base = base.reference, .head = head.current, .level = level, .beyond = base.beyond};
  auto const of_accuracy = base.beyond.has_value();
  move.base_estimate = estimate(move.base.tally, of_accuracy);
  move.head_estimate = estimate(move.head.tally, of_accuracy);
  auto const same = base.record && head.record ? digest(*head.record) == digest(*base.record)
                                               : head.beyond == base.beyond && !base.record && !head.record;
  if (head.question != base.question || !same) {
    move.kind = Move::Kind::asks_otherwise;
  } else if (later && head.current.versions == base.current.versions &&
             head.current.fingerprint == base.current.fingerprint) {
    move.kind = Move::Kind::not_looked_at;
  } else if (head.current.fingerprint == base.reference.fingerprint) {
    move.kind = Move::Kind::unchanged;
  } else {
    move.p_worse = verify::p_value_of_larger_odds(move.base.tally, move.head.tally);
    move.p_better = verify::p_value_of_larger_odds(move.head.tally, move.base.tally);
    move.kind = move.p_worse <= level    ? Move::Kind::worse
                : move.p_better <= level ? Move::Kind::better
                                         : Move::Kind::none;
  }
  return move;
}

/// Whether the head was timed in its version, as it is.
bool is_timed(BaselineEntry const& base, BaselineEntry const& head, std::uint64_t version) {
  return head.times && head.question == base.question && head.times->version == version &&
         head.times->head == head.current.fingerprint;
}

Move moved_in_time(BaselineEntry const& base, BaselineEntry const& head, double level, double factor) {
  constexpr double both_sides = 0.05;
  auto const& pairs = head.times->pairs;
  Move move{.name = base.name, .level = level};
  move.p_worse = verify::p_value_of_larger_times(pairs, factor);
  move.p_better = verify::p_value_of_smaller_times(pairs, 1 / factor);
  move.kind = move.p_worse <= level    ? Move::Kind::worse
              : move.p_better <= level ? Move::Kind::better
                                       : Move::Kind::none;
  move.time = {*head.times, verify::ratio_of_times(pairs, both_sides), factor,
               head.times->base == base.reference.fingerprint};
  return move;
}

}  // namespace

BaselineEntry const* Baseline::find(std::string_view name) const {
  auto const found = std::ranges::find(entries, name, &BaselineEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

double level_of_each(Baseline const& base, std::uint64_t version, std::size_t comparisons) {
  constexpr double directions = 2;
  return verify::level_of_comparison(base.level, std::max<std::uint64_t>(1, version)) /
         (directions * static_cast<double>(std::max<std::size_t>(1, comparisons)));
}

std::vector<Move> compare(Baseline const& base, Baseline const& head, double factor) {
  require(factor >= 1 && std::isfinite(factor), fmt::format("factor: {} is below 1", factor));
  require(head.version >= base.version,
          fmt::format("head: its version {} is before version {} of the base (the base comes first)", head.version,
                      base.version));
  std::vector<Move> moves;
  auto const timed = std::ranges::count_if(base.entries, [&](BaselineEntry const& entry) {
    auto const* const other = head.find(entry.name);
    return other && is_timed(entry, *other, head.version);
  });
  auto const level = level_of_each(base, head.version, base.entries.size() + static_cast<std::size_t>(timed));
  for (auto const& entry : base.entries) {
    auto const* const other = head.find(entry.name);
    moves.push_back(other ? moved(entry, *other, level, head.version > base.version)
                          : Move{.kind = Move::Kind::gone, .name = entry.name, .base = entry.reference});
    if (other && is_timed(entry, *other, head.version)) moves.push_back(moved_in_time(entry, *other, level, factor));
  }
  for (auto const& entry : head.entries)
    if (!base.find(entry.name))
      moves.push_back({.kind = Move::Kind::appeared, .name = entry.name, .head = entry.current});
  return moves;
}

}  // namespace warner::results
