#pragma once

#include <cstddef>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "verify/learn/difference.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// Some columns of both datasets, the first releases of D before as many of D'.
class Halves {
 public:
  /// @param most: releases of a dataset.
  Halves(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::vector<std::size_t> const& columns,
         std::size_t most);
  /// Of all columns.
  Halves(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime, std::size_t most);

  mechanisms::ConstBatch all() const { return {numbers_.data(), 2 * releases_, width_}; }
  std::size_t releases() const { return releases_; }  ///< of a dataset

  /// How far the datasets differ in a feature of these columns, which count from 0.
  Difference difference_in(Feature const& feature);

 private:
  std::size_t releases_, width_;
  std::vector<double> numbers_{}, memory_{};
};

}  // namespace warner::verify
