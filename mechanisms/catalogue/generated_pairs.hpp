#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/contract/domain.hpp"

namespace warner::mechanisms {

/// Pairs that nobody named: neighbours as the domain has them, every one with a label that says what it is.
///   Answers:    the patterns of neighbours.hpp around answers that are all 1, all 0, or far off, and around one answer
///               that is ahead of the rest; the last answer alone; a step spread over all.
///   Categories: the first and the last, the last two, the middle and the last.
///   Records:    nobody else, a crowd at each value, and half of one at each of two; then one person's records at each
///               value come, or replace others.
/// At most a few dozen; the likelier to leak come first.
std::vector<Pair> generated_pairs(Domain const& domain);

/// Those of `pairs`, in their order, and after them those of `more` that ask another question: the game is symmetric,
/// so either order of D and D' is the same one.
std::vector<Pair> without_repeats(std::vector<Pair> pairs, std::vector<Pair> const& more);

/// A pattern by its name: "one above" or "one-above", "half-half" for "half and half", .. around answers that are all
/// `base`, with moves of `step`.
/// @throws std::invalid_argument for unknown names, and for pairs that the guarantee does not cover (a step that is too
/// large, answers that all move where only one may).
Pair pattern_named(std::string_view name, Answers const& answers, double step, double base);

/// All patterns that the guarantee covers. @throws std::invalid_argument where there is none.
std::vector<Pair> patterns_of(Answers const& answers, double step, double base);

}  // namespace warner::mechanisms
