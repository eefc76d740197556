#include "verify/learn/number_columns.hpp"

#include <algorithm>
#include <cmath>

#include "verify/scores/is_number.hpp"

namespace warner::verify {

using mechanisms::Column;

std::vector<std::size_t> number_columns(std::vector<Column> const& columns, std::size_t most) {
  std::vector<std::size_t> numbers;
  for (std::size_t j = 0; j < columns.size() && numbers.size() < most; ++j)
    if (is_number(columns[j])) numbers.push_back(j);
  return numbers;
}

double range_of(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto least = HUGE_VAL, greatest = -HUGE_VAL;
  for (auto const part : {under_d, under_d_prime})
    for (auto const y : part)
      if (std::isfinite(y)) least = std::min(least, y), greatest = std::max(greatest, y);
  return greatest - least;
}

}  // namespace warner::verify
