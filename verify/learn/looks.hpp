#pragma once

#include <cstddef>

#include "verify/scores/feature.hpp"

namespace warner::verify {

// How much a learner looks at: what it costs, since half or double of any of these changes hardly a bound
// (docs/decisions/0045).

inline constexpr std::size_t glance = 4096;                  ///< releases of a dataset that say whether to look closer
inline constexpr std::size_t closer_look = 4 * glance;       ///< releases of a dataset that say which of many to learn
inline constexpr std::size_t lesson = std::size_t{1} << 16;  ///< releases of a dataset that are learned from
inline constexpr std::size_t most_alone = most_single_columns;  ///< columns or features that are looked at one by one
inline constexpr std::size_t most_together = 256;               ///< columns that are looked at together
inline constexpr std::size_t most_numbers = most_together * glance;  ///< of a dataset, of all columns that are pooled
inline constexpr std::size_t few = 4;                                ///< of what is found, the best so many
inline constexpr double beyond_chance = 5;                           ///< standard deviations that make a difference one

}  // namespace warner::verify
