#include "verify/learn/congruences.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "verify/learn/best_of.hpp"
#include "verify/learn/halves.hpp"
#include "verify/learn/looks.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;
using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t primes[]{2, 3, 5, 7, 11, 13, 17};
constexpr double largest = 0x1p43;         // sums of 64 of them, each 16 times, are whole numbers
constexpr std::size_t releases_more = 40;  // than there are columns: chance leaves a relation once in 2^40

std::int64_t modulo(std::int64_t x, std::int64_t p) { return (x % p + p) % p; }

/// Of a number that is no multiple of the prime, by Fermat.
std::int64_t inverse(std::int64_t x, std::int64_t p) {
  std::int64_t y = 1;
  for (auto k = p - 2; k > 0; --k) y = y * x % p;
  return y;
}

/// Rows modulo a prime, brought to echelon form as they come.
class Echelon {
 public:
  Echelon(std::size_t width, std::int64_t p) : width_{width}, p_{p} {}

  bool is_full() const { return rows_.size() == width_; }

  void add(Numbers row) {
    for (auto const& [pivot, known] : rows_) subtract(row, known, row[pivot]);
    auto const first = std::ranges::find_if(row, [](std::int64_t x) { return x != 0; });
    if (first == row.end()) return;
    auto const pivot = static_cast<std::size_t>(first - row.begin());
    auto const scale = inverse(*first, p_);
    for (auto& x : row) x = x * scale % p_;
    for (auto& [_, known] : rows_) subtract(known, row, known[pivot]);
    rows_.emplace_back(pivot, std::move(row));
  }

  /// What is orthogonal to all rows: one for each column without a pivot.
  std::vector<Numbers> orthogonal() const {
    std::vector<Numbers> found;
    for (std::size_t free = 0; free < width_; ++free) {
      if (std::ranges::find(rows_, free, &Row::first) != rows_.end()) continue;
      auto& weights = found.emplace_back(width_, 0);
      weights[free] = 1;
      for (auto const& [pivot, row] : rows_) weights[pivot] = modulo(-row[free], p_);
    }
    return found;
  }

 private:
  using Row = std::pair<std::size_t, Numbers>;  // with its pivot, which is 1

  void subtract(Numbers& from, Numbers const& row, std::int64_t times) const {
    if (times == 0) return;
    for (std::size_t j = 0; j < width_; ++j) from[j] = modulo(from[j] - times * row[j], p_);
  }

  std::size_t width_;
  std::int64_t p_;
  std::vector<Row> rows_;
};

/// The columns of which the first numbers of both datasets are whole.
std::vector<std::size_t> whole_columns(std::vector<Column> const& columns, ConstBatch under_d,
                                       ConstBatch under_d_prime) {
  auto const are_whole = [](ConstBatch releases, std::size_t j) {
    return std::ranges::all_of(releases.column(j).first(std::min(glance, releases.releases())),
                               [](double y) { return std::fabs(y) < largest && y == std::trunc(y); });
  };
  std::vector<std::size_t> whole;
  for (std::size_t j = 0; j < std::min(columns.size(), most_alone); ++j)
    if (columns[j].kind != Column::Kind::category && are_whole(under_d, j) && are_whole(under_d_prime, j))
      whole.push_back(j);
  return whole;
}

/// Weights of these columns, and of 1, whose sums are 0 modulo the prime in all of the first releases.
std::vector<Numbers> relations(ConstBatch releases, std::vector<std::size_t> const& columns, std::int64_t p) {
  Echelon echelon{columns.size() + 1, p};
  for (std::size_t i = 0; i < columns.size() + 1 + releases_more && !echelon.is_full(); ++i) {
    Numbers row;
    for (auto const j : columns) row.push_back(modulo(static_cast<std::int64_t>(releases(i, j)), p));
    row.push_back(1);
    echelon.add(std::move(row));
  }
  return echelon.orthogonal();
}

}  // namespace

std::vector<Feature> congruences(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const whole = whole_columns(columns, under_d, under_d_prime);
  if (whole.size() < 2 || std::min(under_d.releases(), under_d_prime.releases()) < whole.size() + 1 + releases_more)
    return {};
  auto const width = whole.back() + 1;
  Halves read{under_d.columns(0, width), under_d_prime.columns(0, width), glance};
  std::vector<std::pair<double, Feature>> telling;
  for (auto const p : primes)
    for (auto const& batch : {under_d, under_d_prime})
      for (auto const& weights : relations(batch, whole, p)) {
        Feature feature{Feature::Kind::remainder_of_sum, 0, 0, std::vector<double>(1 + width)};
        feature.parameters[0] = static_cast<double>(p);
        for (std::size_t k = 0; k < whole.size(); ++k)
          feature.parameters[1 + whole[k]] = static_cast<double>(weights[k]);
        if (auto const tells = read.difference_in(feature).beyond_chance(); tells > 0)
          telling.emplace_back(tells, std::move(feature));
      }
  return best_of(std::move(telling));
}

}  // namespace warner::verify
