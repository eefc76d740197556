#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/contract/domain.hpp"

namespace warner::mechanisms {

/// Labelled pairs of neighbours that follow from a domain alone: at most a few dozen, the likelier to leak first.
///   Answers:    the patterns of neighbours.hpp around answers of 1, of 0 and far off, and around one answer ahead of
///   the
///               rest; the last answer alone; one step spread over all.
///   Categories: the first and the last, the last two, the middle and the last.
///   Records:    no others, others all at one value, others half at each of two; to these one person's records come, or
///               replace some.
std::vector<Pair> generated_pairs(Domain const& domain);

/// `pairs`, then those of `more` that ask another question. D and D' swapped ask the same one: the game is symmetric.
std::vector<Pair> without_repeats(std::vector<Pair> pairs, std::vector<Pair> const& more);

/// The pattern of this name ("one above", "one-above", "half-half", ..) around answers that are all `base`, with moves
/// of `step`.
/// @throws std::invalid_argument for unknown names, and for pairs that the guarantee does not cover.
Pair pattern_named(std::string_view name, Answers const& answers, double step, double base);

/// All patterns that the guarantee covers. @throws std::invalid_argument where it covers none.
std::vector<Pair> patterns_of(Answers const& answers, double step, double base);

}  // namespace warner::mechanisms
