#include "mechanisms/external/data/units.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/data/json_text.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t most_categories = 4;  // of a column, the rarest first

/// Units with a reason, in ranks: those of a rank, of all columns, come before those of the next.
class Telling {
 public:
  Telling(Table const& table, Units const& units) : table_{table}, units_{units} {}

  void numbers(std::size_t column) {
    std::optional<std::size_t> largest, smallest;
    double most = 0, least = 0;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      auto const value = number_in(table_.rows[i][column]);
      if (!value) continue;
      if (!largest || *value > most) largest = i, most = *value;
      if (!smallest || *value < least) smallest = i, least = *value;
    }
    if (largest) take(0, *largest, fmt::format("the largest {}", name(column)));
    if (smallest) take(2, *smallest, fmt::format("the smallest {}", name(column)));
  }

  void categories(std::size_t column) {
    std::map<std::string_view, std::pair<std::size_t, std::size_t>> seen;  // how often, and in which row first
    for (std::size_t i = 0; i < table_.rows.size(); ++i)
      if (auto const& cell = table_.rows[i][column]; !cell.empty()) ++seen.try_emplace(cell, 0, i).first->second.first;
    std::vector<std::pair<std::size_t, std::size_t>> rare;
    for (auto const& [cell, count] : seen) rare.push_back(count);
    std::ranges::sort(rare);
    rare.resize(std::min(rare.size(), most_categories));
    for (std::size_t i = 0; i < rare.size(); ++i)
      take(i == 0 ? 0 : 3, rare[i].second,
           fmt::format("{} = {}", name(column), shortened(table_.rows[rare[i].second][column], 30)));
  }

  void shapes(std::uint64_t draw) {
    auto const by_size = [](auto const& a, auto const& b) { return a.size() < b.size(); };
    auto const [fewest, most] = std::ranges::minmax_element(units_.rows, by_size);
    if (most->size() > 1) {
      take(1, most->front(), "most rows");
      take(3, fewest->front(), "fewest rows");
    }
    if (auto const row = with_null()) take(1, *row, "a null");
    if (auto const row = duplicate()) take(1, *row, "an equal row elsewhere");
    take(4, 0, "the first row");
    take(4, table_.rows.size() - 1, "the last row");
    take(4, static_cast<std::size_t>(draw % table_.rows.size()), "any row");
  }

  std::vector<TellingUnit> in_order() {
    std::ranges::stable_sort(ranked_, {}, &Ranked::rank);
    std::vector<TellingUnit> units;
    for (auto& [rank, unit] : ranked_)
      if (std::ranges::find(units, unit.unit, &TellingUnit::unit) == units.end()) units.push_back(std::move(unit));
    return units;
  }

 private:
  struct Ranked {
    int rank;
    TellingUnit unit;
  };

  std::string const& name(std::size_t column) const { return table_.columns[column]; }
  void take(int rank, std::size_t row, std::string why) {
    ranked_.push_back({rank, {units_.of_row[row], std::move(why)}});
  }
  std::optional<std::size_t> with_null() const {
    for (std::size_t i = 0; i < table_.rows.size(); ++i)
      if (std::ranges::find(table_.rows[i], "null") != table_.rows[i].end()) return i;
    return std::nullopt;
  }
  std::optional<std::size_t> duplicate() const {
    std::map<Cells, std::size_t> seen;
    for (std::size_t i = 0; i < table_.rows.size(); ++i)
      if (!seen.emplace(table_.rows[i], i).second) return i;
    return std::nullopt;
  }

  Table const& table_;
  Units const& units_;
  std::vector<Ranked> ranked_;
};

}  // namespace

Units units_of(Table const& table, std::optional<std::size_t> column) {
  Units units;
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    auto const unit =
        column ? known.try_emplace(table.rows[i][*column], units.rows.size()).first->second : units.rows.size();
    if (unit == units.rows.size()) units.rows.emplace_back();
    units.rows[unit].push_back(i);
    units.of_row.push_back(unit);
  }
  return units;
}

std::vector<TellingUnit> telling_units(Table const& table, Units const& units, std::vector<CellKind> const& kinds,
                                       std::optional<std::size_t> unit_column, std::uint64_t draw) {
  if (table.rows.empty()) return {};
  Telling telling{table, units};
  for (std::size_t j = 0; j < kinds.size(); ++j) {
    if (j == unit_column) continue;
    if (kinds[j] == CellKind::number) telling.numbers(j);
    else telling.categories(j);
  }
  telling.shapes(draw);
  return telling.in_order();
}

}  // namespace warner::mechanisms::external
