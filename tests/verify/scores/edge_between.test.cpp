#include "verify/scores/edge_between.hpp"

#include <cmath>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>

#include "tests/support/catch.hpp"

using warner::verify::edge_between;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr auto largest = std::numeric_limits<double>::max(), smallest = std::numeric_limits<double>::denorm_min();

bool parts(double below, double above) {
  auto const edge = edge_between(below, above);
  return below < edge && edge <= above;
}

/// How many digits a number is written with.
int digits_of(double y) {
  for (int digits = 1;; ++digits) {
    std::ostringstream text;
    text << std::setprecision(digits) << y;
    if (std::stod(text.str()) == y) return digits;
  }
}

/// Whether some number of so many digits lies strictly between.
bool has_digits_between(double below, double above, int digits) {
  for (int power = -12; power <= 6; ++power) {
    auto const unit = std::pow(10.0, power - digits + 1);
    auto const next = (std::floor(below / unit) + 1) * unit;
    if (next < above && std::fabs(next) < std::pow(10.0, power + 1) && next > below + unit / 1000) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("an edge is a short number", "[verify]") {
  CHECK(edge_between(-0.1, 0.3) == 0.1);
  CHECK(edge_between(0.9, 1.2) == 1);
  CHECK(edge_between(-1.04, -0.97) == -1);
  CHECK(edge_between(3, 4) == 4);  // it may be the greater of the two, never the smaller
  CHECK(edge_between(2, 3) == 2.5);
  CHECK(edge_between(123.4561, 123.4569) == 123.4565);
}

TEST_CASE("an edge is above the one and not above the other, however near, far or small they are", "[verify]") {
  for (auto const y : {-largest, -1e300, -1.0, -smallest, 0.0, smallest, 1e-310, 0.1, 1.0, 3.0, 1e17, 0x1p1023})
    CHECK(parts(y, std::nextafter(y, infinity)));
  CHECK(parts(-largest, largest));
  CHECK(parts(-infinity, 0));
  CHECK(parts(-infinity, infinity));
  CHECK(parts(largest, infinity));
  CHECK(parts(-0.0, smallest));
}

TEST_CASE("no shorter number lies between", "[verify]") {
  std::mt19937_64 random{1};  // any numbers will do
  for (int i = 0; i < 2000; ++i) {
    auto const below = (static_cast<double>(random() >> 11) * 0x1p-53 - 0.3) * 100;
    auto const above = below + std::pow(10.0, -static_cast<double>(random() % 6)) *
                                   (static_cast<double>(random() >> 11) * 0x1p-53 + 0.01);
    auto const edge = edge_between(below, above);
    CAPTURE(below, above, edge);
    REQUIRE((below < edge && edge <= above));
    auto const fewer = digits_of(edge) - 1;
    if (fewer > 0) CHECK_FALSE(has_digits_between(below, above, fewer));
  }
}
