#include "mechanisms/external/data/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/data/units.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t equal_rows = 10, many_rows = 100, least_long_datasets = 3, most_templates = 4;
/// Where thresholds are put. Up to equal_rows every size is tried.
constexpr std::size_t round_sizes[]{12, 15, 20, 25, 30, 50, 100};

/// A dataset to begin with, and the text of each of its rows.
struct Base {
  Table table;
  std::vector<std::string> rows;
};

/// What becomes of the table, or of so many equal rows: rows that go, and rows that come in their place or at the end.
struct Edit {
  enum class Of { table, equal } of;
  std::size_t rows;  // of equal ones
  std::vector<std::size_t> without;
  std::vector<Cells> with;
  std::string label;
};

class Maker {
 public:
  Maker(Table const& table, NeighbourOptions const& options)
      : options_{options}, stream_{{options.seed, sim::Purpose::permute}, 0}, unit_column_{column_of(table)} {
    require(options.relation == Relation::add_remove || options.relation == Relation::substitute,
            fmt::format("neighbours: {} is no relation of rows", name_of(options.relation)));
    for (std::size_t j = 0; j < table.columns.size(); ++j) kinds_.push_back(kind_of(table, j));
    find_ranges(table);
    units_ = units_of(table, unit_column_);
    require(options.rows_per_unit == 0 || unit_column_, "rows-per-unit: it needs a column that says whose a row is");
    for (auto const& rows : units_.rows)
      require(
          options.rows_per_unit == 0 || rows.size() <= options.rows_per_unit,
          fmt::format("rows-per-unit: {} = {} has {} rows (and {} are the most)", options.unit,
                      unit_column_ ? table.rows[rows.front()][*unit_column_] : "", rows.size(), options.rows_per_unit));
    templates_ = {table.rows.empty() ? Cells(table.columns.size(), "null") : table.rows[any(table.rows.size())]};
    while (templates_.size() < std::min(most_templates, table.rows.size()))
      templates_.push_back(table.rows[any(table.rows.size())]);
    bases_[0] = based_on(table, table.rows);
    std::vector<Cells> equal{templates_.front()};
    while (equal.size() <= std::max(equal_rows, largest_size(table))) equal.push_back(of_new_unit(templates_.front()));
    bases_[1] = based_on(table, equal);
  }

  NeighbourPairs pairs() {
    auto const adds = options_.relation == Relation::add_remove;
    auto const small = adds ? small_added() : small_changed();
    auto const told = adds ? removed() : changed();
    auto const sizes = adds ? one_more_of_equal() : std::vector<Edit>{};
    auto const extremes = extreme();
    NeighbourPairs made;
    made.possible = small.size() + told.size() + sizes.size() + extremes.size();
    for (auto const& edit : small) make(edit, made);
    auto reserved = std::min(told.size(), most_told());
    auto const has_room = [&] { return made.pairs.size() + reserved < options_.most_pairs; };
    for (std::size_t i = 0, j = 0, k = 0; i < told.size() || j < extremes.size() || k < sizes.size();) {
      if (i < told.size() && (reserved > 0 || has_room())) {
        reserved -= std::min<std::size_t>(reserved, 1);
        make(told[i], made);
      }
      ++i;
      if (k < sizes.size() && has_room()) make(sizes[k], made);
      ++k;
      for (int twice = 0; twice < 2; ++twice, ++j)  // two extremes for each that is removed
        if (j < extremes.size() && has_room()) make(extremes[j], made);
    }
    return made;
  }

 private:
  using Of = Edit::Of;

  /// Of so many places half are for units that are removed or changed.
  std::size_t most_told() const { return options_.most_pairs / 2; }

  /// The last round size that the table reaches.
  static std::size_t largest_size(Table const& table) {
    std::size_t largest = 0;
    for (auto const size : round_sizes)
      if (size <= table.rows.size()) largest = size;
    return largest;
  }

  std::optional<std::size_t> column_of(Table const& table) const {
    if (options_.unit.empty()) return std::nullopt;
    return index_of(table, options_.unit, "unit");
  }

  static std::size_t index_of(Table const& table, std::string const& name, char const* option) {
    auto const found = std::ranges::find(table.columns, name);
    require(found != table.columns.end(),
            fmt::format("{}: there is no column '{}' (but {})", option, name, fmt::join(table.columns, ", ")));
    return static_cast<std::size_t>(found - table.columns.begin());
  }

