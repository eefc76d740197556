#include "verify/learn/remainders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "verify/learn/best_of.hpp"
#include "verify/learn/difference.hpp"
#include "verify/learn/looks.hpp"
#include "verify/learn/number_columns.hpp"
#include "verify/scores/is_number.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;

constexpr std::size_t scanned_with = 1024;  // releases of a dataset
constexpr std::size_t most_moduli = 2, coarse = 20, fine = 128;
constexpr double rounded_to[]{1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1,    1e1,
                              1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11};
constexpr double wide = 10;                   // moduli; in a narrower column bins see each remainder for themselves
constexpr double far_from_rounding = 0x1p10;  // of the last bits of the largest number
constexpr std::size_t most_bits = 53;

using Histogram = std::array<double, fine>;

Histogram histogram_of(std::span<double const> remainders, double modulus, double cells) {
  Histogram seen{};
  for (auto const r : remainders)
    if (!std::isnan(r)) ++seen[std::min(fine - 1, static_cast<std::size_t>(r * cells / modulus))];
  return seen;
}

std::vector<double> remainders(std::span<double const> numbers, double modulus) {
  std::vector<double> found;
  evaluate({Feature::Kind::remainder, 0, 0, {modulus}}, {numbers.data(), numbers.size(), 1}, found);
  return found;
}

/// The first so many numbers of a sample, if they are whole ones; empty where any is none, or too large to be one for
/// sure.
std::vector<std::int64_t> whole_numbers(std::span<double const> numbers, std::size_t most) {
  constexpr double largest = 9e15;
  std::vector<std::int64_t> whole;
  for (auto const y : numbers.first(std::min(most, numbers.size()))) {
    if (!std::isfinite(y)) continue;
    if (!(std::fabs(y) < largest) || y != std::trunc(y)) return {};
    whole.push_back(static_cast<std::int64_t>(y));
  }
  return whole;
}

/// Into how many cells remainders of whole numbers are parted: one each; modulo a larger power of two into halves,
/// which are one bit, since the lower ones have moduli of their own.
std::int64_t cells_of_whole(std::int64_t modulus) {
  constexpr auto most = static_cast<std::int64_t>(fine);
  return modulus > most && (modulus & (modulus - 1)) == 0 ? 2 : std::min(modulus, most);
}

/// The moduli up to so much in which two samples of whole numbers seem to differ most: of all up to 128, and of powers
/// of two. Of those that see the same difference the least has the fewest cells.
std::vector<double> scanned(std::vector<std::int64_t> const& a, std::vector<std::int64_t> const& b, double most) {
  auto const histogram = [](std::vector<std::int64_t> const& numbers, std::int64_t modulus) {
    Histogram seen{};
    auto const in_a_cell = modulus / cells_of_whole(modulus);
    for (auto const y : numbers) {
      auto const r = y % modulus;
      ++seen[static_cast<std::size_t>((r < 0 ? r + modulus : r) / in_a_cell)];
    }
    return seen;
  };
  std::vector<std::pair<double, double>> found;
  constexpr double doubled = 0x1p61;  // at most: twice as much is an integer, whatever else is in the column
  for (std::int64_t m = 2; static_cast<double>(m) <= std::min(most, doubled);
       m = m < static_cast<std::int64_t>(fine) ? m + 1 : 2 * m)
    found.emplace_back(difference(histogram(a, m), histogram(b, m)).beyond_chance(), static_cast<double>(m));
  return best_of(std::move(found), most_moduli);
}

/// The step of the grid that numbers lie on; 0 where there is none far from their own rounding, or a power of two.
/// Euclid's algorithm finds it on the gaps between neighbours, the smallest first, and whole distances sharpen it.
double step_of(std::span<double const> numbers) {
  std::vector<double> sorted;
  std::ranges::copy_if(numbers, std::back_inserter(sorted), [](double y) { return std::isfinite(y); });
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() <= few) return 0;
  auto const last_bit = std::max(std::fabs(sorted.front()), std::fabs(sorted.back())) * 0x1p-52;
  std::vector<double> gaps;
  for (std::size_t i = 1; i < sorted.size(); ++i) gaps.push_back(sorted[i] - sorted[i - 1]);
  std::ranges::sort(gaps);
  auto step = gaps.front();
  for (auto gap = gaps.begin(); gap != gaps.end();) {
    if (step < far_from_rounding * last_bit) return 0;
    auto const times = std::nearbyint(*gap / step), off = std::fabs(*gap - times * step);
    if (off <= 2 * (times + 1) * last_bit) ++gap;
    else step = off, gap = gaps.begin();
  }
  double most = 1;
  for (auto const y : sorted) {
    auto const times = std::nearbyint((y - sorted.front()) / step);
    if (times > most) most = times, step = (y - sorted.front()) / times;
  }
  int exponent = 0;
  auto const is_seen_by_bits = std::frexp(step, &exponent) == 0.5;
  return is_seen_by_bits || step < far_from_rounding * last_bit ? 0 : step;
}

