#include "verify/learn/remainders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
constexpr double rounded_to[]{1, 10, 100, 1000, 10'000};
constexpr double wide = 10;  // moduli; in a narrower column bins see each remainder for themselves

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

/// The first numbers of a sample, if they are whole ones; empty where any is none, or too large to be one for sure.
std::vector<std::int64_t> whole_numbers(std::span<double const> numbers) {
  constexpr double largest = 9e15;
  std::vector<std::int64_t> whole;
  for (auto const y : numbers.first(std::min(scanned_with, numbers.size()))) {
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

/// Moduli up to so much in which numbers differ, the most telling first.
std::vector<double> moduli_that_tell(std::span<double const> d, std::span<double const> d_prime) {
  auto const widest = range_of(d, d_prime) / wide;
  auto const whole_d = whole_numbers(d), whole_d_prime = whole_numbers(d_prime);
  auto const are_whole = !whole_d.empty() && !whole_d_prime.empty();
  auto moduli = are_whole ? scanned(whole_d, whole_d_prime, widest) : std::vector<double>{};
  for (auto const modulus : rounded_to)
    if (widest >= modulus && std::ranges::find(moduli, modulus) == moduli.end()) moduli.push_back(modulus);
  std::vector<std::pair<double, double>> found;
  for (auto const modulus : moduli) {
    auto const of_d = remainders(d, modulus), of_d_prime = remainders(d_prime, modulus);
    auto const by = [&](double cells) {
      return difference(histogram_of(of_d, modulus, cells), histogram_of(of_d_prime, modulus, cells)).beyond_chance();
    };
    auto const most = are_whole && modulus > 1
                          ? by(static_cast<double>(cells_of_whole(static_cast<std::int64_t>(modulus))))
                          : std::max(by(coarse), by(fine));
    if (most > 0) found.emplace_back(most, modulus);
  }
  return best_of(std::move(found), most_moduli);
}

std::vector<double> sums_of(ConstBatch releases) {
  std::vector<double> sums;
  evaluate({Feature::Kind::sum}, releases, sums);
  sums.resize(std::min(glance, sums.size()));
  return sums;
}

}  // namespace

std::vector<Feature> remainders_that_differ(std::vector<Column> const& columns, ConstBatch under_d,
                                            ConstBatch under_d_prime) {
  std::vector<Feature> features;
  for (std::size_t j = 0; j < std::min(columns.size(), most_alone); ++j) {
    if (!is_number(columns[j])) continue;
    auto const some = [j](ConstBatch releases) {
      return releases.column(j).first(std::min(glance, releases.releases()));
    };
    for (auto const modulus : moduli_that_tell(some(under_d), some(under_d_prime)))
      features.push_back({Feature::Kind::remainder, j, 0, {modulus}});
  }
  if (columns.size() < 2) return features;
  auto const d = sums_of(under_d), d_prime = sums_of(under_d_prime);
  for (auto const modulus : moduli_that_tell(d, d_prime))
    features.push_back({Feature::Kind::remainder_of_sum, 0, 0, {modulus}});
  return features;
}

}  // namespace warner::verify
