#include "mechanisms/contract/mechanism.hpp"

#include <stdexcept>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms;

namespace {

/// The least that is a mechanism.
struct Constant {
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const& d, warner::sim::Stream&, Batch out) const {
    for (auto& y : out.column(0)) y = d[0];
  }
  Guarantee guarantee() const { return PureDp{0}; }
};

struct Certain : Constant {
  double exact_epsilon(Pair const&, double) const { return 2; }
};

struct Unsure : Constant {
  std::optional<double> exact_epsilon(Pair const&, double delta) const {
    return delta == 0 ? std::optional{2.0} : std::nullopt;
  }
};

struct NoGuarantee {
  std::vector<Column> columns(Dataset const&) const { return {}; }
  void release(Dataset const&, warner::sim::Stream&, Batch) const {}
};

static_assert(Mechanism<Constant> && !HasExactEpsilon<Constant> && !HasDensity<Constant>);
static_assert(HasExactEpsilon<Certain> && HasExactEpsilon<Unsure>);
static_assert(!Mechanism<NoGuarantee>);

}  // namespace

TEST_CASE("any mechanism is what it holds, and says what it lacks", "[mechanisms]") {
  AnyMechanism const constant{Constant{}};
  Releases memory;
  auto const batch = memory.shaped(3, 1);
  warner::sim::Stream stream{warner::sim::Address{}, 0};
  constant.release({7}, stream, batch);
  CHECK(batch(2, 0) == 7);
  CHECK_FALSE(constant.has_density());
  CHECK_THROWS_AS(constant.log_density({7}, batch, batch.column(0)), std::logic_error);
  CHECK(constant.exact_epsilon({{0}, {1}}, 0) == std::nullopt);
  CHECK(AnyMechanism{Certain{}}.exact_epsilon({{0}, {1}}, 0) == 2);
  CHECK(AnyMechanism{Unsure{}}.exact_epsilon({{0}, {1}}, 0) == 2);
  CHECK(AnyMechanism{Unsure{}}.exact_epsilon({{0}, {1}}, 0.1) == std::nullopt);
}

TEST_CASE("a batch stands column by column", "[mechanisms]") {
  Releases memory;
  auto const batch = memory.shaped(3, 2);
  for (std::size_t j = 0; j < 2; ++j)
    for (std::size_t i = 0; i < 3; ++i) batch(i, j) = static_cast<double>(10 * j + i);
  CHECK(batch.column(1)[2] == 12);
  CHECK(batch.data()[3] == 10);
  ConstBatch const view = batch;
  CHECK(view(1, 1) == 11);
}
