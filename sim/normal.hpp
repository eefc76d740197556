#pragma once

namespace warner::sim {

/// The standard normal law: Phi(x) = Pr[N(0, 1) <= x], and the x at which it is p, for 0 < p < 1.
/// The upper tail keeps its digits: Pr[N(0, 1) >= x] is normal_cdf(-x), and its quantile is -normal_quantile(p).
double normal_cdf(double x);
double normal_quantile(double p);

}  // namespace warner::sim
