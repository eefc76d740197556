#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/external/requests.hpp"

namespace warner::mechanisms::external {

/// A mechanism outside the catalogue (a program, a library, recorded releases), with what an audit has to know of it.
struct ExternalMechanism {
  std::string name;                         ///< the command, the library, or the names of the files
  std::string kind;                         ///< "exec", "plugin", "releases"
  Instance instance;                        ///< with one pair, of arms (arms.hpp)
  std::vector<std::string> fingerprints{};  ///< of the library or files
  std::string schema{};                     ///< what its releases are, as JSON (release/schema_json.hpp)
  bool ideal = false;                       ///< whether its numbers stand for ideal real ones
  bool crash_is_a_release = false;          ///< whether its death was an outcome
  std::vector<std::string> files{};         ///< of recorded releases: their names
  std::optional<WrittenPair> datasets{};    ///< as the program reads them, where a record writes them otherwise
  bool in_order = false;  ///< whether releases depend on the order of requests, and so need one thread
  /// Ends the audit once all releases have been seen; throws what must not pass in silence.
  std::function<void()> finish{};
  /// What readers of the result should know of the releases that were seen, a sentence each.
  std::function<std::vector<std::string>()> notes{};
};

}  // namespace warner::mechanisms::external
