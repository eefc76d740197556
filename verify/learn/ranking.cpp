#include "verify/learn/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "verify/game/counts.hpp"
#include "verify/game/order_numbers.hpp"

namespace warner::verify {
namespace {

constexpr int least_small = -128;
using SmallCounts = std::array<std::uint32_t, 256>;

/// How often each of the integers from -128 on is there; nothing where there is another number.
std::optional<SmallCounts> small_counts(std::span<double const> values) {
  std::array<SmallCounts, 2> counts{};  // in turn, since the same counter twice in a row would wait for itself
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const y = values[i];
    if (!(y >= least_small && y < least_small + 256)) {
      if (std::isnan(y)) continue;
      return std::nullopt;
    }
    auto const whole = static_cast<int>(y);
    if (whole != y) return std::nullopt;
    ++counts[i % 2][static_cast<std::size_t>(whole - least_small)];
  }
  for (std::size_t k = 0; k < 256; ++k) counts[0][k] += counts[1][k];
  return counts[0];
}

std::vector<double> sorted_numbers(std::span<double const> values) {
  std::vector<double> sorted;
  sorted.reserve(values.size());
  for (auto const y : values)
    if (!std::isnan(y)) sorted.push_back(y + 0.0);
  order_numbers(sorted);
  return sorted;
}

/// Two sorted lists, read as one that is never made.
class Merged {
 public:
  /// A place in the merged list: so many numbers of each list are before it.
  struct Place {
    std::size_t a = 0, b = 0;

    std::size_t rank() const { return a + b; }
  };

  Merged(std::vector<double> const& a, std::vector<double> const& b) : a_{a}, b_{b} {}

  std::size_t size() const { return a_.size() + b_.size(); }
  /// The numbers beside a place. Needs one there.
  double after(Place at) const { return std::min(number(a_, at.a), number(b_, at.b)); }
  double before(Place at) const {
    return std::max(at.a > 0 ? a_[at.a - 1] : -infinity, at.b > 0 ? b_[at.b - 1] : -infinity);
  }
  /// Behind the last number of this value; not before `from`.
  Place end_of_run(double value, Place from) const { return {beyond(a_, value, from.a), beyond(b_, value, from.b)}; }

  struct Run {
    Place from, to;
  };
  struct Longest {
    Run run;
    std::size_t runs;  ///< that there are
  };
  /// Between two ends of runs.
  Longest longest_run(Place from, Place to) const {
    Longest longest{{from, from}, 0};
    for (auto at = from; at.rank() < to.rank(); ++longest.runs) {
      auto const value = after(at);
      auto const begin = at;
      while (at.a < to.a && a_[at.a] == value) ++at.a;
      while (at.b < to.b && b_[at.b] == value) ++at.b;
      if (at.rank() - begin.rank() > longest.run.to.rank() - longest.run.from.rank()) longest.run = {begin, at};
    }
    return longest;
  }

  /// A place with so many numbers before it, equal ones of the second list last.
  Place at(std::size_t rank) const {
    auto least = rank - std::min(rank, b_.size()), most = std::min(rank, a_.size());
    while (least < most) {
      auto const a = least + (most - least) / 2;
      if (a_[a] <= b_[rank - a - 1]) least = a + 1;
      else most = a;
    }
    return {least, rank - least};
  }

 private:
  static constexpr auto infinity = std::numeric_limits<double>::infinity();

  static double number(std::vector<double> const& list, std::size_t i) { return i < list.size() ? list[i] : infinity; }
  static std::size_t beyond(std::vector<double> const& list, double value, std::size_t from) {
    auto const end = std::upper_bound(list.begin() + static_cast<std::ptrdiff_t>(from), list.end(), value);
    return static_cast<std::size_t>(end - list.begin());
  }

  std::vector<double> const &a_, &b_;
};

/// The ends of runs of equal numbers, 0 first; nothing when there are more than `many`.
std::optional<std::vector<Merged::Place>> all_ends(Merged const& all, std::size_t many) {
  std::vector<Merged::Place> ends{{}};
  while (ends.back().rank() < all.size()) {
    if (ends.size() == many) return std::nullopt;
    ends.push_back(all.end_of_run(all.after(ends.back()), ends.back()));
  }
  return ends;
}

/// The first end of a run at or after each mass that `many` are spread over, and both ends of the longest run between
/// two of these where it stands out.
std::vector<Merged::Place> ends_at(Merged const& all, std::size_t many) {
  std::vector<Merged::Place> ends{{}};
  for (auto const mass : spread_masses(static_cast<double>(all.size()), many)) {
    auto const at = all.at(std::min(static_cast<std::size_t>(mass), all.size()));
    auto const from = ends.back();
    if (at.rank() <= from.rank()) continue;
    auto const to = all.end_of_run(all.before(at), at);
    auto const [longest, runs] = all.longest_run(from, to);
    auto const length = longest.to.rank() - longest.from.rank(), others = to.rank() - from.rank() - length;
    if (stands_out(static_cast<double>(length), static_cast<double>(others), runs - 1, static_cast<double>(all.size())))
      for (auto const end : {longest.from, longest.to})
        if (end.rank() > ends.back().rank() && end.rank() < to.rank()) ends.push_back(end);
    ends.push_back(to);
  }
  return ends;
}

}  // namespace

Ranking::Ranking(std::span<double const> under_d, std::span<double const> under_d_prime) {
  auto const d = small_counts(under_d), d_prime = d ? small_counts(under_d_prime) : std::nullopt;
  few_ = d && d_prime;
  if (few_) {
    for (std::size_t k = 0; k < d->size(); ++k)
      if ((*d)[k] + (*d_prime)[k] > 0)
        counts_.push_back(
            {static_cast<double>(k) + least_small, static_cast<double>((*d)[k]), static_cast<double>((*d_prime)[k])});
    return;
  }
  d_ = sorted_numbers(under_d);
  d_prime_ = sorted_numbers(under_d_prime);
}

double Ranking::mass() const { return few_ ? mass_of(counts_) : static_cast<double>(d_.size() + d_prime_.size()); }

std::vector<Count> Ranking::condensed(std::size_t many) const {
  if (few_) return verify::condensed(counts_, many);
  Merged const all{d_, d_prime_};
  auto const every = all_ends(all, many);
  auto const ends = every ? *every : ends_at(all, many);
  std::vector<Count> groups;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    auto const from = ends[i], to = ends[i + 1];
    groups.push_back(
        {all.after(from), static_cast<double>(to.a - from.a), static_cast<double>(to.b - from.b), all.before(to)});
  }
  return groups;
}

}  // namespace warner::verify
