#pragma once

#include <optional>
#include <string>

#include "mechanisms/contract/mechanism.hpp"
#include "results/audit/record.hpp"
#include "verify/wealth/e_process.hpp"

namespace warner::results {

/// What a check's record tests: claim, level, budget and whether the releases are timed. Nothing of how it is played.
verify::CheckOptions tested_by(Record const& record);

/// Of a whole trade-off function, the one statement that stands for it: its line at epsilon = 0, or its first. Nothing
/// where an (epsilon, delta) is claimed.
/// Where divergences alone are claimed, their statements first.
void fill_claim(Record& record, bool sequential);

/// What is tested of a record as a whole.
verify::TestedClaim tested_claim(Record const& record);

/// Fills what follows from a record's question and from its measurement, or its check, which verify concludes: what a
/// check has in common with a measurement, the exact epsilon where it is still missing, what would have been detected,
/// the blind spot, and the bounds on other divergences.
void conclude(Record& record, mechanisms::AnyMechanism const& mechanism);

/// The guarantee in words: the recorded ones where they say the recorded claim, or say it in a way of their own
/// (is_in_own_words); else those of the claim.
/// @param own: the mechanism's, where it is in a registry.
std::string guarantee_of(Record const& record, std::optional<mechanisms::Guarantee> const& own);

/// Whether the guarantee is worded in a way that is not read: "as private as ..", or several statements at once.
bool is_in_own_words(Record const& record);

}  // namespace warner::results
