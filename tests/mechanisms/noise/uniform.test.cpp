#include "mechanisms/noise/uniform.hpp"

#include <cmath>
#include <span>

#include "tests/mechanisms/noise/sampler_checks.hpp"

using warner::mechanisms::noise::Uniform;
using namespace warner::tests;

namespace {

/// The uniform law on (0, 1.05).
struct Wider {
  void fill(warner::sim::Stream& stream, double location, std::span<double> out) const {
    Uniform{}.fill(stream, location, out);
    for (auto& x : out) x *= 1.05;
  }
};

}  // namespace

TEST_CASE("Uniform draws follow the law, and on (0, 1.05) they do not", "[mechanisms][noise][statistical]") {
  Uniform const law;
  check_continuous(law, draws(Wider{}, "uniform/wrong"), "uniform");
}

TEST_CASE("Uniform: distribution function and moments", "[mechanisms][noise]") {
  Uniform const law;
  CHECK(law.cdf(-1) == 0);
  CHECK(law.cdf(0.3) == 0.3);
  CHECK(law.cdf(2) == 1);
  CHECK(law.pdf(0.3) == 1);
  CHECK(law.log_pdf(0.3) == 0);
  CHECK(std::isinf(law.log_pdf(1)));
}

TEST_CASE("Uniform: a fill is the draws one by one, never 0 and never 1", "[mechanisms][noise]") {
  check_one_by_one(Uniform{});
  for (auto const x : draws(Uniform{}, "uniform/open")) {
    if (!(x > 0 && x < 1)) FAIL(x);
  }
}
