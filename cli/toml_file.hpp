#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "results/suite/run.hpp"

namespace warner::cli {

/// A TOML file as the JSON that says the same, and where each value stands in it. A date is a string.
struct TomlFile {  // NOLINT(bugprone-exception-escape): moving JSON does not throw
  nlohmann::ordered_json document{};
  std::map<std::string, results::Place> places{};  ///< by JSON pointer: "/test/0/epsilon"

  /// Where a value stands; of one that is not there, its table.
  results::Place const& place_of(std::string pointer) const;
};

/// A key as part of a JSON pointer.
std::string escaped(std::string_view key);

/// @throws std::invalid_argument "file:line:column: problem".
TomlFile read_toml(std::filesystem::path const& path);

/// "file:line:column".
std::string in_words(results::Place const& place);

}  // namespace warner::cli
