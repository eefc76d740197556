#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "verify/bounds/predicted_bound.hpp"

namespace warner::verify {

/// Events that can be named before any pair is: a column is at most, or at least, so much, is one of few values, or
/// NaN. Their borders lie between the releases of all datasets together. So what only one dataset of many says has an
/// event.
class SimpleEvents {
 public:
  /// How often each cell of each column was seen, and how many releases there were.
  struct Counts {
    std::vector<double> cells;
    double releases = 0;
  };

  /// Of releases of several datasets, all of one width: borders in these columns.
  SimpleEvents(std::span<mechanisms::ConstBatch const> releases, std::vector<std::size_t> columns);

  /// Adds the releases of one dataset to its counts; empty counts are none yet.
  void add(mechanisms::ConstBatch releases, Counts& counts) const;

  /// The best bound that an event of these counts is predicted to certify; -infinity where there is none.
  /// @param caution: standard errors by which the counts are read against an event; below 0, in its favour.
  double best_bound(Counts const& d, Counts const& d_prime, Target const& target, double caution) const;

 private:
  struct Cut {
    std::size_t column;
    std::vector<double> edges;  // between cells; a further cell is for NaN
    bool of_few_values;         // each has a cell, which is an event by itself
    std::size_t first;          // of its cells
  };
  std::vector<Cut> cuts_;
  std::size_t cells_ = 0;
};

}  // namespace warner::verify
