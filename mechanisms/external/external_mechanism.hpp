#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/external/requests.hpp"

namespace warner::mechanisms::external {

/// A mechanism that is in no registry, with what an audit has to know of it.
struct Outside {
  std::string name;                         ///< the command, the names of the files, the library, of the library
  std::string by;                           ///< "exec", "plugin", "releases"
  Instance instance;                        ///< its one pair is of arms (arms.hpp)
  std::vector<std::string> fingerprints{};  ///< of the files
  std::map<std::string, double> words{};    ///< what some words of its releases are as numbers
  bool ideal = false;                       ///< its numbers stand for ideal real ones
  std::vector<std::string> files{};         ///< of releases: their names
  std::optional<WrittenPair> datasets{};    ///< as a program reads them, where that is not how a record writes them
  bool in_order = false;  ///< it hands releases out in the order in which they are asked for: on one thread
  std::function<void(bool refuted)>
      finish{};  ///< to be called when all releases have been seen; throws what must not pass in silence
};

}  // namespace warner::mechanisms::external
