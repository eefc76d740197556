#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::mechanisms {

/// The pairs that a search chooses from: first those to begin with, then variations of these. A variation is worth a
/// look where the pair that it varies did well.
struct PairsToTry {
  std::vector<Pair> pairs;
  std::size_t named = 0;                    ///< how many, from the front, the author named
  std::vector<std::size_t> variation_of{};  ///< one for each variation: the index of the pair that it varies
};

/// The first instance's own pairs, then those that follow from its domain; then, of vectors of answers, two kinds of
/// variations:
///   distance  all answers, or those that move unlike most, shifted up and down by 2 and 6 units (unit: step /
///   epsilon); length    the same pattern at the lengths of the other instances.
PairsToTry pairs_to_try(std::span<Instance const> of_each_length);

/// The pairs of all instances, whose lengths somebody named; these vary in distance alone.
PairsToTry pairs_of_named_lengths(std::span<Instance const> of_each_length);

/// The variations of one pair in distance, in units of `unit`. Every answer moves from D to D' as before, and the
/// guarantee covers the pair.
std::vector<Pair> variations_of(Pair const& pair, Answers const& answers, double unit);

/// The same pair from so many times as far, times >= 1: of answers, every move is so many times as long, and its
/// middle stays where the domain lets it; of records, the person comes so many times. Empty where the domain has no
/// such datasets.
std::optional<Pair> from_afar(Pair const& pair, Domain const& domain, double times);

}  // namespace warner::mechanisms
