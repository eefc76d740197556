#include "verify/learn/sums_of_two.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "verify/bounds/luck.hpp"
#include "verify/learn/best_of.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/number_columns.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr int bits_of_range = 30, fewest_slot_bits = 10;
constexpr std::size_t most_releases = 0xFFFF;            // counts of 16 bits
constexpr std::size_t most_read = std::size_t{1} << 22;  // sums of a dataset, of all pairs of columns

/// Numbers of D and of D'.
using Both = std::array<std::span<double const>, 2>;

/// A power of two: so small a part of the range of finite numbers; 0 where there is no range.
double step_of(Both const& column) {
  auto const range = range_of(column[0], column[1]);
  return range > 0 && std::isfinite(range) ? std::ldexp(1, std::ilogb(range) - bits_of_range) : 0;
}

/// Counts numbers of n releases of each dataset, at most 65,535, by a hash: four to eight of a dataset to a slot.
class Slots {
 public:
  explicit Slots(std::size_t n) : n_{n}, bits_{std::max(fewest_slot_bits, static_cast<int>(std::bit_width(n)) - 3)} {
    for (auto& of_arm : seen_) of_arm.resize(many());
  }
  std::size_t many() const { return std::size_t{1} << bits_; }

  /// How far the datasets differ in the one slot where they do most, in squared standard deviations, beyond `least`;
  /// 0 where they do not. Numbers are read as multiples of a step; one of 2^62 or more is passed over.
  template <typename Number>
  double beyond(double step, double least, Number number) {
    constexpr double most = 0x1p62;
    for (std::size_t arm = 0; arm < 2; ++arm) {
      std::ranges::fill(seen_[arm], std::uint16_t{0});
      for (std::size_t i = 0; i < n_; ++i) {
        auto const multiple = number(arm, i) / step;
        if (!(std::fabs(multiple) < most)) continue;
        auto const key = static_cast<std::uint64_t>(std::llrint(multiple)) * 0x9E3779B97F4A7C15u;
        ++seen_[arm][key >> (64 - bits_)];
      }
    }
    auto const larger = [](std::uint16_t a, std::uint16_t b) { return std::max(a, b); };
    std::uint16_t most_seen = 0;
    for (auto const& of_arm : seen_) most_seen = std::accumulate(of_arm.begin(), of_arm.end(), most_seen, larger);
    if (most_seen <= least) return 0;  // no slot says more than the larger of its counts
    auto largest = least;
    for (std::size_t s = 0; s < many(); ++s) {
      auto const a = static_cast<double>(seen_[0][s]), b = static_cast<double>(seen_[1][s]);
      if (a + b > 0) largest = std::max(largest, (a - b) * (a - b) / (a + b));
    }
    return largest - least;
  }

 private:
  std::size_t n_;
  int bits_;
  std::array<std::vector<std::uint16_t>, 2> seen_;
};

}  // namespace

Finding sums_that_come_again(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  auto const numbers = number_columns(columns, most_alone);
  if (numbers.size() < 2) return {};
  auto const pairs = numbers.size() * (numbers.size() - 1) / 2;
  auto const n = std::min({under_d.releases(), under_d_prime.releases(), most_releases, most_read / pairs});
  Slots slots{n};
  auto const by_chance = [](std::size_t counted) {
    auto const luck = luck_of_the_largest(static_cast<double>(counted));
    return luck * luck;
  };
  std::vector<Both> read;
  std::vector<double> steps, alone;
  for (auto const j : numbers) {
    auto const& both = read.emplace_back(Both{under_d.column(j).first(n), under_d_prime.column(j).first(n)});
    auto const step = steps.emplace_back(step_of(both));
    auto const number = [&](std::size_t arm, std::size_t i) { return both[arm][i]; };
    alone.push_back(step == 0 ? 0 : slots.beyond(step, by_chance(slots.many()), number));
  }
  std::vector<std::pair<double, Feature>> found;
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      if (steps[a] == 0 || steps[b] == 0) continue;
      auto const step = std::max(steps[a], steps[b]), known = by_chance(2 * pairs * slots.many()) + alone[a] + alone[b];
      for (auto const sign : {-1.0, 1.0}) {
        auto const sum = [&](std::size_t arm, std::size_t i) { return read[a][arm][i] + sign * read[b][arm][i]; };
        if (auto const more = slots.beyond(step, known, sum); more > 0)
          found.emplace_back(more, Feature{Feature::Kind::sum_of_two, numbers[a], numbers[b], {sign, step}});
      }
    }
  auto all = best_of(std::move(found), most_alone);
  return {{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(few, all.size()))}, std::move(all)};
}

}  // namespace warner::verify
