#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::mechanisms {

/// What a search over pairs chooses from. Pairs that anybody would begin with come first; each of the others varies one
/// of those, and is worth a look where that one is.
struct PairsToTry {
  std::vector<Pair> pairs;
  std::size_t named = 0;                    ///< the first so many are the author's own
  std::vector<std::size_t> variation_of{};  ///< which pair each of the last so many varies
};

/// The author's pairs of the first instance and those that follow from its domain; and of each, where it is a pair of
/// vectors of answers, variations:
///   - all answers further down or up, or those alone that go another way than most: by twice and by six times what the
///     claim lets noise hide (a step / epsilon);
///   - the same pattern of the lengths that the other instances have.
PairsToTry pairs_to_try(std::span<Instance const> of_each_length);

/// Of lengths that somebody named: the pairs of all of them are there from the start, and vary in distance alone.
PairsToTry pairs_of_named_lengths(std::span<Instance const> of_each_length);

/// The first kind of variations of one pair; `unit`: how far noise reaches. Those that the guarantee covers, and in
/// which every answer moves as it did.
std::vector<Pair> variations_of(Pair const& pair, Answers const& answers, double unit);

}  // namespace warner::mechanisms
