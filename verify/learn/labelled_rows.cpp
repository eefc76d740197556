#include "verify/learn/labelled_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "verify/learn/looks.hpp"
#include "verify/learn/row_shapes.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;
using Labels = std::vector<double>;

/// The values of a column, increasing; none where there are too many for labels, or one alone.
Labels values_of(ConstBatch under_d, ConstBatch under_d_prime, std::size_t j) {
  Labels values;
  for (auto const& batch : {under_d, under_d_prime})
    for (auto const y : batch.column(j).first(std::min(glance, batch.releases()))) {
      auto const at = std::ranges::lower_bound(values, y);
      if (at != values.end() && *at == y) continue;
      if (!std::isfinite(y) || values.size() == most_alone) return {};
      values.insert(at, y);
    }
  return values.size() > 1 ? values : Labels{};
}

/// Whether the labels of a release all differ, in nearly all of the first ones.
bool differ(ConstBatch releases, RowShape const& shape, std::size_t position) {
  auto const n = std::min(glance, releases.releases());
  std::size_t differing = 0;
  Labels labels(shape.rows);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < shape.rows; ++row) labels[row] = releases(i, shape.column(row, position));
    std::ranges::sort(labels);
    differing += std::ranges::adjacent_find(labels) == labels.end();
  }
  return differing > n - n / 20;
}

/// The labels of rows that have them at this position; none where some stand in some of the rows alone.
Labels labels_in(std::vector<Labels> const& values, RowShape const& shape, std::size_t position) {
  auto const& labels = values[shape.column(0, position)];
  for (std::size_t row = 1; row < shape.rows; ++row)
    if (values[shape.column(row, position)] != labels) return {};
  return labels;
}

}  // namespace

std::vector<Feature> labelled_rows(std::vector<Column> const&, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const width = under_d.width();
  if (width < 4 || width > most_together) return {};
  std::vector<Labels> values;
  for (std::size_t j = 0; j < width; ++j) values.push_back(values_of(under_d, under_d_prime, j));
  for (auto const& shape : table_shapes(width, width / 2))
    for (std::size_t position = 0; position < shape.length; ++position) {
      auto const labels = labels_in(values, shape, position);
      if (labels.size() < shape.rows || !differ(under_d, shape, position) || !differ(under_d_prime, shape, position))
        continue;
      std::vector<Feature> features;
      for (std::size_t other = 0; other < shape.length; ++other)
        for (auto const label : labels)
          if (other != position && features.size() < most_alone)
            features.push_back({Feature::Kind::labelled,
                                shape.column(0, other),
                                shape.column(0, position),
                                {label, static_cast<double>(shape.rows), static_cast<double>(shape.apart)}});
      return features;
    }
  return {};
}

}  // namespace warner::verify
