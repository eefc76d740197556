#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/field.hpp"

namespace warner::mechanisms::external {

/// A release that is not like the others: the message says how.
struct Misfit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The columns of a program's releases, and how its rows become numbers, learnt from some releases of both datasets.
///
///   a column with a word               category: words are numbers by their hash, numbers are themselves
///   0 and 1 (false, true) only         flag
///   whole numbers                      integer
///   other numbers                      floating: doubles to the last bit; or real, where they are taken as ideal
///   rows of unlike length              a last column, `fields`, counts them; missing ones are 0, those beyond the
///                                      longest row seen are left out
///
/// A row that does not fit is refused: a word in a column of numbers, another number of fields where all had the same.
class Layout {
 public:
  /// Learns from at least one row. @throws Misfit where no two of a hundred words are the same, or a row has too many
  /// fields.
  /// @param ideal: whether numbers stand for ideal real ones, so that their last bits mean nothing.
  explicit Layout(std::vector<std::vector<Field>> const& rows, bool ideal = false);

  std::vector<Column> const& columns() const { return columns_; }
  /// Writes a row into place i of a batch. @throws Misfit.
  void place(std::vector<Field> const& row, Batch out, std::size_t i) const;

  /// Up to 64 of the words that were seen, with their numbers, for readers of a strategy.
  std::map<std::string, double> const& words() const { return words_; }
  /// Whether all rows that were seen are the same, and of words.
  bool says_one_thing() const { return says_one_thing_; }

 private:
  std::size_t fields_ = 0;
  bool ragged_ = false, says_one_thing_ = false;
  std::vector<Column> columns_;
  std::map<std::string, double> words_;
};

}  // namespace warner::mechanisms::external
