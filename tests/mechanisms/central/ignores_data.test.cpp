#include "mechanisms/noise/gaussian.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/kolmogorov_smirnov.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

// Level 1e-9 for the sound arm; the twin that lets a tenth of the data through is moved by 40 standard errors.
TEST_CASE("ignores-data releases a standard normal, whatever the data", "[mechanisms][statistical]") {
  auto const mechanism = made("ignores-data").mechanism;
  auto const cdf = [](double y) { return noise::Gaussian{1}.cdf(y); };
  auto sample = released(mechanism, {1e9, 3}, "ignores-data")[0];
  CHECK(kolmogorov_smirnov(sample, cdf) < ks_refutes_at_1e9);
  CHECK(released(mechanism, {}, "ignores-data")[0] == sample);
  for (auto& y : sample) y += 0.1;
  CHECK(kolmogorov_smirnov(sample, cdf) > ks_refutes_at_1e9);
  CHECK(mechanism.exact_epsilon({{0}, {1}}, 0).value() == 0);
}
