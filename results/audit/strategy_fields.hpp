#pragma once

#include "results/audit/fields.hpp"
#include "verify/scores/strategy.hpp"
#include "verify/search/pairs.hpp"

namespace warner::results {

/// A frozen strategy, whole: what is read plays the same guesses.
Fields<verify::Strategy> const& strategy_fields();

/// What a search found, as one text, and back.
std::string written(verify::FoundPair const& found);
verify::FoundPair found_from(std::string const& text);

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
