#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "results/suite/run.hpp"

namespace warner::cli {

/// A case of a suite, as its file declares it: a question in the words of the command line, and what a build asks of
/// the answer.
struct Case {
  std::string name;  ///< of no other case; a matrix adds "[c=1,epsilon=0.5]"
  std::string group{};
  std::vector<std::string> tags{};
  results::Place place{};
  std::string verb = "check";          ///< or "utility"
  std::vector<std::string> words{};    ///< after the verb; without level, seed and threads
  std::string mechanism{};             ///< as the file has it
  std::vector<std::string> sources{};  ///< files and folders of the program; empty: those that its words name
  bool leaks = false;                  ///< the claim is to be refuted: a twin that is broken on purpose
  /// What must be found: so many times what is claimed, by guesses in a share of the trials, this likely.
  double violation = 0, speaks = 0, power = 0;
  std::optional<std::uint64_t> budget{};                     ///< in place of what that takes
  double seconds = std::numeric_limits<double>::infinity();  ///< at most
};

/// A file of claims that are tested at one level together.
struct Suite {
  std::filesystem::path file;
  double level = 1e-6;  ///< a suite of sound mechanisms has a failed case with this probability at most
  std::uint64_t seed = 1;
  double seconds = std::numeric_limits<double>::infinity();  ///< of the whole run, at most
  std::vector<Case> cases{};
};

/// Reads privacy.toml, or the table tool.warner of a pyproject.toml. docs/formats/suite.md has the format.
/// @throws std::invalid_argument "file:line:column: problem", with the nearest name of one that is not known.
Suite read_suite(std::filesystem::path const& file);

/// The format as a JSON schema, for editors.
std::string suite_schema();

}  // namespace warner::cli
