#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/domain.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/contract/parameters.hpp"

namespace warner::mechanisms {

/// A mechanism with the question that an audit asks of it by default.
struct Instance {
  AnyMechanism mechanism;
  std::vector<Pair> pairs;  ///< to audit; the first is the default
  /// Which datasets it takes, and which its guarantee calls neighbours; empty: only the pairs above are known to be.
  std::optional<Domain> domain{};
  Parameters parameters{};  ///< as resolved; left empty by a maker whose Arguments::resolved() says them
};

/// One line of the catalogue, as the mechanism's own file defines it; mechanisms.def lists it. This header is all that
/// such a file needs of mechanisms/contract.
struct Entry {
  std::string name;     ///< "laplace", "broken/laplace-half-scale"
  std::string summary;  ///< one line
  std::string release;  ///< "R^1", "Z", "{0,1}"
  std::vector<Parameter> parameters{};
  /// One sentence: what is wrong on purpose, and what that leaks ("half the noise: truly 2 epsilon"); empty for a sound
  /// mechanism.
  std::string flaw{};
  std::string reference;  ///< key in docs/references.bib
  bool local = false;     ///< local model
  std::string alias{};    ///< another name it answers to
  /// Why today's scores miss the flaw at ordinary budgets, where they do: an audit that does not refute it is then no
  /// surprise.
  std::string out_of_reach{};
  double budget = 1e7;  ///< trials that an audit of it has by default
  Instance (*make)(Arguments& values) = nullptr;

  bool broken() const { return !flaw.empty(); }
};

}  // namespace warner::mechanisms
