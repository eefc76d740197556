#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warner::results {

/// The reference of a figure, "warner/reference/1": its figures of merit (what was compared with exact values), each
/// with the interval that holds it, the seed and version that they were made with, and the fingerprint of the table.
/// @param csv the table; empty for a figure that measures time, whose bytes are never the same twice.
/// @throws std::invalid_argument when `json` is not a figure's.
std::string reference_json(std::string_view json, std::string_view csv);

/// Whether a figure (its NAME.json) has no figures of merit, and so no use for a reference.
bool reference_is_empty(std::string_view json);

/// How a run was compared with its reference.
struct ReferenceCheck {
  bool same_run = false;     ///< of the same version, seed and number of trials: then the bytes were compared too
  std::size_t compared = 0;  ///< figures of merit that both have
  std::vector<std::string> problems{};  ///< none: they go together
};

/// Compares a run (its NAME.json and NAME.csv) with a reference.
///
/// The same version, seed and number of trials must give the same bytes. Otherwise each figure of merit's two intervals
/// must meet, and its two exact values must be equal to nine digits (of a lower bound, whose pair the search may have
/// chosen, for the same seed only). Either run's intervals all hold the truth but for a probability of agreement_level,
/// and intervals that both hold it meet; so a sound program is blamed, a figure, with probability at most 2
/// agreement_level.
/// @throws std::invalid_argument when one of the texts makes no sense.
ReferenceCheck check_reference(std::string_view reference, std::string_view json, std::string_view csv);

}  // namespace warner::results
