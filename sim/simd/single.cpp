// One variate at a time: the plain reference itself, compiled once for each instruction set, so that its fused
// multiplications are instructions wherever the machine has them.

#include "sim/scalar.hpp"
#include "sim/variates.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/single.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {

HWY_FLATTEN double one_exponential(std::uint64_t word) { return scalar::exponential(word); }

HWY_FLATTEN double one_laplace(std::uint64_t word, double location, double scale) {
  return scalar::laplace(word, location, scale);
}

HWY_FLATTEN double one_gumbel(std::uint64_t word, double location, double scale) {
  return scalar::gumbel(word, location, scale);
}

HWY_FLATTEN double one_gaussian(std::uint64_t radius, std::uint64_t angle, double location, double scale) {
  return scalar::gaussians(radius, angle, location, scale).first;
}

HWY_FLATTEN double one_geometric(std::uint64_t word, double inverse_rate) {
  return scalar::geometric(word, inverse_rate);
}

HWY_FLATTEN double one_two_sided_geometric(std::uint64_t word, double location, double inverse_rate, double shift) {
  return scalar::two_sided_geometric(word, location, inverse_rate, shift);
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(one_exponential);
HWY_EXPORT(one_laplace);
HWY_EXPORT(one_gumbel);
HWY_EXPORT(one_gaussian);
HWY_EXPORT(one_geometric);
HWY_EXPORT(one_two_sided_geometric);

double exponential_of(std::uint64_t word) { return HWY_DYNAMIC_DISPATCH(one_exponential)(word); }
double laplace_of(std::uint64_t word, double location, double scale) {
  return HWY_DYNAMIC_DISPATCH(one_laplace)(word, location, scale);
}
double gumbel_of(std::uint64_t word, double location, double scale) {
  return HWY_DYNAMIC_DISPATCH(one_gumbel)(word, location, scale);
}
double gaussian_of(std::uint64_t radius, std::uint64_t angle, double location, double scale) {
  return HWY_DYNAMIC_DISPATCH(one_gaussian)(radius, angle, location, scale);
}
double geometric_of(std::uint64_t word, double inverse_rate) {
  return HWY_DYNAMIC_DISPATCH(one_geometric)(word, inverse_rate);
}
double two_sided_geometric_of(std::uint64_t word, double location, double inverse_rate, double shift) {
  return HWY_DYNAMIC_DISPATCH(one_two_sided_geometric)(word, location, inverse_rate, shift);
}

}  // namespace warner::sim
#endif
