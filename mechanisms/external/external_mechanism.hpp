#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/external/hello.hpp"
#include "mechanisms/external/requests.hpp"
#include "mechanisms/external/respondent.hpp"

namespace warner::mechanisms::external {

/// A mechanism outside the catalogue (a program, a library, recorded releases), with what an audit has to know of it.
struct ExternalMechanism {
  std::string name;                                 ///< the command, the library, or the names of the files
  std::string kind;                                 ///< "exec", "plugin", "callable", "releases"
  Instance instance;                                ///< with one pair, of arms (arms.hpp)
  std::vector<std::string> fingerprints{};          ///< of the library or files
  std::string schema{};                             ///< what its releases are, as JSON (release/schema_json.hpp)
  bool ideal = false;                               ///< whether its numbers stand for ideal real ones
  bool crash_is_a_release = false;                  ///< whether its death was an outcome
  std::vector<std::string> files{};                 ///< of recorded releases: their names
  std::optional<WrittenPair> datasets{};            ///< as the program reads them, where a record writes them otherwise
  std::vector<std::string> dataset_fingerprints{};  ///< of datasets too long for a record
  /// The datasets, where they are to be written beside a record.
  std::shared_ptr<WrittenPair const> beside{};
  std::string beside_as{".json"};       ///< how the names of these files end
  bool by_path = false;                 ///< whether a program gets their paths
  Hello hello{};                        ///< what a program says of itself
  std::size_t sought_among = 0;         ///< how many pairs this one was sought among; 0: it was named
  std::vector<std::string> left_out{};  ///< what the datasets are called on which a program failed
  bool in_order = false;                ///< whether releases depend on the order of requests, and so need one thread
  /// Of a program: starts other processes of it, of which nothing is known yet.
  std::function<std::shared_ptr<Respondent>()> anew{};
  /// Ends the audit once all releases have been seen; throws what must not pass in silence.
  std::function<void()> finish{};
  /// What readers of the result should know of the releases that were seen, a sentence each.
  std::function<std::vector<std::string>()> notes{};
};

/// Pairs of a mechanism outside the catalogue, one of which is to be audited.
struct Sought {
  /// The mechanism with all their datasets, to choose a pair by, and the pairs that it can be asked about.
  struct All {
    ExternalMechanism mechanism;
    std::vector<Pair> pairs;
  };
  /// The mechanism with the datasets of one pair, and that pair as a record has it.
  struct One {
    ExternalMechanism mechanism;
    Pair pair;
  };
  std::string name;         ///< of the mechanism
  std::vector<Pair> pairs;  ///< of arms (arms.hpp)
  std::function<All()> all;
  std::function<One(Pair const& arms)> one;
};

}  // namespace warner::mechanisms::external