/// How far beyond chance remainders differ in cells of equal mass: on a grid they are few, and may be near each other.
double difference_where_they_lie(std::vector<double> remainders, std::vector<double> const& others) {
  remainders.resize(std::min(remainders.size(), others.size()));
  remainders.insert(remainders.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(remainders.size()));
  return difference_of_halves(remainders).beyond_chance();
}

/// Moduli up to so much in which numbers differ, the most telling first.
/// @param are_real: ideal numbers have neither decimals nor a step.
std::vector<double> moduli_that_tell(std::span<double const> d, std::span<double const> d_prime, bool are_real) {
  auto const widest = range_of(d, d_prime) / wide;
  auto const whole_d = whole_numbers(d, scanned_with), whole_d_prime = whole_numbers(d_prime, scanned_with);
  auto const are_whole = !whole_d.empty() && !whole_d_prime.empty();
  auto moduli = are_whole ? scanned(whole_d, whole_d_prime, widest) : std::vector<double>{};
  auto least = 1.0;  // above the step of a grid remainders may differ
  std::vector<double> steps;
  for (auto const& numbers : {d, d_prime})
    if (auto const step = are_real ? 0 : step_of(numbers); step > (are_whole ? 1 : 0)) {
      steps.push_back(step);
      least = std::min(least, step);
    }
  auto const add = [&](double modulus) {
    if (widest >= modulus && std::ranges::find(moduli, modulus) == moduli.end()) moduli.push_back(modulus);
  };
  for (auto const modulus : rounded_to)
    if (modulus >= least) add(modulus);
  for (auto const step : steps) add(step);
  std::vector<std::pair<double, double>> found;
  for (auto const modulus : moduli) {
    auto const of_d = remainders(d, modulus), of_d_prime = remainders(d_prime, modulus);
    auto const by = [&](double cells) {
      return difference(histogram_of(of_d, modulus, cells), histogram_of(of_d_prime, modulus, cells)).beyond_chance();
    };
    auto most = are_whole && modulus > 1 ? by(static_cast<double>(cells_of_whole(static_cast<std::int64_t>(modulus))))
                                         : std::max(by(coarse), by(fine));
    if (std::ranges::find(steps, modulus) != steps.end())
      most = std::max(most, difference_where_they_lie(of_d, of_d_prime));
    if (most > 0) found.emplace_back(most, modulus);
  }
  return best_of(std::move(found), most_moduli);
}

bool is_real(Column const& column) { return column.kind == Column::Kind::real; }

std::vector<double> sums_of(ConstBatch releases) {
  std::vector<double> sums;
  evaluate({Feature::Kind::sum}, releases, sums);
  sums.resize(std::min(glance, sums.size()));
  return sums;
}

/// The bits of whole numbers, where several differ: in one number there may be many answers.
std::vector<Feature> bits_of(std::size_t column, std::span<double const> d, std::span<double const> d_prime) {
  auto const whole_d = whole_numbers(d, glance), whole_d_prime = whole_numbers(d_prime, glance);
  auto const range = range_of(d, d_prime);
  if (whole_d.empty() || whole_d_prime.empty() || range < static_cast<double>(fine)) return {};
  auto const of = [](std::vector<std::int64_t> const& numbers, std::size_t bit) {
    std::array<double, 2> seen{};
    for (auto const y : numbers) ++seen[static_cast<std::size_t>(y >> bit & 1)];
    return seen;
  };
  std::vector<Feature> bits;
  std::size_t differ = 0;
  for (std::size_t bit = 0; bit < most_bits && std::ldexp(1.0, static_cast<int>(bit)) <= range; ++bit) {
    differ += difference(of(whole_d, bit), of(whole_d_prime, bit)).beyond_chance() > 0;
    auto const unit = std::ldexp(1.0, static_cast<int>(bit));
    bits.push_back({Feature::Kind::remainder, column, 0, {2 * unit, unit}});
  }
  return differ > 1 ? bits : std::vector<Feature>{};
}

}  // namespace

Finding remainders_that_differ(std::vector<Column> const& columns, ConstBatch under_d, ConstBatch under_d_prime) {
  Finding found;
  auto& features = found.alone;
  for (std::size_t j = 0; j < std::min(columns.size(), most_alone); ++j) {
    if (!is_number(columns[j])) continue;
    auto const some = [j](ConstBatch releases) {
      return releases.column(j).first(std::min(glance, releases.releases()));
    };
    for (auto const modulus : moduli_that_tell(some(under_d), some(under_d_prime), is_real(columns[j])))
      features.push_back({Feature::Kind::remainder, j, 0, {modulus}});
    if (found.summed.size() < most_alone)
      std::ranges::move(bits_of(j, some(under_d), some(under_d_prime)), std::back_inserter(found.summed));
  }
  if (columns.size() < 2) return found;
  auto const d = sums_of(under_d), d_prime = sums_of(under_d_prime);
  for (auto const modulus : moduli_that_tell(d, d_prime, std::ranges::any_of(columns, is_real)))
    features.push_back({Feature::Kind::remainder_of_sum, 0, 0, {modulus}});
  return found;
}

}  // namespace warner::verify
