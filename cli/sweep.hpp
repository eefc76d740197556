#pragma once

#include "cli/audits.hpp"

namespace warner::cli {

/// Audits a mechanism at every combination of the values of --sweep, each at an even share of the level, and prints a
/// table. Exit code 1 where any is refuted.
/// @throws std::invalid_argument that says what was wrong with which value.
ExitCode audit_sweep(AuditOptions const& options, Auditor const& auditor);

}  // namespace warner::cli
