#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "verify/scores/bins.hpp"

namespace warner::verify {

/// A score for releases that mix symbols with numbers: flags and values, or one column that is now a symbol, now a
/// number. In every column the values that keep coming back are symbols; anything else is a number. The symbols of all
/// columns name the class of a release; its score is that of the class plus bins of the columns that are numbers there,
/// each learned within the class.
///
///   log p / q = log p / q (class) + sum over numbers of log p / q (number given the class), exact where they are
///   independent given it.
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
  std::vector<std::uint64_t> hashes_;  // of every slot's class
  std::vector<std::size_t> slots_;     // open addressing: class + 1, 0 empty
  std::vector<std::uint64_t> keys_;
};

/// Which symbol of a column y is; symbols.size() for a number.
std::size_t symbol_of(std::span<double const> symbols, double y);

}  // namespace warner::verify
