#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "verify/scores/hash_table.hpp"

namespace warner::verify {

/// A table of whole releases, for discrete ones and the heavy hitters of mixed ones; a release outside it scores 0.
struct Atoms {
  std::size_t width = 1;
  std::vector<double> releases;  ///< row by row, log_ratio.size() x width
  std::vector<double> log_ratio;

  friend bool operator==(Atoms const&, Atoms const&) = default;
};

/// Evaluates one on many batches; one for all threads.
class AtomsTable {
 public:
  /// `score` must outlive the table.
  explicit AtomsTable(Atoms const& score);

  /// The scores of releases; out holds zeros before.
  void look_up(mechanisms::ConstBatch releases, std::span<double> out) const;

 private:
  /// One column of releases whose numbers are small integers.
  struct Digit {
    double lowest, base;
  };
  bool number_atoms();

  Atoms const& score_;
  std::vector<Digit> digits_;       // of atoms that can be numbered
  std::vector<double> numbered_;    // numbered_[number of a release] is then its score
  HashTable<std::size_t> rows_{0};  // of others: the rows of the score
};

}  // namespace warner::verify
