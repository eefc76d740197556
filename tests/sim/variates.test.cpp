#include "sim/variates.hpp"

#include <cmath>
#include <numeric>

#include "sim/scalar.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::sim;

TEST_CASE("unit_open is never 0 or 1 and symmetric about 1/2", "[sim]") {
  CHECK(scalar::unit_open(0) == 0x1p-53);
  CHECK(scalar::unit_open(~std::uint64_t{0}) == 1 - 0x1p-53);
  for (std::uint64_t word = 1; word != 0; word *= 3) {
    if (word > 0x000FFFFFFFFFFFFFu) break;
    CHECK(scalar::unit_open(word) + scalar::unit_open(~word) == 1);
  }
}

TEST_CASE("our logarithm is within 11 ulp of the library's, exact at the ends", "[sim]") {
  double worst = 0;
  Stream stream{Address{1}, 0};
  for (int i = 0; i < 1'000'000; ++i) {
    auto const u = scalar::unit_open(stream.word());
    auto const exact = -std::log(u);
    worst = std::max(worst, std::fabs(scalar::negative_log(u) - exact) / exact);
  }
  CHECK(worst < 12 * 0x1p-52);
  CHECK(scalar::negative_log(1 - 0x1p-53) == Catch::Approx(0x1p-53).epsilon(1e-12));
  CHECK(scalar::negative_log(0x1p-53) == Catch::Approx(53 * std::log(2)).epsilon(1e-15));
}

TEST_CASE("our sine and cosine lie on the circle", "[sim]") {
  Stream stream{Address{2}, 0};
  double worst = 0;
  for (int i = 0; i < 100'000; ++i) {
    auto const word = stream.word();
    auto const at = scalar::direction(word);
    auto const t = 2 * scalar::unit_open(word) - 1;
    auto const swap = (word >> 62 & 1) != 0;
    auto const angle = swap ? std::acos(-1.0) / 2 - std::acos(-1.0) / 4 * t : std::acos(-1.0) / 4 * t;
    auto const sign = word >> 63 ? -1.0 : 1.0;
    worst =
        std::max({worst, std::fabs(at.cosine - sign * std::cos(angle)), std::fabs(at.sine - sign * std::sin(angle))});
  }
  CHECK(worst < 1e-15);
}

TEST_CASE("thresholds of probabilities", "[sim]") {
  CHECK(bernoulli_threshold(0) == 0);
  CHECK(bernoulli_threshold(std::nan("")) == 0);
  CHECK(bernoulli_threshold(0.5) == std::uint64_t{1} << 63);
  CHECK(bernoulli_threshold(1) == ~std::uint64_t{0});
  CHECK(bernoulli_threshold(std::nextafter(1.0, 0.0)) > ~std::uint64_t{0} - 4096);
}

// Neighbouring lanes and the two halves of Box-Muller are uncorrelated: |z| < 6.1 is 1e-9 a check.
TEST_CASE("neighbouring variates are uncorrelated", "[sim][statistical]") {
  constexpr std::size_t n = 1 << 20;
  std::vector<double> x(n);
  Stream stream{Address{4}, 0};
  fill_gaussian(stream, 0, 1, x);
  for (auto const lag : {1u, 2u, 8u, 16u, 4096u}) {
    auto const sum = std::inner_product(x.begin(), x.end() - lag, x.begin() + lag, 0.0);
    CHECK(std::fabs(sum) / std::sqrt(static_cast<double>(n - lag)) < 6.1);
    double squares = 0;
    for (std::size_t i = 0; i + lag < n; ++i) squares += (x[i] * x[i] - 1) * (x[i + lag] * x[i + lag] - 1);
    CHECK(std::fabs(squares) / std::sqrt(4.0 * static_cast<double>(n - lag)) < 6.1);
  }
}
