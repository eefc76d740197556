// What is done to columns once they are drawn: each kernel against a plain loop, on every instruction set, with NaN,
// infinities and ties.

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "sim/cut_tables.hpp"
#include "sim/digits.hpp"
#include "sim/flags.hpp"
#include "sim/folds.hpp"
#include "sim/instruction_set.hpp"
#include "sim/running_maximum.hpp"
#include "sim/variates.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();

/// A few small integers and halves, and everything strange.
std::vector<double> strange_numbers(std::size_t n, unsigned seed) {
  std::mt19937_64 random{seed};  // any numbers will do
  std::vector<double> const strange{0.0, -0.0, none, infinity, -infinity, 1, 1, 1, 0x1p60, -0x1p-60};
  std::vector<double> all(n);
  for (auto& x : all)
    x = random() % 3 == 0 ? strange[random() % strange.size()] : static_cast<double>(random() % 21) / 2 - 5;
  return all;
}

bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i]) &&
        !(std::isnan(a[i]) && std::isnan(b[i])))
      return false;
  return a.size() == b.size();
}

template <class Check>
void everywhere(Check check) {
  for (auto const& set : instruction_sets()) {
    use_instruction_set(set);
    for (auto const n : {0u, 1u, 7u, 8u, 9u, 67u, 513u}) check(n);
  }
  use_instruction_set("");
}

}  // namespace

TEST_CASE("scaled columns are added as one would by hand", "[sim][same-bytes]") {
  everywhere([](std::size_t n) {
    auto const values = strange_numbers(n, 1);
    auto out = strange_numbers(n, 2), expected = out;
    for (std::size_t i = 0; i < n; ++i) {
      auto const scaled = 0.1 * values[i];
      expected[i] += scaled;
    }
    add_scaled(values, 0.1, out);
    CHECK(same_bits(out, expected));
  });
}

TEST_CASE("rows of small integers are numbered, others are not", "[sim][same-bytes]") {
  everywhere([](std::size_t n) {
    auto const a = strange_numbers(n, 3), b = strange_numbers(n, 4);
    std::vector<double> index(n, 0.0), expected(n), table(12), looked_up(n), expected_scores(n);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<double>(i) + 0.5;
    auto const digit = [](double y, double lowest, double base) {
      return std::floor(y) == y && !(y == 0 && std::signbit(y)) && y >= lowest && y < lowest + base ? y - lowest : none;
    };
    for (std::size_t i = 0; i < n; ++i) {
      expected[i] = digit(a[i], -1, 3) * 4 + digit(b[i], 0, 4);
      expected_scores[i] = std::isnan(expected[i]) ? 0 : expected[i] + 0.5;
    }
    add_digits(a, -1, 3, index);
    add_digits(b, 0, 4, index);
    CHECK(same_bits(index, expected));
    look_up(index, table, looked_up);
    CHECK(looked_up == expected_scores);
  });
}

TEST_CASE("tables are read at the cuts that a place is beyond", "[sim][same-bytes]") {
  std::array<std::vector<std::int16_t>, 4> reached;
  for (std::size_t f = 0; f < reached.size(); ++f)
    for (std::size_t i = 0; i < 513; ++i) reached[f].push_back(static_cast<std::int16_t>((i * (2 * f + 3)) % 41));
  std::vector<CutTable> tables(23);
  for (std::size_t t = 0; t < tables.size(); ++t)
    for (std::size_t k = 0; k < CutTable::cuts; ++k) {
      tables[t].column[k] = (t + k) % reached.size();
      if (t % 7 != k) tables[t].least[k] = static_cast<std::int16_t>((5 * t + 11 * k) % 41);
      for (std::size_t at = 0; at < tables[t].numbers.size(); ++at)
        tables[t].numbers[at] = std::sin(static_cast<double>(8 * t + at));
    }
  everywhere([&](std::size_t n) {
    auto out = strange_numbers(n, 20), expected = out;
    auto const said = [&](CutTable const& table, std::size_t i) {
      std::size_t at = 0;
      for (std::size_t k = 0; k < CutTable::cuts; ++k)
        if (reached[table.column[k]][i] >= table.least[k]) at += std::size_t{1} << k;
      return table.numbers[at];
    };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t t = 0; t < tables.size(); t += 3) {
        auto sum = said(tables[t], i);
        for (auto more = t + 1; more < std::min(t + 3, tables.size()); ++more) sum += said(tables[more], i);
        expected[i] += sum;
      }
    std::vector<std::int16_t const*> columns;
    for (auto const& column : reached) columns.push_back(column.data());
    CutTables{tables}.add(columns, out);
    CHECK(same_bits(out, expected));
    CutTables{{}}.add({}, out);
    CHECK(same_bits(out, expected));
  });
}

