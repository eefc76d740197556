#include "mechanisms/external/layout.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t most_fields = 10'000, most_words_told = 64, telling = 100;

/// What the fields of one column are.
Column column_of(std::vector<std::vector<Field>> const& rows, std::size_t j, bool ideal) {
  auto all_flags = true, all_whole = true;
  std::size_t words = 0;
  std::set<std::string_view> different;
  for (auto const& row : rows) {
    if (j >= row.size()) continue;
    auto const& [value, word] = row[j];
    if (row[j].is_word()) ++words, different.insert(word);
    all_flags = all_flags && (value == 0 || value == 1);
    all_whole = all_whole && std::isfinite(value) && std::trunc(value) == value;
  }
  if (words >= telling && different.size() == words)
    throw Misfit{fmt::format(
        "no two of {} words are the same, '{}' for one (words are the names of few categories; numbers do for others)",
        words, shown(*different.begin()))};
  using Kind = Column::Kind;
  return {fmt::format("y[{}]", j), words > 0   ? Kind::category
                                   : all_flags ? Kind::flag
                                   : all_whole ? Kind::integer
                                   : ideal     ? Kind::real
                                               : Kind::floating};
}

bool alike(std::vector<Field> const& a, std::vector<Field> const& b) {
  return std::ranges::equal(
      a, b, [](Field const& x, Field const& y) { return x.is_word() && y.is_word() && x.word == y.word; });
}

}  // namespace

Layout::Layout(std::vector<std::vector<Field>> const& rows, bool ideal) {
  auto shortest = most_fields;
  for (auto const& row : rows) {
    if (row.size() > most_fields)
      throw Misfit{fmt::format("a release has {} fields (at most {} can be audited)", row.size(), most_fields)};
    fields_ = std::max(fields_, row.size());
    shortest = std::min(shortest, row.size());
    for (auto const& field : row)
      if (field.is_word() && words_.size() < most_words_told) words_.emplace(field.word, field.value);
  }
  if (fields_ == 0) throw Misfit{"every release is an empty line (there is nothing to see)"};
  ragged_ = shortest < fields_;
  says_one_thing_ = std::ranges::all_of(rows, [&](auto const& row) { return alike(row, rows.front()); });
  for (std::size_t j = 0; j < fields_; ++j) columns_.push_back(column_of(rows, j, ideal));
  if (ragged_) columns_.push_back({"fields", Column::Kind::integer});
}

void Layout::place(std::vector<Field> const& row, Batch out, std::size_t i) const {
  if (row.size() != fields_ && !ragged_)
    throw Misfit{
        fmt::format("it has {} fields, and all others had {} (let every release have as many)", row.size(), fields_)};
  for (std::size_t j = 0; j < fields_; ++j) {
    if (j < row.size() && row[j].is_word() && columns_[j].kind != Column::Kind::category)
      throw Misfit{fmt::format("'{}' stands where there were only numbers", shown(row[j].word))};
    out(i, j) = j < row.size() ? row[j].value : 0;
  }
  if (ragged_) out(i, fields_) = static_cast<double>(row.size());
}

}  // namespace warner::mechanisms::external
