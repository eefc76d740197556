#include "verify/search/banded.hpp"

#include <cmath>

namespace warner::verify {

void Banded::factorize() {
  for (std::size_t i = 0; i < size(); ++i) {
    auto const far = i >= 2 ? two_below[i] / diagonal[i - 2] : 0;
    auto const near = i >= 1 ? below[i] - (i >= 2 ? two_below[i] * below[i - 1] : 0) : 0;  // of L, times its D
    diagonal[i] -= i >= 2 ? far * two_below[i] : 0;
    if (i >= 1) {
      below[i] = near / diagonal[i - 1];
      diagonal[i] -= below[i] * near;
    }
    two_below[i] = far;
  }
}

double Banded::inverse_square(std::vector<double>& b, std::size_t from) const {
  double sum = 0;
  for (auto i = from; i < size(); ++i) {
    if (i >= from + 1) b[i] -= below[i] * b[i - 1];
    if (i >= from + 2) b[i] -= two_below[i] * b[i - 2];
    sum += b[i] * b[i] / diagonal[i];
  }
  return sum;
}

void Banded::solve(std::vector<double>& b) const {
  inverse_square(b, 0);
  for (auto i = size(); i-- > 0;) {
    b[i] /= diagonal[i];
    if (i + 1 < size()) b[i] -= below[i + 1] * b[i + 1];
    if (i + 2 < size()) b[i] -= two_below[i + 2] * b[i + 2];
  }
}

double Banded::half_log_determinant() const {
  double sum = 0;
  for (auto const d : diagonal) sum += std::log(d);
  return sum / 2;
}

double Banded::square(std::vector<double> const& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    sum += diagonal[i] * x[i] * x[i];
    if (i >= 1) sum += 2 * below[i] * x[i] * x[i - 1];
    if (i >= 2) sum += 2 * two_below[i] * x[i] * x[i - 2];
  }
  return sum;
}

void Banded::subtract_product(std::vector<double> const& x, std::vector<double>& y) const {
  for (std::size_t i = 0; i < size(); ++i) {
    y[i] -= diagonal[i] * x[i];
    if (i >= 1) y[i] -= below[i] * x[i - 1], y[i - 1] -= below[i] * x[i];
    if (i >= 2) y[i] -= two_below[i] * x[i - 2], y[i - 2] -= two_below[i] * x[i];
  }
}

}  // namespace warner::verify
