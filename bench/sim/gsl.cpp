#include "bench/sim/gsl.hpp"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

namespace warner::bench {
namespace {

gsl_rng* generator() {
  static auto* const instance = gsl_rng_alloc(gsl_rng_mt19937);
  return instance;
}

template <class Law>
std::function<void(std::span<double>)> each(Law law) {
  return [law](std::span<double> out) {
    for (auto& x : out) x = law(generator());
  };
}

}  // namespace

std::function<void(std::span<double>)> gsl_draw(std::string const& law) {
  if (law == "uniform") return each([](gsl_rng* g) { return gsl_rng_uniform(g); });
  if (law == "exponential") return each([](gsl_rng* g) { return gsl_ran_exponential(g, 1); });
  if (law == "laplace") return each([](gsl_rng* g) { return gsl_ran_laplace(g, 1); });
  if (law == "gaussian") return each([](gsl_rng* g) { return gsl_ran_gaussian_ziggurat(g, 1); });
  if (law == "gumbel") return each([](gsl_rng* g) { return gsl_ran_gumbel1(g, 1, 1); });
  if (law == "geometric") return each([](gsl_rng* g) { return static_cast<double>(gsl_ran_geometric(g, 0.3)) - 1; });
  return {};
}

}  // namespace warner::bench
