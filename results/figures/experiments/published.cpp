#include "results/figures/experiments/published.hpp"

#include <limits>

#include "mechanisms/contract/neighbours.hpp"

namespace warner::results::experiments {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::vector<Published> published() {
  mechanisms::ParameterValues const tenth{{"epsilon", 0.1}};
  auto const with = [&](std::string const& name, double value) {
    auto values = tenth;
    values[name] = value;
    return values;
  };
  return {
      {"Laplace", "laplace", tenth, 0.0976, 21.5, 0.0998, 408, 0.0998},
      {"truncated geometric", "truncated-geometric", {{"n", 5}, {"k", 3}}, 0.1156, 19.4, 0.1169, 1368, 0.1168},
      {"noisy histogram 1", "histogram", tenth, 0.0978, 37.7, 0.0994, 934, unknown},
      {"noisy histogram 2 (wrong scale)", "broken/histogram-wrong-scale", tenth, 4.6020, 40.6, 10.002, 1245, 9.975},
      {"noisy max 1", "report-noisy-max-laplace", tenth, 0.0925, 61.8, 0.0921, 460, 0.0941},
      {"noisy max 2", "report-noisy-max-exponential", tenth, 0.0979, 58.4, 0.0997, 459, 0.0995},
      {"noisy max 3 (value)", "broken/report-noisy-max-value-laplace", tenth, 0.2488, 62.4, 0.1991, 568, 0.2488},
      {"noisy max 4 (value)", "broken/report-noisy-max-value-exponential", tenth, 0.3534, 62.9, 0.1988, 563, 4.09},
      {"sparse vector 1", "sparse-vector-1", with("threshold", 0.5), 0.0858, 126, 0.0298, 749, 0.0870},
      {"sparse vector 2", "sparse-vector-2", tenth, 0.0859, 160, 0.0407, 832, 0.0867},
      {"sparse vector 3", "broken/sparse-vector-3", tenth, 0.1822, 160.5, 0.1793, 6264, 0.400},
      {"sparse vector 4", "broken/sparse-vector-4", tenth, 0.1696, 130.8, 0.1719, 1017, 0.1706},
      {"sparse vector 5", "broken/sparse-vector-5", tenth, 1.7612, 58.6, 14.314, 724, 15.00},
      {"sparse vector 6", "broken/sparse-vector-6", tenth, 0.2720, 95.8, 0.3220, 1378, 0.4063},
      {"sparse vectors 3 and 4", "broken/sparse-vector-3-and-4", tenth, 0.2616, 364, 0.1963, 27959, unknown},
      {"numerical sparse vector", "sparse-vector-numerical", with("c", 2), 0.0345, 151.5, unknown, unknown, 0.0752},
      {"20 Laplace in parallel", "laplace-vector", with("k", 20), 0.0350, 104.5, 0.0135, 5715, 0.0652},
      {"prefix sum (all differ)", "prefix-sum", with("n", 10), 0.5774, 97, 0.3516, 3989, 0.990,
       mechanisms::eight_patterns(10)},
      {"RAPPOR", "rappor", {{"differ", 6}}, 0.3008, 145, 0.2416, 2249, unknown},
      {"one-time RAPPOR", "rappor-one-time", {{"differ", 6}}, 0.5999, 89, 0.4706, 1877, unknown},
      {"snapping Laplace", "snapping", with("bound", 100), 0.0979, 2901, unknown, unknown, unknown},
      {"floating-point Laplace (scale 10)",
       "broken/laplace-float64",
       {{"scale", 10}},
       0.2521,
       2125,
       unknown,
       unknown,
       unknown},
  };
}

}  // namespace warner::results::experiments
