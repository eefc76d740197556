#pragma once

#include "results/audit/fields.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::results {

/// A frozen strategy, whole: what is read plays the same guesses.
Fields<verify::Strategy> const& strategy_fields();

/// The kinds of scores, each by its definition.
struct KindOfScore {
  std::string name;
  Json schema;
  std::vector<Row> rows;
};
std::vector<KindOfScore> kinds_of_scores();

/// Kind and column of a feature, which say all of most kinds.
Fields<verify::Feature> kind_and_column();

}  // namespace warner::results
