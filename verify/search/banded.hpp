#pragma once

#include <cstddef>
#include <vector>

namespace warner::verify {

/// A symmetric matrix whose entries are 0 but on the diagonal and on the two below it; later its factors L D L'.
class Banded {
 public:
  explicit Banded(std::size_t n) : diagonal(n), below(n), two_below(n) {}

  std::size_t size() const { return diagonal.size(); }

  std::vector<double> diagonal;
  std::vector<double> below, two_below;  ///< entry i is that of row i, one and two columns to the left

  /// Replaces it by its factors: D on the diagonal, L below it. It must be positive definite.
  void factorize();

  /// Of factors: solves L D L' x = b in place.
  void solve(std::vector<double>& b) const;
  /// Of factors: b' (L D L')^-1 b. @param from: b is 0 before. Overwrites b.
  double inverse_square(std::vector<double>& b, std::size_t from) const;
  /// Of factors: half of the logarithm of the determinant.
  double half_log_determinant() const;

  /// x' A x, of a matrix.
  double square(std::vector<double> const& x) const;
  /// Subtracts A x, of a matrix, from y.
  void subtract_product(std::vector<double> const& x, std::vector<double>& y) const;
};

}  // namespace warner::verify
