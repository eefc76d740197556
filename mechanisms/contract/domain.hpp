#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::mechanisms {

/// Vectors of n exact answers, and how far one person moves them.
struct Answers {
  enum class Moves {
    one,       ///< one answer by at most `step`, the others not at all
    same_way,  ///< every answer by at most `step`, all of them up or all of them down
    all,       ///< every answer by at most `step`, either way
    sum,       ///< together by at most `step` (L1)
    squares,   ///< the root of their squares by at most `step` (L2)
  };
  std::size_t n = 1;
  Moves moves = Moves::one;
  double step = 1;
  bool integers = false;
  double least = -std::numeric_limits<double>::infinity(),
         most = std::numeric_limits<double>::infinity();  ///< of an answer
  std::string length{};  ///< the mechanism's parameter that says how many; empty where there is but one
};

/// One person's category, 0 to k - 1; any two of them.
struct Categories {
  std::size_t k = 2;
};

/// Records of which one person's come and go, or are replaced.
struct Records {
  enum class Change { add_remove, substitute };
  Change change = Change::add_remove;
  std::size_t n = 1;              ///< records of the others; with substitute, of all
  std::vector<double> values{};   ///< what a record may be, as far as it is worth trying
  std::size_t contributions = 1;  ///< how many records come and go together
};

/// Which datasets a mechanism takes, and which of them its guarantee calls neighbours: from this, pairs are made up
/// (mechanisms/catalogue/generated_pairs.hpp). Where a mechanism states none, only the pairs that its author named are
/// audited: a sound mechanism must not be refuted on a pair that it never spoke of.
using Domain = std::variant<Answers, Categories, Records>;

/// Whether it may be an answer.
bool is_within(Answers const& answers, double answer);

/// Whether the guarantee covers the pair.
bool covers(Answers const& answers, Pair const& pair);

}  // namespace warner::mechanisms
