#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.hpp"

namespace warner::cli {

/// A key of a suite's file: what it takes, as a JSON schema, and what it means.
struct SuiteKey {
  std::string name;
  nlohmann::ordered_json takes;
  std::string meaning;
};

/// Those of the file itself, and those of an entry that are no option of the command line.
std::vector<SuiteKey> const& keys_of_suite();
std::vector<SuiteKey> const& keys_of_entry(std::string const& verb);

/// The options of a verb that an entry takes as keys, their dashes as underscores.
std::vector<OptionFacts> const& options_of_entry(std::string const& verb);

/// "d-prime" as the key "d_prime", and back.
std::string as_key(std::string name);
std::string as_option(std::string key);

}  // namespace warner::cli
