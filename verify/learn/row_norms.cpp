#include "verify/learn/row_norms.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "verify/learn/best_of.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/row_shapes.hpp"
#include "verify/scores/is_number.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

/// The columns of a row; none where one of them is no number.
std::vector<std::size_t> numbers_of(RowShape const& shape, std::size_t row, std::vector<Column> const& columns) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < shape.length; ++k) {
    auto const j = shape.column(row, k);
    if (!is_number(columns[j])) return {};
    numbers.push_back(j);
  }
  return numbers;
}

}  // namespace

std::vector<Feature> row_norms(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const width = under_d.width();
  if (width > most_together) return {};
  Halves read{under_d, under_d_prime, closer_look};
  std::vector<double> alone;
  for (std::size_t j = 0; j < width; ++j)
    alone.push_back(read.difference_in({Feature::Kind::coordinate, j}).beyond_mean());
  std::vector<std::pair<double, Feature>> found;
  for (auto const& shape : table_shapes(width, width / 2))
    for (std::size_t row = 0; row < shape.rows; ++row) {
      auto const numbers = numbers_of(shape, row, columns);
      if (numbers.empty()) continue;
      Feature norm{Feature::Kind::distance, 0, 0, std::vector<double>(2 * (numbers.back() + 1))};
      auto known = 0.0;
      for (auto const j : numbers) norm.parameters[2 * j + 1] = 1, known += alone[j];
      if (auto const more = read.difference_in(norm).beyond_chance() - known; more > 0)
        found.emplace_back(more, std::move(norm));
    }
  return best_of(std::move(found));
}

}  // namespace warner::verify
