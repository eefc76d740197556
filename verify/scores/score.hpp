#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/scores/bins.hpp"
#include "verify/scores/hash_table.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// A table of whole releases, for discrete ones and the heavy hitters of mixed ones; a release outside it scores 0.
struct Atoms {
  std::size_t width = 1;
  std::vector<double> releases;  ///< row by row, log_ratio.size() x width
  std::vector<double> log_ratio;
};

/// A sum of binned log ratios, of every coordinate or of every difference of neighbours.
/// Up to binning it is the exact likelihood ratio of product mechanisms and of their prefix sums.
/// Bins may be the same for all coordinates, learned on all of them together.
struct Additive {
  std::vector<Bins> coordinates;
};

/// The exact log ratio of the declared densities. Makes the audit white-box.
struct Likelihood {};

/// An estimate of log p(y) / q(y), p the law of M(D) and q that of M(D').
/// It is a pure function of a release, frozen before the trials it is certified on.
using Score = std::variant<Bins, Atoms, Additive, Likelihood, Trees>;

/// "bins", "atoms", "additive", "likelihood", "trees".
std::string_view name_of(Score const& score);

/// Evaluates one score on many batches; one a thread.
class Evaluator {
 public:
  /// The mechanism and pair are used by `likelihood` alone; all three must outlive the evaluator.
  Evaluator(Score const& score, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair);

  /// The scores of all releases, valid until the next call.
  std::span<double const> operator()(mechanisms::ConstBatch releases);

 private:
  /// One column of releases whose numbers are small integers.
  struct Digit {
    double lowest, base;
  };
  bool number_atoms(Atoms const& atoms);
  void add_bins(Bins const& bins, mechanisms::ConstBatch releases);
  void look_up_atoms(Atoms const& atoms, mechanisms::ConstBatch releases);

  Score const& score_;
  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  std::optional<TreesTable> trees_;
  std::vector<double> scores_, scratch_;
  std::vector<Digit> digits_;  // of atoms that can be numbered; numbered_[number of a release] is then its score
  std::vector<double> numbered_;
  HashTable<std::size_t> atom_rows_{0};  // of others: the rows of Atoms
};

}  // namespace warner::verify
