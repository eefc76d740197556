#include "sim/normal.hpp"

#include <cmath>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

namespace warner::sim {

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }
double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p); }

}  // namespace warner::sim
