#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/audit/record.hpp"

namespace warner::results {

/// A fact of a record in words, and what it is a fact about. One without a label goes on with the line before.
struct Line {
  std::string label;  ///< "claim", "decision", "epsilon", "says D when", "in short", "round 2", ..
  std::string text;
};

/// What was audited: the mechanism and every number that it was made from.
std::string title(Record const& record);

/// What came of it, as people read it; of the rounds of a check, those in which somebody spoke.
std::vector<Line> lines(Record const& record);

/// What a claim's refutation rests on, of all that is certified the part that is in the claim's own currency: "epsilon
/// is at least 1.05409 at delta = 1e-06", "mu is at least 0.9".
std::string bound_in_words(Record const& record);

/// What is certified and what is claimed, in the claim's own currency where that is one number; else epsilon, and no
/// claim.
struct BoundAndClaim {
  std::string currency;  ///< "epsilon", "mu", "rho", "Renyi of order 2"
  double bound;
  std::optional<double> claim;
};
BoundAndClaim bound_and_claim(Record const& record);

/// Whether what is tested is a statement about one epsilon, so that one can be said to have been detectable.
bool tests_an_epsilon(Record const& record);

/// Whether the rule looks at last bits: bits so low that nobody put them there on purpose.
bool reads_last_bits(verify::Strategy const& strategy);

/// The text of the first line with this label; empty where there is none.
std::string text_of(std::vector<Line> const& lines, std::string_view label);

}  // namespace warner::results
