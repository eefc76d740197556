#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/release_file.hpp"

namespace warner::mechanisms::external {

/// Releases that were recorded before, as a mechanism: a release takes the next unused row of its dataset's file.
///
/// Datasets:   arms (arms.hpp) stand for the two files.
/// Order:      the rows of each file are shuffled by the stream of purpose `permute`. So it does not matter whether
///             they were sorted, and rows that search and rows that certify are alike. A block that is asked for again
///             gets the same rows again: no row ever serves two blocks. Rows are handed out in the order in which
///             blocks ask, that is: on one thread. Certifying trials take them from the front, others from the back: so
///             a frozen strategy meets the same rows again without the search before it.
/// Assumption: the rows of a file are independent releases of one dataset. Every statement rests on it.
/// Columns:    the first rows after the shuffle, at most a hundred and a twentieth of all, say what they are
///             (layout.hpp), and are used for nothing else.
class Recorded {
 public:
  /// @param ideal: numbers stand for ideal real ones. @throws std::invalid_argument "path:line: problem" on a row that
  /// is not like the others.
  Recorded(ReleaseFiles const& files, Guarantee const& claim, bool ideal, std::uint64_t seed);

  std::vector<Column> columns(Dataset const& arm) const;
  /// @throws std::runtime_error when no row is left.
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

  /// Rows that can be played with, of D and of D'.
  std::uint64_t rows_d() const;
  std::uint64_t rows_d_prime() const;
  /// Words among the first rows, with the numbers that they are.
  std::map<std::string, double> const& words() const;
  /// How many numbers of both files are NaN.
  std::uint64_t not_numbers() const;

 private:
  class Rows;
  Guarantee claim_;
  std::shared_ptr<Rows> rows_;
};

/// As many trials as so many rows of each dataset allow: the coins call for more of one dataset with probability below
/// 2e-9 (Hoeffding), and then nothing is stated.
std::uint64_t trials_for_rows(std::uint64_t rows);

}  // namespace warner::mechanisms::external