  std::size_t any(std::size_t n) { return static_cast<std::size_t>(stream_.word() % n); }

  Base based_on(Table const& table, std::vector<Cells> rows) const {
    Base base{{table.rows_are, table.columns, std::move(rows)}, {}};
    base.rows.reserve(base.table.rows.size());
    for (auto const& row : base.table.rows) base.rows.push_back(json_of(base.table, row));
    return base;
  }

  /// Of numbers, as the author bounds them, else from the least to the largest.
  void find_ranges(Table const& table) {
    ranges_.resize(kinds_.size());
    longest_.resize(kinds_.size());
    for (std::size_t j = 0; j < kinds_.size(); ++j)
      for (auto const& row : table.rows) {
        longest_[j] = std::max(longest_[j], row[j].size());
        auto const x = number_in(row[j]);
        if (x && j == unit_column_) numbered_units_.insert(*x);
        if (x && kinds_[j] == CellKind::number)
          ranges_[j] =
              ranges_[j] ? Range{std::min(ranges_[j]->least, *x), std::max(ranges_[j]->most, *x)} : Range{*x, *x};
      }
    for (auto const& [column, range] : options_.bounds) {
      auto const j = index_of(table, column, "bounds");
      require(range.least <= range.most && std::isfinite(range.least) && std::isfinite(range.most),
              fmt::format("bounds: {}:{} of '{}' is no range", range.least, range.most, column));
      require(j != unit_column_, fmt::format("bounds: '{}' says whose a row is", column));
      auto const odd = no_number_in(table, j);
      require(!odd, fmt::format("bounds: '{}' is no column of numbers ({})", column, odd.value_or("")));
      ranges_[j] = range;
      kinds_[j] = CellKind::number;
      bounded_.push_back(j);
    }
  }

  /// The same row of a unit that is in no base.
  Cells of_new_unit(Cells row) {
    if (!unit_column_) return row;
    ++new_units_;
    row[*unit_column_] = kinds_[*unit_column_] == CellKind::number ? fmt::format("{}", new_number())
                                                                   : fmt::format("\"unseen-{}\"", new_units_);
    return row;
  }

  /// Beyond all units that there are; where doubles can not count on from there, the least that is none of them.
  double new_number() {
    auto const& range = ranges_[*unit_column_];
    auto const next = range ? std::floor(range->most) + static_cast<double>(new_units_) : 0x1p53;
    if (next < 0x1p53) return next;
    while (numbered_units_.contains(least_free_)) ++least_free_;
    return least_free_++;
  }

  Cells at_bounds(Cells row, bool upper) const {
    for (std::size_t j = 0; j < kinds_.size(); ++j)
      if (j != unit_column_ && kinds_[j] == CellKind::number && ranges_[j])
        row[j] = fmt::format("{}", upper ? ranges_[j]->most : ranges_[j]->least);
    return row;
  }

  std::string noun() const { return unit_column_ ? "unit" : "row"; }

  std::vector<Edit> small_added() {
    auto const row = of_new_unit(templates_.front()), other = of_new_unit(templates_.back()),
               upper = at_bounds(row, true), lower = at_bounds(row, false);
    auto const ten = fmt::format("besides {} equal ones", equal_rows);
    return {{Of::equal, 0, {}, {row}, fmt::format("one {}, where there was none", noun())},
            {Of::equal, 0, {}, {upper}, fmt::format("one {} at the upper bounds, where there was none", noun())},
            {Of::equal, 1, {}, {at_bounds(other, true)}, fmt::format("a second {}, at the upper bounds", noun())},
            more_than_equal(equal_rows),
            {Of::equal, equal_rows, {}, {upper}, fmt::format("one {} at the upper bounds {}", noun(), ten)},
            {Of::equal, equal_rows, {}, {lower}, fmt::format("one {} at the lower bounds {}", noun(), ten)}};
  }

  Edit more_than_equal(std::size_t size) const {
    return {Of::equal,
            size,
            {},
            {bases_[1].table.rows.at(size)},
            fmt::format("one {} more than {} equal ones", noun(), size)};
  }

