#include "verify/learn/fit_in_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "verify/learn/regression.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t most_classes = 4096;

/// What the symbols of a release are, in all coordinates: their bins, or `number`.
using Name = std::vector<std::size_t>;
constexpr auto number = std::numeric_limits<std::size_t>::max();

/// Cells by the names of their symbols, the most frequent names first.
std::vector<std::pair<Name, std::vector<std::uint32_t>>> classes_of(HistogramGrid const& grid,
                                                                    std::vector<Cell> const& cells) {
  std::map<Name, std::pair<double, std::vector<std::uint32_t>>> members;
  Name name(grid.axes().size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < name.size(); ++j) {
      auto const& symbol = grid.axes()[j].symbol;
      auto const bin = cells[i].bins[j];
      name[j] = bin == symbol.size() || symbol[bin] ? bin : number;
    }
    auto& [mass, rows] = members[name];
    mass += cells[i].d + cells[i].d_prime;
    rows.push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<std::pair<double, Name>> order;
  for (auto const& [name, found] : members) order.emplace_back(-found.first, name);
  std::ranges::sort(order);
  if (order.size() > most_classes) order.resize(most_classes);
  std::vector<std::pair<Name, std::vector<std::uint32_t>>> classes;
  for (auto& [_, name] : order) classes.emplace_back(name, std::move(members[name].second));
  return classes;
}

/// The symbols of a coordinate as `Conditional` wants them: increasing, a NaN last where there is one.
std::vector<double> symbols_of(HistogramGrid const& grid, std::vector<Cell> const& cells, std::size_t j) {
  auto const& axis = grid.axes()[j];
  std::vector<double> symbols;
  for (auto const& symbol : axis.symbol)
    if (symbol) symbols.push_back(*symbol);
  if (std::ranges::any_of(cells, [&](Cell const& cell) { return cell.bins[j] == axis.symbol.size(); }))
    symbols.push_back(std::numeric_limits<double>::quiet_NaN());
  return symbols;
}

}  // namespace

Conditional fitted_in_classes(HistogramGrid const& grid, std::vector<Cell> const& cells, Additive const& together) {
  auto const classes = classes_of(grid, cells);
  auto const width = grid.axes().size();
  if (classes.size() < 2) return {};
  std::vector<std::vector<double> const*> said(width);  // what a bin says in every class
  for (auto const& bins : together.coordinates) said[bins.feature.column] = &bins.log_ratio;
  auto const says = [&](std::size_t j, std::size_t bin) {
    return said[j] && bin < said[j]->size() ? (*said[j])[bin] : 0;
  };

  Rows rows{cells};
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = 0; j < width; ++j) rows.sum[i] += says(j, cells[i].bins[j]);
  std::vector<double> of_class(classes.size());
  Term by_class{
      &of_class, std::vector<std::uint16_t>(cells.size(), static_cast<std::uint16_t>(classes.size())), {}, {}, true};
  std::vector<Bins> within;
  std::vector<std::size_t> owner;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    for (auto const row : classes[c].second) by_class.places[row] = static_cast<std::uint16_t>(c);
    for (std::size_t j = 0; j < width; ++j) {
      auto const& edges = grid.axes()[j].edges;
      if (classes[c].first[j] != number || edges.empty()) continue;
      within.push_back({{Feature::Kind::coordinate, j}, edges, std::vector<double>(edges.size() + 1)});
      owner.push_back(c);
    }
  }
  std::vector<Term> terms{std::move(by_class)};
  for (std::size_t k = 0; k < within.size(); ++k) {
    auto const j = within[k].feature.column;
    auto const& members = classes[owner[k]].second;
    Term term{&within[k].log_ratio, {}, grid.axes()[j].range(), members};
    for (auto const row : members) term.places.push_back(cells[row].bins[j]);
    terms.push_back(std::move(term));
  }
  fit(rows, terms);

  Conditional score;
  for (std::size_t j = 0; j < width; ++j) score.symbols.push_back(symbols_of(grid, cells, j));
  for (std::size_t c = 0; c < classes.size(); ++c) {
    Conditional::Class one{Name(width), of_class[c], {}};
    for (std::size_t j = 0; j < width; ++j) {
      auto const bin = classes[c].first[j];
      auto const& symbol = grid.axes()[j].symbol;
      one.symbols[j] = bin == number ? score.symbols[j].size()
                                     : static_cast<std::size_t>(std::count_if(
                                           symbol.begin(), symbol.begin() + static_cast<std::ptrdiff_t>(bin),
                                           [](auto const& s) { return s.has_value(); }));
      if (bin != number) one.log_ratio += says(j, bin);
    }
    score.classes.push_back(std::move(one));
  }
  for (std::size_t k = 0; k < within.size(); ++k) {
    for (std::size_t b = 0; b < within[k].log_ratio.size(); ++b)
      within[k].log_ratio[b] += says(within[k].feature.column, b);
    score.classes[owner[k]].within.push_back(std::move(within[k]));
  }
  return score;
}

}  // namespace warner::verify
