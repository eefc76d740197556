#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/release/reading.hpp"
#include "mechanisms/external/release_file.hpp"

namespace warner::mechanisms::external {

/// Releases that were recorded before, as a mechanism: a release takes the next unused row of its dataset's file.
///
/// Datasets:   arms (arms.hpp) stand for the two files.
/// Order:      each file's rows are shuffled by the stream of purpose `permute`, so that a sorted file does no harm.
/// Blocks:     a row serves one block, and a block asked for again gets its rows again. Rows go out in the order in
/// which
///             blocks ask: on one thread.
/// Ends:       certifying trials take rows from the front, others from the back, so that a frozen strategy meets the
/// same
///             rows without the search before it.
/// Assumption: the rows of a file are independent releases of one dataset. Every statement rests on it.
/// Columns:    the first rows after the shuffle say what they are (release/learn_schema.hpp), and serve nothing else: a
///             hundred of each file, or more as long as more say more, at most a twentieth of all.
class Recorded {
 public:
  /// @param ideal: whether numbers stand for ideal real ones.
  Recorded(ReleaseFiles const& files, Guarantee const& claim, bool ideal, std::uint64_t seed);

  std::vector<Column> columns(Dataset const& arm) const;
  /// @throws std::runtime_error when no row is left.
  void release(Dataset const& arm, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return claim_; }

  /// How many rows trials can use, of D and of D'.
  std::uint64_t rows_d() const;
  std::uint64_t rows_d_prime() const;
  /// What was made of its rows.
  Reading const& reading() const;

 private:
  class Rows;
  Guarantee claim_;
  std::shared_ptr<Rows> rows_;
};

/// How many trials so many rows of each dataset serve. The coins call for more rows of one dataset with probability
/// below 2e-9 (Hoeffding); nothing is stated then.
std::uint64_t trials_for_rows(std::uint64_t rows);

}  // namespace warner::mechanisms::external