  /// A threshold at n shows where n - 1 rows become n, or n become one more.
  std::vector<Edit> one_more_of_equal() const {
    std::vector<Edit> edits;
    for (auto size = equal_rows - 1; size > 0; --size) edits.push_back(more_than_equal(size));
    for (auto const size : round_sizes)
      if (size < bases_[1].rows.size())
        for (auto const from : {size - 1, size}) edits.push_back(more_than_equal(from));
    return edits;
  }

  std::vector<Edit> small_changed() {
    std::vector<Edit> edits;
    for (auto const size : {std::size_t{1}, equal_rows})
      for (auto const upper : {true, false})
        edits.push_back(
            {Of::equal,
             size,
             {0},
             {at_bounds(templates_.front(), upper)},
             fmt::format("{} changed to the {} bounds",
                         size == 1 ? "the only " + noun() : fmt::format("one of {} equal {}s", size, noun()),
                         upper ? "upper" : "lower")});
    return edits;
  }

  std::vector<TellingUnit> told() {
    auto const& table = bases_[0].table;
    auto told = telling_units(table, units_, kinds_, unit_column_, stream_.word());
    if (units_.rows.size() > most_told()) return told;
    for (std::size_t unit = 0; unit < units_.rows.size(); ++unit)  // of few units all
      if (std::ranges::find(told, unit, &TellingUnit::unit) == told.end())
        told.push_back({unit, unit_column_ ? fmt::format("{} = {}", options_.unit,
                                                         table.rows[units_.rows[unit].front()][*unit_column_])
                                           : fmt::format("place {}", unit + 1)});
    return told;
  }

  std::vector<Edit> removed() {
    std::vector<Edit> edits;
    for (auto const& [unit, why] : told())
      edits.push_back({Of::table, 0, units_.rows[unit], {}, fmt::format("without the {} of {}", noun(), why)});
    return edits;
  }

  /// A unit gets the rows of another one.
  std::vector<Edit> changed() {
    std::vector<Edit> edits;
    if (units_.rows.empty()) return edits;
    auto const& rows = bases_[0].table.rows;
    for (auto const& [unit, why] : told()) {
      std::vector<Cells> others;
      for (auto const i : units_.rows[any(units_.rows.size())]) others.push_back(rows[i]);
      if (unit_column_)
        for (auto& row : others) row[*unit_column_] = rows[units_.rows[unit].front()][*unit_column_];
      edits.push_back(
          {Of::table, 0, units_.rows[unit], others, fmt::format("the {} of {} becomes like another", noun(), why)});
    }
    return edits;
  }

  /// Columns with bounds first, then the others by chance.
  std::vector<std::size_t> columns_in_turn() {
    std::vector<std::size_t> others;
    for (std::size_t j = 0; j < kinds_.size(); ++j)
      if (j != unit_column_ && std::ranges::find(bounded_, j) == bounded_.end()) others.push_back(j);
    for (auto i = others.size(); i > 1; --i) std::swap(others[i - 1], others[any(i)]);
    auto columns = bounded_;
    columns.insert(columns.end(), others.begin(), others.end());
    return columns;
  }

