#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/contract/domain.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms {

/// A parameter as people give it on the command line.
struct Parameter {
  std::string name;                       ///< "epsilon"
  std::optional<double> default_value{};  ///< empty: follows from the others ("scale" follows from epsilon)
  std::string meaning;                    ///< "privacy parameter, > 0"
};

/// Parameters by name, as resolved: every number that the mechanism was made from.
using Parameters = std::vector<std::pair<std::string, double>>;

/// What was given, by name.
using Given = std::map<std::string, double, std::less<>>;

/// A mechanism with the question that an audit asks of it by default.
struct Instance {
  AnyMechanism mechanism;
  Parameters parameters;
  std::vector<Pair> pairs;         ///< to audit; the first is the default
  std::optional<Domain> domain{};  ///< which datasets it takes, and which its guarantee calls neighbours; empty: only
                                   ///< the pairs above are known to be
};

/// One line of the catalogue. A mechanism's own file makes its entry; registry.cpp lists it.
struct Entry {
  std::string name;     ///< "laplace", "broken/laplace-half-scale"
  std::string summary;  ///< one line
  std::string release;  ///< "R^1", "Z", "{0,1}"
  std::vector<Parameter> parameters;
  std::string flaw{};     ///< what is wrong with it on purpose; empty for a sound one
  std::string reference;  ///< key in docs/references.bib
  bool local = false;     ///< local model
  std::string alias{};    ///< another name it answers to
  /// Why today's scores miss the flaw at ordinary budgets, where they do: an audit that does not refute it is then no
  /// surprise.
  std::string out_of_reach{};
  double budget = 1e7;  ///< trials that an audit of it has by default
  Instance (*make)(Given const& given) = nullptr;

  bool broken() const { return !flaw.empty(); }
};

}  // namespace warner::mechanisms
