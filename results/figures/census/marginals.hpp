#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warner::results {

/// How often each value stands in a column of UCI Adult, train part (Becker & Kohavi 1996, CC BY 4.0).
struct ValueCount {
  std::string_view value;
  std::uint32_t count;
};
struct Marginal {
  std::string_view column;  ///< "education" counts pairs "education,education_num"
  std::span<ValueCount const> counts;
};

/// In the order of the file's columns.
std::span<Marginal const> marginals();

}  // namespace warner::results
