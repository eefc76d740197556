#pragma once

#include <span>
#include <string_view>

#include "results/suite/run.hpp"

namespace warner::results {

/// What can be wrong, as reports number it. Numbers and names are a contract: dashboards keep them for years.
struct Rule {
  std::string_view id;       ///< "WARNER001"
  std::string_view name;     ///< "PureDpRefuted"
  std::string_view summary;  ///< one sentence
  std::string_view help;     ///< what to do about it
};

/// All, by number.
std::span<Rule const> rules();

/// What is wrong with an outcome that did not pass; of one that did, or is inconclusive, what could have been.
Rule const& rule_of(Outcome const& outcome);

}  // namespace warner::results
