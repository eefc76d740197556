#pragma once

#include <string>

#include "cli/claim.hpp"
#include "cli/command.hpp"

namespace warner::cli {

/// Adds them to a command, with its own words about an epsilon.
void add_claims(Command& command, ClaimOptions& options, std::string const& epsilon_names,
                std::string const& epsilon_words);

}  // namespace warner::cli