TEST_CASE("of equal values the first stays the largest", "[sim][same-bytes]") {
  everywhere([](std::size_t n) {
    std::vector<double> largest(n, -infinity), winner(n, 0.0), expected_largest = largest, expected = winner;
    for (unsigned j = 0; j < 4; ++j) {
      auto const values = strange_numbers(n, 10 + j);
      for (std::size_t i = 0; i < n; ++i)
        if (values[i] > expected_largest[i]) expected_largest[i] = values[i], expected[i] = j;
      keep_larger(values, j, largest, winner);
    }
    CHECK(same_bits(largest, expected_largest));
    CHECK(same_bits(winner, expected));
  });
}

TEST_CASE("flags are raised against bars and stop", "[sim][same-bytes]") {
  everywhere([](std::size_t n) {
    auto const bars = strange_numbers(n, 5);
    std::vector<double> ones(n, 0.0), expected_ones = ones;
    for (unsigned j = 0; j < 5; ++j) {
      auto values = strange_numbers(n, 20 + j), expected = values;
      for (std::size_t i = 0; i < n; ++i) {
        auto const asked = expected_ones[i] < 2;
        auto const above = expected[i] >= bars[i];
        expected[i] = asked ? (above ? 1 : 0) : -1;
        if (asked && above) ++expected_ones[i];
      }
      raise_flags(values, bars, 2, ones);
      CHECK(same_bits(values, expected));
      CHECK(same_bits(ones, expected_ones));
    }
  });
}

TEST_CASE("folds say of rows what a loop over the row says", "[sim][same-bytes]") {
  everywhere([](std::size_t n) {
    std::vector<std::vector<double>> columns;
    for (unsigned j = 0; j < 3; ++j) columns.push_back(strange_numbers(n, 30 + j));
    for (auto const what : {Fold::sum, Fold::maximum, Fold::minimum, Fold::ones, Fold::specials, Fold::first_one}) {
      std::vector<double> out(n, 77.0), expected(n);
      for (std::size_t i = 0; i < n; ++i) {
        auto a = what == Fold::first_one ? -1.0 : what == Fold::ones || what == Fold::specials ? 0.0 : columns[0][i];
        for (std::size_t j = 0; j < 3; ++j) {
          auto const y = columns[j][i];
          if (what == Fold::sum && j > 0) a += y;
          if (what == Fold::maximum && y > a) a = y;
          if (what == Fold::minimum && y < a) a = y;
          if (what == Fold::ones && y == 1) ++a;
          if (what == Fold::specials && !std::isfinite(y)) ++a;
          if (what == Fold::first_one && a == -1 && y == 1) a = static_cast<double>(j);
        }
        expected[i] = a;
      }
      for (std::size_t j = 0; j < 3; ++j) fold(what, columns[j], static_cast<double>(j), out);
      CHECK(same_bits(out, expected));
    }
  });
}

TEST_CASE("a stream can be gone over in another order", "[sim]") {
  Address const address{5, Purpose::test};
  std::vector<double> straight(2048), chunks(2048);
  Stream stream{address, 1}, other{address, 1};
  fill_laplace(stream, 0, 1, std::span{straight}.first(1024));
  fill_laplace(stream, 0, 1, std::span{straight}.last(1024));
  for (auto const at : {1536u, 0u, 512u, 1024u}) {
    other.move_to(at);
    fill_laplace(other, 0, 1, std::span{chunks}.subspan(at, 512));
  }
  other.move_to(2048);
  CHECK(chunks == straight);
  CHECK(other.position() == stream.position());
  CHECK(other.word() == stream.word());
  other.move_to(3);
  CHECK(other.word() == [&] {
    Stream again{address, 1};
    for (int i = 0; i < 3; ++i) again.word();
    return again.word();
  }());
}
