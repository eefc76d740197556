#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/edges.hpp"
#include "verify/scores/atoms.hpp"
#include "verify/scores/bins.hpp"
#include "verify/scores/sum_over_rows.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// A sum of binned log ratios, of every coordinate, or of other features.
/// Up to binning it is the exact likelihood ratio of product mechanisms; of prefix sums, where it is of innovations.
/// Bins may be the same for all features of a kind, learned on all of them together.
struct Additive {
  std::vector<Bins> coordinates;

  friend bool operator==(Additive const&, Additive const&) = default;
};

/// The exact log ratio of the declared densities. Makes the audit white-box.
struct Likelihood {
  friend bool operator==(Likelihood, Likelihood) = default;
};

/// An estimate of log p(y) / q(y), p the law of M(D) and q that of M(D').
/// It is a pure function of a release, frozen before the trials it is certified on.
using Score = std::variant<Bins, Atoms, Additive, Likelihood, Trees, SumOverRows>;

/// "bins", "atoms", "additive", "likelihood", "trees", "rows".
std::string_view name_of(Score const& score);

/// Evaluates one score on many batches; one a thread, best copied from another.
class Evaluator {
 public:
  /// The mechanism and pair are used by `likelihood` alone; all three must outlive the evaluator.
  Evaluator(Score const& score, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair);

  /// The scores of all releases, valid until the next call.
  std::span<double const> operator()(mechanisms::ConstBatch releases);

 private:
  Score const& score_;
  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  std::span<Bins const> bins_;     // that are summed, or one alone
  std::vector<sim::Edges> edges_;  // of each of them
  std::optional<TreesTable> trees_;
  std::optional<SumOverRowsTable> rows_;
  std::shared_ptr<AtomsTable const> atoms_;  // copies share it
  std::vector<double> scores_, scratch_;
};

}  // namespace warner::verify
