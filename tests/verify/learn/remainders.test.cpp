#include "verify/learn/remainders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/measure.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// 12345 + 38 x and wide noise of whole `steps`: with steps of 100 the last two digits tell everything, the lowest bit
/// nothing.
struct Cents {
  double step;
  mechanisms::Column::Kind kind;
  double unit;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const { return {{"total", kind}}; }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_laplace(stream, 0, 1e6, out.column(0));
    for (auto& y : out.column(0)) y = (12345 + 38 * d[0] + step * std::round(y)) * unit;
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

double certified(Cents const& mechanism) {
  return measure(mechanism, toys::zero_one, {.level = 1e-6, .budget = 200'000, .seed = 3}).epsilon_lower_bound;
}

}  // namespace

// The sound arm adds a noise of whole ones, whose last two digits are uniform; without remainders the broken ones are
// red.
TEST_CASE("noise of whole hundreds hides no last digits", "[verify][statistical]") {
  using Kind = mechanisms::Column::Kind;
  CHECK(certified({1, Kind::integer, 1}) < 0.1);
  CHECK(certified({100, Kind::integer, 1}) > 8);
  CHECK(certified({10, Kind::integer, 1}) > 8);
  CHECK(certified({100, Kind::floating, 0.01}) > 8);
  CHECK(certified({1, Kind::floating, 0.01}) < 0.1);
}

TEST_CASE("only remainders that differ are looked at, in columns far wider than they", "[verify]") {
  std::vector<double> d, d_prime, narrow, narrow_prime;
  for (int i = 0; i < 5000; ++i) {
    d.push_back(10 * (i % 1000) + 3);
    d_prime.push_back(10 * (i % 1000) + 4);
    narrow.push_back(3);
    narrow_prime.push_back(4);
  }
  auto const found = [](std::vector<double> const& a, std::vector<double> const& b, mechanisms::Column::Kind kind) {
    return remainders_that_differ({{"y", kind}}, {a.data(), a.size(), 1}, {b.data(), b.size(), 1}).alone;
  };
  auto const integer = mechanisms::Column::Kind::integer;
  REQUIRE(found(d, d_prime, integer).size() == 2);
  CHECK(found(d, d_prime, integer)[0] == Feature{Feature::Kind::remainder, 0, 0, {2}});  // the least that tells all
  REQUIRE(found(d, d_prime, mechanisms::Column::Kind::floating).size() == 2);
  CHECK(found(d, d, integer).empty());
  CHECK(found(d, d_prime, mechanisms::Column::Kind::category).empty());
  CHECK(found(narrow, narrow_prime, integer).empty());
}

TEST_CASE("of whole numbers the modulus is found that tells most", "[verify][statistical]") {
  auto const found = [](std::int64_t modulus, double unit) {
    std::vector<double> d, d_prime;
    std::mt19937_64 random{5};
    auto const wide = [&] { return static_cast<std::int64_t>(random() % 1'000'000'000) - 500'000'000; };
    for (int i = 0; i < 5000; ++i) {
      auto const y = wide(), z = wide();
      d.push_back(static_cast<double>(random() % 10 < 3 ? y - y % modulus : y) * unit);
      d_prime.push_back(static_cast<double>(random() % 10 < 3 ? z - z % modulus + 1 : z) * unit);
    }
    auto const features = remainders_that_differ({{"y", mechanisms::Column::Kind::floating}}, {d.data(), d.size(), 1},
                                                 {d_prime.data(), d_prime.size(), 1})
                              .alone;
    return features.empty() ? 0.0 : features[0].parameters[0];
  };
  for (auto const modulus : {2, 3, 7, 12, 32, 60, 97, 128}) CHECK(found(modulus, 1) == modulus);
  CHECK(found(7, 0.3) == 0);  // no whole numbers
}

// Red where NaN is no whole number, or a remainder modulo 1 has one cell because the first numbers are whole.
TEST_CASE("neither NaN nor a late fraction or huge number hides a remainder", "[verify]") {
  std::vector<double> d, d_prime;
  for (int i = 0; i < 4000; ++i) {
    d.push_back(7 * (i % 1000));
    d_prime.push_back(7 * (i % 1000) + 1);
  }
  auto const moduli = [&] {
    std::vector<double> found;
    for (auto const& feature : remainders_that_differ({{"y", mechanisms::Column::Kind::floating}},
                                                      {d.data(), d.size(), 1}, {d_prime.data(), d_prime.size(), 1})
                                   .alone)
      found.push_back(feature.parameters[0]);
    return found;
  };
  auto const first_modulus = [&] { return moduli().empty() ? 0.0 : moduli().front(); };
  d[3] = d_prime[5] = std::nan("");
  CHECK(first_modulus() == 7);
  d[3000] = std::numeric_limits<double>::max();
  CHECK(first_modulus() == 7);
  d[3000] = 0;
  d_prime = d;
  for (std::size_t i = 3000; i < d_prime.size(); ++i) d_prime[i] += 0.5;
  CHECK(std::ranges::count(moduli(), 1) == 1);
}

TEST_CASE("a sum is looked at modulo what its columns hide", "[verify]") {
  std::mt19937_64 random{11};
  auto const drawn = [&](std::uint64_t remainder) {
    std::vector<double> all;
    for (int i = 0; i < 4 * 5000; ++i) all.push_back(static_cast<double>(random() % 1000));
    for (int i = 0; i < 5000; ++i) {
      if (random() % 3 > 0) continue;
      std::uint64_t sum = 0;
      for (int j = 0; j < 4; ++j) sum += static_cast<std::uint64_t>(all[5000 * j + i]);
      all[i] += static_cast<double>((7 + remainder - sum % 7) % 7);
    }
    return all;
  };
  auto const d = drawn(0), d_prime = drawn(3), again = drawn(0);
  std::vector<mechanisms::Column> const columns(4, {"y", mechanisms::Column::Kind::integer});
  auto const found = remainders_that_differ(columns, {d.data(), 5000, 4}, {d_prime.data(), 5000, 4}).alone;
  REQUIRE_FALSE(found.empty());
  CHECK(found[0] == Feature{Feature::Kind::remainder_of_sum, 0, 0, {7}});
  CHECK(remainders_that_differ(columns, {d.data(), 5000, 4}, {again.data(), 5000, 4}).alone.empty());
}

TEST_CASE("a bit in the middle of long whole numbers is found", "[verify]") {
  std::mt19937_64 random{13};
  auto const drawn = [&](std::uint64_t bit) {
    std::vector<double> all;
    for (int i = 0; i < 5000; ++i) {
      auto const y = random() >> 14;  // 50 bits
      all.push_back(static_cast<double>(random() % 4 > 0 ? (y & ~(std::uint64_t{1} << 27)) | bit << 27 : y));
    }
    return all;
  };
  auto const d = drawn(0), d_prime = drawn(1), again = drawn(0);
  std::vector<mechanisms::Column> const column{{"y", mechanisms::Column::Kind::integer}};
  auto const found = remainders_that_differ(column, {d.data(), 5000, 1}, {d_prime.data(), 5000, 1}).alone;
  REQUIRE_FALSE(found.empty());
  CHECK(found[0] == Feature{Feature::Kind::remainder, 0, 0, {0x1p28}});
  CHECK(remainders_that_differ(column, {d.data(), 5000, 1}, {again.data(), 5000, 1}).alone.empty());
}

// Rounded to a step that is no round number: 5000 of some 10^5 places, so that hardly any two are neighbours.
TEST_CASE("the step of a grid is found from numbers on it", "[verify]") {
  std::mt19937_64 random{17};
  std::uniform_real_distribution<double> uniform{-1000, 1000};
  auto const drawn = [&](double step) {
    std::vector<double> all(5000);
    for (auto& y : all) y = step > 0 ? std::round(uniform(random) / step) * step : uniform(random);
    return all;
  };
  std::vector<mechanisms::Column> const column{{"y", mechanisms::Column::Kind::floating}};
  auto const found = [&](std::vector<double> const& a, std::vector<double> const& b) {
    return remainders_that_differ(column, {a.data(), 5000, 1}, {b.data(), 5000, 1}).alone;
  };
  auto const d = drawn(13.7 / 997), d_prime = drawn(13.9 / 997), again = drawn(13.7 / 997);
  auto const steps = found(d, d_prime);
  REQUIRE(steps.size() == 2);
  for (auto const& step : steps) {
    CHECK(step.kind == Feature::Kind::remainder);
    auto const s = step.parameters.at(0);
    CHECK(std::min(std::fabs(s * 997 / 13.7 - 1), std::fabs(s * 997 / 13.9 - 1)) < 1e-12);
  }
  CHECK(found(d, again).empty());
  CHECK(found(d, drawn(0)).size() == 1);
  CHECK(found(drawn(0), drawn(0)).empty());
}

TEST_CASE("decimals and digits that people do not round to are found where they stand", "[verify]") {
  std::mt19937_64 random{19};
  auto const drawn = [&](std::uint64_t told, double unit) {  // seven digits, two that tell, two more
    std::vector<double> all(5000);
    for (auto& y : all) y = static_cast<double>((random() % 10'000'000 * 100 + told) * 100 + random() % 100) * unit;
    return all;
  };
  for (auto const unit : {1.0, 1e-6}) {
    auto const d = drawn(17, unit), d_prime = drawn(23, unit);
    std::vector<mechanisms::Column> const column{{"y", mechanisms::Column::Kind::floating}};
    auto const found = remainders_that_differ(column, {d.data(), 5000, 1}, {d_prime.data(), 5000, 1}).alone;
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].parameters.at(0) == Catch::Approx(1e4 * unit));
  }
}

TEST_CASE("bits are to be summed where several differ", "[verify]") {
  std::mt19937_64 random{23};
  auto const drawn = [&](std::uint64_t ones, std::uint64_t of) {  // of each answer so many of so many
    std::vector<double> all(5000);
    for (auto& y : all) {
      std::uint64_t packed = 0;
      for (int bit = 0; bit < 24; ++bit) packed = 2 * packed + (random() % of < ones ? 1 : 0);
      y = static_cast<double>(packed);
    }
    return all;
  };
  std::vector<mechanisms::Column> const column{{"y", mechanisms::Column::Kind::integer}};
  auto const d = drawn(1, 2), d_prime = drawn(2, 3), again = drawn(1, 2);
  auto const bits = remainders_that_differ(column, {d.data(), 5000, 1}, {d_prime.data(), 5000, 1}).summed;
  REQUIRE(bits.size() == 24);
  CHECK(bits[3] == Feature{Feature::Kind::remainder, 0, 0, {16, 8}});
  CHECK(remainders_that_differ(column, {d.data(), 5000, 1}, {again.data(), 5000, 1}).summed.empty());
}

TEST_CASE("where on its grid a number lies tells, however little apart", "[verify]") {
  std::mt19937_64 random{29};
  auto const drawn = [&](double beyond) {
    std::vector<double> all(5000);
    for (auto& y : all) y = std::round((static_cast<double>(random() % 1'000'000) / 100 + beyond) * 1e6) / 1e6;
    return all;
  };
  std::vector<mechanisms::Column> const column{{"y", mechanisms::Column::Kind::floating}};
  auto const d = drawn(17e-6), d_prime = drawn(23e-6), again = drawn(17e-6);
  auto const found = remainders_that_differ(column, {d.data(), 5000, 1}, {d_prime.data(), 5000, 1}).alone;
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].parameters.at(0) == Catch::Approx(0.01));
  CHECK(remainders_that_differ(column, {d.data(), 5000, 1}, {again.data(), 5000, 1}).alone.empty());
}
