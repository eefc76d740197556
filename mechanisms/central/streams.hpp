#pragma once

#include "mechanisms/central/linear_laplace.hpp"

namespace warner::mechanisms::central {

/// A and B of the smart sum: node i is the block's sum where m divides i, else entry i.
struct SmartSum {
  Rows nodes, mixed;
};
SmartSum smart_sum(std::size_t n, std::size_t m);

}  // namespace warner::mechanisms::central
