#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "mechanisms/catalogue/registry.hpp"

namespace warner::cli {

/// Patterns of answer vectors, as typed: --pairs one-above,half-half --length 5,20 --step 0.5 --base 0.
struct PatternOptions {
  std::string pairs;
  std::optional<std::string> length, step, base;

  bool is_asked_for() const { return !pairs.empty() || length || step || base; }
  bool have_lengths() const { return length && length->find(',') != std::string::npos; }
  bool are_several() const {
    return pairs == "all" || pairs.find(',') != std::string::npos || (!pairs.empty() && have_lengths());
  }
};

void add_patterns(Command& command, PatternOptions& options);

/// The lengths that were asked for; none without --length.
std::vector<std::size_t> lengths_from(PatternOptions const& options);

/// The parameters with the length that was asked for; without one, or with several, as they were. @throws
/// std::invalid_argument for mechanisms that take no answer vectors of any length.
mechanisms::ParameterValues with_length(PatternOptions const& options, mechanisms::Entry const& entry,
                                        mechanisms::ParameterValues values);

/// The pairs that were asked for, of one length after the other; none without --pairs. Of a mechanism outside the
/// catalogue (an entry without `make`) nobody but the user knows which are neighbours: --length and --step say so.
/// @throws std::invalid_argument that says what was wrong, or that the guarantee does not cover a pair.
std::vector<mechanisms::Pair> pairs_from(PatternOptions const& options, mechanisms::Entry const& entry,
                                         mechanisms::ParameterValues const& values);

}  // namespace warner::cli
