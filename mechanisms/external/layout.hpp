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

/// What a look at some releases of both datasets tells of all: which columns there are, and how rows become numbers.
///
///   a column with a word               category: words are numbers by their hash, numbers are themselves
///   0 and 1 (false, true) only         flag
///   whole numbers                      integer
///   other numbers                      floating: they are what a program computes, to the last bit; or real, where
///                                      they are to be taken as ideal
///   rows of unlike length              a last column, `fields`, has the number of fields; missing ones are 0, those
///                                      beyond the longest row seen are left out
///
/// A release that fits none of it is refused, not guessed at: a word in a column of numbers, another number of fields
/// where all had the same.
class Layout {
 public:
  /// Rows of numbers are looked at, of which there must be one. @throws Misfit where no two of a hundred words are the
  /// same, or a row has too many fields.
  /// @param ideal: numbers stand for ideal real ones, and are not looked at to the last bit.
  explicit Layout(std::vector<std::vector<Field>> const& rows, bool ideal = false);

  std::vector<Column> const& columns() const { return columns_; }
  /// Writes a row into place i of a batch. @throws Misfit.
  void place(std::vector<Field> const& row, Batch out, std::size_t i) const;

  /// Some of the words that were seen (64 at most), with their numbers: what a reader of a strategy needs.
  std::map<std::string, double> const& words() const { return words_; }
  /// All rows that were seen are the same, and all of words.
  bool says_one_thing() const { return says_one_thing_; }

 private:
  std::size_t fields_ = 0;
  bool ragged_ = false, says_one_thing_ = false;
  std::vector<Column> columns_;
  std::map<std::string, double> words_;
};

}  // namespace warner::mechanisms::external
