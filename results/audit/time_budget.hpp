#pragma once

#include <functional>

#include "results/audit/audit.hpp"

namespace warner::results {

/// The budget with which an audit takes about so long on this machine, by pilots of another seed, ever longer ones.
///
/// It is fixed before any trial is drawn that searches or certifies. Who resumes takes the one that was kept.
/// @param auditor: audit or check, of a question without a time.
/// @throws std::invalid_argument for a time that is not above 0, and for recorded releases; sim::Interrupted.
std::uint64_t budget_within(double seconds, Question const& question,
                            std::function<Record(Question const&)> const& auditor);

}  // namespace warner::results
