#include "verify/learn/labelled_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "verify/learn/looks.hpp"

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

/// Rows of one shape: the columns of each lie `apart` from those of the next.
struct Shape {
  std::size_t rows, apart;
  std::vector<std::size_t> firsts;  // the columns of the first row
};

std::vector<Shape> shapes_of(std::size_t width) {
  std::vector<Shape> shapes;
  for (std::size_t length = 2; length <= width / 2; ++length) {
    if (width % length != 0) continue;
    Shape one_by_one{width / length, length, {}}, blocks{width / length, 1, {}};
    for (std::size_t i = 0; i < length; ++i) {
      one_by_one.firsts.push_back(i);
      blocks.firsts.push_back(i * blocks.rows);
    }
    shapes.push_back(one_by_one);
    shapes.push_back(blocks);
  }
  return shapes;
}

/// Whether the labels of a release all differ, in nearly all of the first ones.
bool differ(ConstBatch releases, Shape const& shape, std::size_t first) {
  auto const n = std::min(glance, releases.releases());
  std::size_t differing = 0;
  Labels labels(shape.rows);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t row = 0; row < shape.rows; ++row) labels[row] = releases(i, first + row * shape.apart);
    std::ranges::sort(labels);
    differing += std::ranges::adjacent_find(labels) == labels.end();
  }
  return differing > n - n / 20;
}

/// The labels of rows whose first one stands in this column; none where some stand in some of the rows alone.
Labels labels_in(std::vector<Labels> const& values, Shape const& shape, std::size_t first) {
  for (std::size_t row = 1; row < shape.rows; ++row)
    if (values[first + row * shape.apart] != values[first]) return {};
  return values[first];
}

}  // namespace

std::vector<Feature> labelled_rows(std::vector<Column> const&, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const width = under_d.width();
  if (width < 4 || width > most_together) return {};
  std::vector<Labels> values;
  for (std::size_t j = 0; j < width; ++j) values.push_back(values_of(under_d, under_d_prime, j));
  for (auto const& shape : shapes_of(width))
    for (auto const first : shape.firsts) {
      auto const labels = labels_in(values, shape, first);
      if (labels.size() < shape.rows || !differ(under_d, shape, first) || !differ(under_d_prime, shape, first))
        continue;
      std::vector<Feature> features;
      for (auto const column : shape.firsts)
        for (auto const label : labels)
          if (column != first && features.size() < most_alone)
            features.push_back({Feature::Kind::labelled,
                                column,
                                first,
                                {label, static_cast<double>(shape.rows), static_cast<double>(shape.apart)}});
      return features;
    }
  return {};
}

}  // namespace warner::verify
