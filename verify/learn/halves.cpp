#include "verify/learn/halves.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace warner::verify {

using mechanisms::ConstBatch;

namespace {

std::vector<std::size_t> all_columns(ConstBatch releases) {
  std::vector<std::size_t> columns(releases.width());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

}  // namespace

Halves::Halves(ConstBatch under_d, ConstBatch under_d_prime, std::vector<std::size_t> const& columns, std::size_t most)
    : releases_{std::min({under_d.releases(), under_d_prime.releases(), most})}, width_{columns.size()} {
  numbers_.reserve(2 * releases_ * width_);
  for (auto const j : columns)
    for (auto const& batch : {under_d, under_d_prime})
      std::ranges::copy(batch.column(j).first(releases_), std::back_inserter(numbers_));
}

Halves::Halves(ConstBatch under_d, ConstBatch under_d_prime, std::size_t most)
    : Halves{under_d, under_d_prime, all_columns(under_d), most} {}

Difference Halves::difference_in(Feature const& feature) {
  return difference_of_halves(evaluate(feature, all(), memory_));
}

}  // namespace warner::verify
