#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "verify/scores/bins.hpp"
#include "verify/scores/hash_table.hpp"

namespace warner::verify {

/// A score for releases that mix symbols with numbers: flags and values, or a column that is now one, now the other.
///
///   1. In every column the values that keep coming back are symbols; anything else is a number.
///   2. The symbols of all columns name the class of a release.
///   3. The score is that of the class plus bins of the columns that are numbers there, learned within the class:
///          log p / q = log p / q (class) + sum over numbers of log p / q (number given the class).
///
/// It is exact where the numbers are independent given the class.
struct Conditional {
  struct Class {
    std::vector<std::size_t> symbols;  ///< one a column; Conditional::symbols[j].size() where column j is a number
    double log_ratio = 0;
    std::vector<Bins> within;  ///< of coordinates
  };
  std::vector<std::vector<double>> symbols;  ///< of each column, increasing, a NaN last
  std::vector<Class> classes;                ///< a release of no class scores 0
};

/// Evaluates one on many batches; one a thread.
class ConditionalTable {
 public:
  /// `score` must outlive the table.
  explicit ConditionalTable(Conditional const& score);

  /// Adds the scores to out.
  void add(mechanisms::ConstBatch releases, std::span<double> out);

 private:
  Conditional const& score_;
  HashTable<std::size_t> classes_;     // by the hash of their symbols
  std::vector<std::uint64_t> hashes_;  // of the releases of a batch
};

/// Which symbol of a column y is; symbols.size() for a number.
std::size_t symbol_of(std::span<double const> symbols, double y);

}  // namespace warner::verify
