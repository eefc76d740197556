#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "cli/suite.hpp"
#include "results/suite/baseline.hpp"

namespace warner::cli {

/// Older programs of a suite's entries.
struct Older {
  std::filesystem::path folder;  ///< where the words of an entry name them: what the suite's folder is of this version
  std::string warner{};          ///< and whose mechanisms of the catalogue are timed; empty: nobody's
};

/// Times an entry's program, which stands in the current folder, beside the older one (verify/game/turns.hpp): how long
/// they take to release, of the first dataset of the entry, or to audit, of a mechanism of the catalogue.
/// @param on_pair: hears how many pairs are begun.
/// @returns none where both are one program, or there is nothing to time.
/// @throws mechanisms::external::ProgramFailed; std::invalid_argument; sim::Interrupted.
std::optional<results::Times> timed_beside(Case const& of, Suite const& suite, Older const& older, std::uint64_t pairs,
                                           std::uint64_t seed, std::function<void(std::uint64_t pair)> const& on_pair);

}  // namespace warner::cli