  /// One unit added, or changed, to rows that are unlike others.
  std::vector<Edit> extreme() {
    std::vector<Edit> edits;
    auto const adds = options_.relation == Relation::add_remove;
    auto const& rows = bases_[0].table.rows;
    if (!adds && units_.rows.empty()) return edits;
    std::vector<std::vector<std::size_t>> gone(1);  // in turn, as templates are
    if (!adds) gone.clear();
    while (!adds && gone.size() < most_templates) gone.push_back(units_.rows[any(units_.rows.size())]);
    std::size_t turn = 0;
    /// A row or several, made of the one in turn.
    auto const take = [&](auto const& made_of, std::optional<std::size_t> many, std::string const& what) {
      auto const& without = gone[turn % gone.size()];
      Cells row = made_of(adds ? templates_[turn % templates_.size()] : rows[without.front()]);
      ++turn;
      if (adds) row = of_new_unit(std::move(row));
      else if (unit_column_) row[*unit_column_] = rows[without.front()][*unit_column_];
      edits.push_back({Of::table, 0, without,
                       std::vector<Cells>(many.value_or(std::max<std::size_t>(1, without.size())), row),
                       fmt::format("{}, {}", adds ? "one " + noun() + " more" : "one " + noun() + " changed", what)});
    };
    auto const at = [&](bool upper) { return [this, upper](Cells const& like) { return at_bounds(like, upper); }; };
    auto const ranks_of = columns_in_turn();
    for (std::size_t rank = 0, found = 1; found > 0; ++rank) {
      found = 0;
      for (auto const j : ranks_of) {
        auto const cells = extremes_of(kinds_[j], ranges_[j], longest_[j], options_.finite);
        if (rank >= cells.size()) continue;
        ++found;
        auto const with_cell = [&](Cells row) {
          row[j] = cells[rank].cell;
          return row;
        };
        take(with_cell, std::nullopt, fmt::format("{} = {}", bases_[0].table.columns[j], cells[rank].words));
      }
      if (rank > 0) continue;
      take(at(true), std::nullopt, "all at the upper bounds");
      take(at(false), std::nullopt, "all at the lower bounds");
      if (!rows.empty()) take([&](Cells const&) { return rows[any(rows.size())]; }, std::nullopt, "equal to another");
      auto const many = options_.rows_per_unit > 0 ? options_.rows_per_unit : many_rows;
      if (unit_column_) take(at(true), many, fmt::format("with {} rows", many));
    }
    return edits;
  }

  std::size_t dataset(std::string text, NeighbourPairs& made) {
    auto const hash = std::hash<std::string>{}(text);
    for (auto [at, end] = known_.equal_range(hash); at != end; ++at)
      if (made.datasets[at->second] == text) return at->second;
    known_.emplace(hash, made.datasets.size());
    made.datasets.push_back(std::move(text));
    return made.datasets.size() - 1;
  }

  void make(Edit const& edit, NeighbourPairs& made) {
    if (made.pairs.size() >= options_.most_pairs) return;
    auto const& base = bases_[static_cast<std::size_t>(edit.of)];
    auto const of_base = std::span{base.rows}.first(edit.of == Of::table ? base.rows.size() : edit.rows);
    auto text = json_of(of_base);
    if (edit.of == Of::table) {
      if (long_datasets_ >= least_long_datasets && (long_datasets_ + 1) * text.size() > options_.most_bytes) return;
      ++long_datasets_;
    }
    auto const place = edit.without.empty() ? of_base.size() : edit.without.front();
    std::vector<std::string> rows;
    auto const put = [&] {
      for (auto const& row : edit.with) rows.push_back(json_of(base.table, row));
    };
    for (std::size_t i = 0, gone = 0; i < of_base.size(); ++i) {
      if (i == place) put();
      if (gone < edit.without.size() && edit.without[gone] == i) ++gone;
      else rows.push_back(of_base[i]);
    }
    if (place == of_base.size()) put();
    auto other = json_of(rows);
    if (other == text) return;
    auto const d = dataset(std::move(text), made), d_prime = dataset(std::move(other), made);
    auto const is_known = [&](Pair const& pair) {
      return pair.d == Dataset{static_cast<double>(d)} && pair.d_prime == Dataset{static_cast<double>(d_prime)};
    };
    if (std::ranges::any_of(made.pairs, is_known)) return;
    auto const row = edit.with.empty() ? of_base[edit.without.front()] : json_of(base.table, edit.with.front());
    made.pairs.push_back({{static_cast<double>(d)},
                          {static_cast<double>(d_prime)},
                          options_.relation,
                          fmt::format("{}: {}", edit.label, shortened(row))});
  }

  NeighbourOptions const& options_;
  sim::Stream stream_;
  std::optional<std::size_t> unit_column_;
  std::vector<CellKind> kinds_;
  std::vector<std::optional<Range>> ranges_;
  std::vector<std::size_t> longest_, bounded_;
  Units units_;
  std::vector<Cells> templates_;  // rows that come are made of
  std::array<Base, 2> bases_;
  std::size_t new_units_ = 0, long_datasets_ = 0;
  std::set<double> numbered_units_;  // of the table
  double least_free_ = 0;
  std::unordered_multimap<std::size_t, std::size_t> known_;
};

}  // namespace

NeighbourPairs neighbours_of(Table const& table, NeighbourOptions const& options) {
  return Maker{table, options}.pairs();
}

}  // namespace warner::mechanisms::external
