#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

struct MeanAndCovariance {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};

/// Moments of the columns that are no categories, of releases without outliers.
struct Moments {
  std::vector<std::size_t> columns;
  std::size_t rows = 0;  ///< releases that they are of, of the dataset with fewer
  MeanAndCovariance d, d_prime;

  Eigen::MatrixXd covariance() const;  ///< the mean of both
  Eigen::VectorXd spread() const;      ///< standard deviations, likewise
  Eigen::VectorXd unit() const;        ///< one over these; 0 for what does not vary
};

/// A covariance in units of standard deviations that can be divided by: with a ridge, and 1 for what does not vary.
Eigen::MatrixXd regular(Eigen::MatrixXd const& covariance);

/// x with covariance x = right, solved in units of standard deviations; 0 for what does not vary.
Eigen::VectorXd solved(Eigen::MatrixXd const& covariance, Eigen::VectorXd const& right);

/// Of the first `most` columns, and of at most a lesson of releases; none of fewer than two columns, or of too few
/// releases for so many.
std::optional<Moments> moments_of(std::vector<mechanisms::Column> const& kinds, mechanisms::ConstBatch under_d,
                                  mechanisms::ConstBatch under_d_prime, std::size_t most);

}  // namespace warner::verify
