#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/external/release/value.hpp"

namespace warner::mechanisms::external {

/// Some words, most telling first, with their numbers 0, 1, ..; any other word has a number of its own above them.
class Words {
 public:
  Words() = default;
  explicit Words(std::vector<std::string> words);
  std::vector<std::string> const& list() const { return list_; }
  /// From Column::first_unknown_word on, for a word that is none of them.
  double number_of(std::string_view word) const;

 private:
  std::vector<std::string> list_;
  std::map<std::string, double, std::less<>> numbers_;
};

/// What stands at one place of every release, and the columns that it becomes (learn_schema.hpp).
///
/// A place may hold several kinds of things. Its columns are, in this order, those that apply:
///
///   what         a category: the word, or absent, null, a number, a list, a map, an error; only where it can differ
///   number       0 where there is none
///   form         how a number is written, where the same could be written otherwise: number_form.hpp
///   last digits  of whole numbers too long for a double: modulo 10^9
///   length       of words that hardly ever come twice; of lists and maps of which the length differs
///   text         of these words what they consist of: text_parts.hpp
///   others       how many members of a map are known to no place
///   first, disorder, order  of members that come in more than one order: the first, how many neighbours stand the
///   wrong
///                way round, and, where orders repeat, which it is
///   tallies      of lists whose items have no place: how many are what, and the sum, least and largest of numbers
///   places       those of items and members, each with columns of its own; of lists of which the length differs those
///   of
///                the last items, too
struct Place {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t kinds = 7;  ///< of Value::Kind

  /// What items of a list are, all together, wherever in it they stand.
  struct Tally {
    std::vector<std::string> path{};  ///< of keys, from the item to what is counted
    bool whole = false;               ///< the item as it was said is counted
    Words words{};                    ///< what is counted, a column each
    std::size_t first_word = none;    ///< the first of these columns
    std::size_t numbers = none;       ///< the first of three: sum, least, largest
  };

  std::string name{};                ///< "y[0].count"
  std::array<bool, kinds> may_be{};  ///< by Value::Kind
  Words kind_words{};                ///< of what: absent, then other kinds
  Words words{};                     ///< of what: the words, numbered from where the kinds end
  std::size_t what = none, number = none, form = none, last_digits = none, length = none, others = none, first = none,
              disorder = none, order = none;  ///< columns
  unsigned forms_vary = 0;                    ///< bits of forms of numbers that came both ways
  std::string label{};    ///< of rows: the key, or the index in digits, that names each; empty where none does
  std::string skipped{};  ///< of a row: the label, which is no member
  std::vector<Tally> tallies{};
  std::vector<Place> items{};                            ///< by position
  std::vector<Place> from_end{};                         ///< by position from the end, the last first
  std::vector<Place> members{};                          ///< by key or label
  std::vector<std::size_t> ranks{};                      ///< of members, in their usual order
  Words orders{};                                        ///< of members, by order_of
  std::map<std::string, std::size_t, std::less<>> at{};  ///< the members' places by key
  bool may_lack = false;                                 ///< items or members are missing at times, or there are more
  std::vector<Place> text{};   ///< of words that hardly ever come twice: the place of what they consist of
  bool by_characters = false;  ///< it consists of characters
};

/// How releases of any shape become numbers. It is learned from some, and fits all others.
class Schema {
 public:
  Schema() = default;
  Schema(Place whole, std::vector<Column> columns, std::vector<std::string> notes);

  std::vector<Column> const& columns() const { return columns_; }
  Place const& whole() const { return whole_; }
  /// What readers should know of what is not looked at, a sentence each.
  std::vector<std::string> const& notes() const { return notes_; }

  /// Writes a release into place i of a batch. One that is unlike all that were learned from is NaN in every column.
  /// @return whether it is like them.
  bool place(Value const& release, Batch out, std::size_t i) const;

 private:
  Place whole_;
  std::vector<Column> columns_;
  std::vector<std::string> notes_;
};

/// "absent", "null", "a number", .. as a column's words have it.
std::string_view word_of(Value::Kind kind);

/// What names a child, the so-manyth of its parent: its key in a map, its index in digits in a list.
std::string key_of(Value const& value, std::size_t parent, std::size_t child, std::size_t index);
/// The child that is named so, the last where several are; Place::none where there is none.
std::size_t child_of(Value const& value, std::size_t parent, std::string_view key);

/// An order of members as a word: their numbers, a comma behind each.
std::string order_of(std::vector<std::size_t> const& members);

/// What names a member: of a map its key, of a row what stands under the label. Empty where there is none.
std::string_view name_of_member(Value const& value, std::size_t member, std::string_view label);

}  // namespace warner::mechanisms::external
