#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// What a program of version 2 of the protocol says of itself, in the first line that it writes (docs/external.md).
///
///     {"warner": 2, "name": "a noisy count", "claim": {"epsilon": 1}, "prepares": true}
struct Hello {
  std::string name{}, version{};
  std::map<std::string, std::string> claim{};  ///< as after --claim-..: {"epsilon", "1"}
  std::string relation{};                      ///< of neighbours: "add-remove", "substitute", or empty
  bool seeded = true;                          ///< whether all of its randomness follows from the seeds
  bool prepares = false;                       ///< whether datasets are handed over once, and named by number
  std::size_t numbers = 0;                     ///< float64 a release in place of lines; 0: lines
  bool column_by_column = false;               ///< or the numbers of a reply, column by column
  std::vector<std::string> columns{};          ///< their names, where it gives any

  friend bool operator==(Hello const&, Hello const&) = default;
};

/// Whether the first bytes that a program wrote may begin a hello: no release begins so.
bool may_be_hello(std::string_view written);

/// Reads a line. @returns none where it is a release.
/// @throws Misfit where it is a hello that can not be taken: of another version, or with a member of another kind.
std::optional<Hello> hello_from(std::string_view line);

}  // namespace warner::mechanisms::external
