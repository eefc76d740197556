#include "verify/scores/feature.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/folds.hpp"
#include "sim/require.hpp"
#include "sim/running_maximum.hpp"
#include "verify/scores/is_number.hpp"
#include "verify/scores/log_grid.hpp"

namespace warner::verify {
namespace {

using mechanisms::Column;
using mechanisms::ConstBatch;
using Kind = Feature::Kind;

constexpr std::size_t chunk_size = 1024;  // releases: their values stay in the nearest cache, column after column

void fold(sim::Fold what, ConstBatch releases, std::vector<double>& out) {
  out.resize(releases.releases());
  for (std::size_t done = 0; done < out.size(); done += chunk_size) {
    auto const n = std::min(chunk_size, out.size() - done);
    for (std::size_t j = 0; j < releases.width(); ++j)
      sim::fold(what, releases.column(j).subspan(done, n), static_cast<double>(j), std::span{out}.subspan(done, n));
  }
}

void fill_range(Feature const&, ConstBatch releases, std::vector<double>& out) {
  std::vector<double> least;
  fold(sim::Fold::maximum, releases, out);
  fold(sim::Fold::minimum, releases, least);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= least[i];
}

void fill_argmax(Feature const&, ConstBatch releases, std::vector<double>& out) {
  out.assign(releases.releases(), 0);
  std::array<double, chunk_size> memory;
  for (std::size_t done = 0; done < out.size(); done += chunk_size) {
    auto const n = std::min(chunk_size, out.size() - done);
    auto const largest = std::span{memory}.first(n);
    std::ranges::copy(releases.column(0).subspan(done, n), largest.begin());
    for (std::size_t j = 1; j < releases.width(); ++j)
      sim::keep_larger(releases.column(j).subspan(done, n), static_cast<double>(j), largest,
                       std::span{out}.subspan(done, n));
  }
}

/// y = m 2^e with m odd: e.
double lowest_bit(double y) {
  if (!std::isfinite(y)) return std::numeric_limits<double>::quiet_NaN();
  auto const bits = std::bit_cast<std::uint64_t>(y);
  auto const exponent = static_cast<int>(bits >> 52 & 0x7FF);
  auto const mantissa = (bits & 0xF'FFFF'FFFF'FFFF) | (exponent > 0 ? std::uint64_t{1} << 52 : 0);
  return mantissa == 0 ? 1100 : std::max(exponent, 1) - 1075 + std::countr_zero(mantissa);
}

/// In [0, modulus), exactly but for the rounding of a sum where y < 0.
double remainder_of(double y, double modulus) {
  auto const r = std::fmod(y, modulus);  // NaN for an infinity
  return r >= 0 || std::isnan(r) ? r : r + modulus < modulus ? r + modulus : 0;
}

/// The remainders of all numbers, which may be written over.
/// Where the modulus is whole and the number moderate, multiples of the modulus are exact: a division finds the one
/// before the number, or the next one, which is made good.
void take_remainders(std::span<double const> numbers, double modulus, std::span<double> out) {
  auto const most = modulus == std::trunc(modulus) ? 0x1p51 : 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    auto const y = numbers[i];
    if (!(std::fabs(y) + modulus < most)) {
      out[i] = remainder_of(y, modulus);
      continue;
    }
    auto const r = y - static_cast<double>(static_cast<std::int64_t>(y / modulus)) * modulus;  // towards 0
    auto const up = r < 0 ? r + modulus : r;
    out[i] = up < modulus ? up : 0;
  }
}

void fill_remainder(Feature const& feature, std::span<double const> numbers, std::vector<double>& out) {
  out.resize(numbers.size());
  take_remainders(numbers, feature.parameters[0], out);
  if (feature.parameters.size() == 1) return;
  auto const digit = feature.parameters[1];
  for (auto& r : out) r = std::floor(r / digit);
}

void fill_combination(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  auto const& weights = feature.parameters;
  out.assign(releases.releases(), 0);
  for (std::size_t done = 0; done < out.size(); done += chunk_size) {
    auto const n = std::min(chunk_size, out.size() - done);
    for (std::size_t j = 0; j < weights.size(); ++j)
      if (weights[j] != 0)  // of an infinity, too
        sim::add_scaled(releases.column(j).subspan(done, n), weights[j], std::span{out}.subspan(done, n));
  }
}

void fill_remainder_of_sum(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  auto const& parameters = feature.parameters;
  if (parameters.size() > 1)
    fill_combination({Kind::combination, 0, 0, {parameters.begin() + 1, parameters.end()}}, releases, out);
  else fold(sim::Fold::sum, releases, out);
  take_remainders(out, parameters[0], out);
}

/// A number of k decimals is a whole one over 10^k, rounded once; whoever has k has k + 1.
/// Up to 2^50 the whole one is found by rounding.
double decimals_of(double y) {
  static constexpr double powers[]{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr double too_many = 20;
  if (!std::isfinite(y)) return std::numeric_limits<double>::quiet_NaN();
  auto const are_enough = [&](double power) { return std::nearbyint(y * power) / power == y; };
  auto const* end = std::ranges::partition_point(powers, [&](double power) { return std::fabs(y) * power <= 0x1p50; });
  if (end == powers) return 0;  // whole numbers all
  if (!are_enough(end[-1])) return too_many;
  return static_cast<double>(std::partition_point(powers, end, [&](double power) { return !are_enough(power); }) -
                             powers);
}

void fill_gap(Feature const&, ConstBatch releases, std::vector<double>& out) {
  auto const n = releases.releases();
  std::vector<double> second(n, -std::numeric_limits<double>::infinity());
  auto const first = releases.column(0);
  out.assign(first.begin(), first.end());
  for (std::size_t j = 1; j < releases.width(); ++j) {
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < n; ++i) {
      second[i] = std::max(second[i], std::min(y[i], out[i]));  // a NaN is passed over, as by Fold::maximum
      out[i] = std::max(out[i], y[i]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) out[i] -= second[i];
}

void fill_distinct_by_sorting(ConstBatch releases, std::vector<double>& out) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < out.size(); ++i) {
    numbers.clear();
    for (std::size_t j = 0; j < releases.width(); ++j)
      if (auto const y = releases(i, j); !std::isnan(y)) numbers.push_back(y);
    std::ranges::sort(numbers);
    out[i] = static_cast<double>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
  }
}

/// A column after the other: which of its numbers stands in none before.
void fill_distinct_by_comparing(ConstBatch releases, std::vector<double>& out) {
  std::array<std::uint64_t, chunk_size> is_new;
  for (std::size_t done = 0; done < out.size(); done += chunk_size) {
    auto const n = std::min(chunk_size, out.size() - done);
    for (std::size_t j = 0; j < releases.width(); ++j) {
      auto const y = releases.column(j).subspan(done, n);
      for (std::size_t i = 0; i < n; ++i) is_new[i] = y[i] == y[i] ? 1 : 0;  // NaN is not
      for (std::size_t k = 0; k < j; ++k) {
        auto const before = releases.column(k).subspan(done, n);
        for (std::size_t i = 0; i < n; ++i) is_new[i] &= before[i] != y[i] ? 1 : 0;
      }
      for (std::size_t i = 0; i < n; ++i) out[done + i] += static_cast<double>(is_new[i]);
    }
  }
}

void fill_distinct(Feature const&, ConstBatch releases, std::vector<double>& out) {
  constexpr std::size_t few = 64;  // columns, which are compared faster than they are sorted
  out.assign(releases.releases(), 0);
  (releases.width() <= few ? fill_distinct_by_comparing : fill_distinct_by_sorting)(releases, out);
}

void fill_distance(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  out.assign(releases.releases(), 0);
  for (std::size_t j = 0; 2 * j < feature.parameters.size(); ++j) {
    auto const centre = feature.parameters[2 * j], scale = feature.parameters[2 * j + 1];
    if (scale == 0) continue;  // of an infinity, too
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const away = (y[i] - centre) * scale;
      out[i] += away * away;
    }
  }
}

void fill_first_flag(Feature const&, ConstBatch releases, std::vector<double>& out) {
  fold(sim::Fold::first_one, releases, out);
  auto const none = static_cast<double>(releases.width());
  for (auto& first : out) first = first < 0 ? none : first;
}

void fill_log_combination(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  auto const& weights = feature.parameters;
  out.assign(releases.releases(), 0);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weights[j] * log_on_a_grid(y[i]);
  }
}

void fill_quadratic(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  constexpr std::size_t together = chunk_size / 4;  // releases: all columns of them stay in a near cache
  auto const& parameters = feature.parameters;
  auto const w = columns_of_quadratic(parameters.size());
  std::vector<double> away(w * together);
  std::array<double, together> memory;
  out.assign(releases.releases(), 0);
  for (std::size_t done = 0; done < out.size(); done += together) {
    auto const n = std::min(together, out.size() - done);
    auto const z = [&](std::size_t j) { return std::span{away}.subspan(j * together, n); };
    for (std::size_t j = 0; j < w; ++j)
      std::ranges::transform(releases.column(j).subspan(done, n), z(j).begin(),
                             [centre = parameters[j]](double y) { return y - centre; });
    auto weights = parameters.begin() + static_cast<std::ptrdiff_t>(2 * w);
    for (std::size_t j = 0; j < w; weights += static_cast<std::ptrdiff_t>(w - j), ++j) {
      auto const linear = parameters[w + j];
      auto const of_j = std::span{memory}.first(n);
      std::ranges::fill(of_j, linear);
      auto reads_j = linear != 0;
      for (std::size_t k = j; k < w; ++k) {
        auto const weight = weights[static_cast<std::ptrdiff_t>(k - j)];
        if (weight == 0) continue;  // of an infinity, too
        sim::add_scaled(z(k), weight, of_j);
        reads_j = true;
      }
      for (std::size_t i = 0; reads_j && i < n; ++i) out[done + i] += of_j[i] * z(j)[i];
    }
  }
}

/// The angle of (x, y), from 0 to 4, along the square |x| + |y| = 1: as an angle orders points, and exact everywhere.
double angle_of(double x, double y) {
  auto const size = std::fabs(x) + std::fabs(y);
  if (!(size > 0) || !std::isfinite(size)) return std::numeric_limits<double>::quiet_NaN();
  auto const along = x / size;
  return y >= 0 ? 1 - along : 3 + along;
}

/// The rows of a labelled feature, and how far they lie apart.
struct RowsOfRelease {
  std::size_t many, apart;
};
RowsOfRelease rows_of(Feature const& feature) {
  return {static_cast<std::size_t>(feature.parameters[1]), static_cast<std::size_t>(feature.parameters[2])};
}

void fill_labelled(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  auto const rows = rows_of(feature);
  auto const label = feature.parameters[0];
  out.assign(releases.releases(), no_such_row);
  for (auto row = rows.many; row-- > 0;) {  // the first is the last to be written
    auto const labels = releases.column(feature.other + row * rows.apart),
               values = releases.column(feature.column + row * rows.apart);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = labels[i] == label ? values[i] : out[i];
  }
}

/// Whether a number is one of a few: mostly not, which one look tells.
class FewNumbers {
 public:
  explicit FewNumbers(std::vector<double> const& increasing) : numbers_{increasing} {
    for (auto const y : numbers_) seen_[address_of(y)] = true;
  }
  bool contains(double y) const {
    return seen_[address_of(y)] && !std::isnan(y) && std::ranges::binary_search(numbers_, y);
  }

 private:
  static constexpr int address_bits = 12;
  static std::size_t address_of(double y) {
    return std::bit_cast<std::uint64_t>(y + 0.0) * 0x9E3779B97F4A7C15u >> (64 - address_bits);
  }
  std::vector<double> const& numbers_;
  std::array<bool, std::size_t{1} << address_bits> seen_{};
};

void fill_repeated(Feature const& feature, ConstBatch releases, std::vector<double>& out) {
  FewNumbers const repeated{feature.parameters};
  out.assign(releases.releases(), std::numeric_limits<double>::quiet_NaN());
  for (auto j = releases.width(); j-- > 0;) {  // the first is the last to be written
    auto const y = releases.column(j);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (repeated.contains(y[i])) out[i] = y[i];
  }
}

/// "17.25, 18.25 or 2 more"
std::string some_of(std::vector<double> const& numbers) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, numbers.size()); ++i)
    text += fmt::format("{}{}", i > 0 ? ", " : "", numbers[i]);
  return text + (numbers.size() > shown ? fmt::format(" or {} more", numbers.size() - shown) : "");
}

using Columns = std::vector<Column>;

std::string name_of(std::size_t column, Columns const& columns) {
  return column < columns.size() ? columns[column].name : fmt::format("y[{}]", column);
}

/// "y[0]", or "(y[0] - 0.25)".
std::string less(std::string const& name, double what) {
  return what == 0 ? name : fmt::format("({} {} {:.3g})", name, what > 0 ? '-' : '+', std::fabs(what));
}

/// "y[0] - 0.5 y[3] + ..": the largest weights.
/// @param of: what is said of a column, before its name.
std::string describe_combination(std::vector<double> const& weights, Columns const& columns,
                                 std::string const& of = "") {
  constexpr std::size_t shown = 4;
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t j) { return std::fabs(weights[j]); });
  std::erase_if(order, [&](std::size_t j) { return weights[j] == 0; });
  auto const more = order.size() > shown;
  if (more) order.resize(shown);
  std::ranges::sort(order);
  std::string text;
  for (auto const j : order) {
    text += weights[j] < 0 ? (text.empty() ? "-" : " - ") : text.empty() ? "" : " + ";
    if (std::fabs(weights[j]) != 1) text += fmt::format("{:.3g} ", std::fabs(weights[j]));
    text += of + name_of(j, columns);
  }
  return text + (more ? " + .." : "");
}

/// "y[0], y[1], y[2], y[3], .."
std::string first_of(std::vector<std::string> words) {
  constexpr std::size_t shown = 4;
  if (words.size() > shown) words.resize(shown), words.emplace_back("..");
  return fmt::format("{}", fmt::join(words, ", "));
}

/// "squared distance of (y[0], y[1], ..) from (3.2, 1.4, ..)".
std::string describe_distance(std::vector<double> const& parameters, Columns const& columns) {
  std::vector<std::string> names, centre;
  for (std::size_t j = 0; 2 * j < parameters.size(); ++j) {
    if (parameters[2 * j + 1] == 0) continue;
    names.push_back(name_of(j, columns));
    centre.push_back(fmt::format("{:.4g}", parameters[2 * j]));
  }
  return fmt::format("squared distance of ({}) from ({})", first_of(names), first_of(centre));
}

/// "quadratic of (y[0], y[1], ..)".
std::string describe_quadratic(std::vector<double> const& parameters, Columns const& columns) {
  auto const w = columns_of_quadratic(parameters.size());
  std::vector<bool> is_read(w);
  auto weight = parameters.begin() + static_cast<std::ptrdiff_t>(w);
  for (std::size_t j = 0; j < w; ++j) is_read[j] = *weight++ != 0;
  for (std::size_t j = 0; j < w; ++j)
    for (auto k = j; k < w; ++k)
      if (*weight++ != 0) is_read[j] = is_read[k] = true;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < w; ++j)
    if (is_read[j]) names.push_back(name_of(j, columns));
  return fmt::format("quadratic of ({})", first_of(names));
}

using Values = std::vector<double>;

template <sim::Fold what>
void fill_fold(Feature const&, ConstBatch releases, Values& out) {
  fold(what, releases, out);
}

/// Fills out with value(y) of the feature's column.
template <class Value>
void fill_from_column(Feature const& feature, ConstBatch releases, Values& out, Value const& value) {
  out.resize(releases.releases());
  std::ranges::transform(releases.column(feature.column), out.begin(), value);
}

/// Fills out with value(x, y) of two columns.
template <class Value>
void fill_from_two(ConstBatch releases, std::size_t one, std::size_t other, Values& out, Value const& value) {
  out.resize(releases.releases());
  std::ranges::transform(releases.column(one), releases.column(other), out.begin(), value);
}

/// What one kind of feature is called, what it is, and how it reads.
struct KindOfFeature {
  Kind kind;
  char const* name;
  void (*fill)(Feature const&, ConstBatch, Values&);        // null for a coordinate, which is the column itself
  std::string (*describe)(Feature const&, Columns const&);  // null for name(y)
};

KindOfFeature const kinds[]{
    {Kind::coordinate, "coordinate", nullptr,
     [](Feature const& f, Columns const& columns) { return name_of(f.column, columns); }},
    {Kind::sum, "sum", fill_fold<sim::Fold::sum>, nullptr},
    {Kind::maximum, "maximum", fill_fold<sim::Fold::maximum>,
     [](Feature const&, Columns const&) { return std::string{"max(y)"}; }},
    {Kind::minimum, "minimum", fill_fold<sim::Fold::minimum>,
     [](Feature const&, Columns const&) { return std::string{"min(y)"}; }},
    {Kind::range, "range", fill_range, nullptr},
    {Kind::argmax, "argmax", fill_argmax, nullptr},
    {Kind::flags, "flags", fill_fold<sim::Fold::ones>, nullptr},
    {Kind::special, "special", fill_fold<sim::Fold::specials>, nullptr},
    {Kind::difference, "difference",
     [](Feature const& f, ConstBatch releases, Values& out) {
       fill_from_two(releases, f.column, f.column - 1, out, std::minus{});
     },
     [](Feature const& f, Columns const& columns) {
       return name_of(f.column, columns) + " - " + name_of(f.column - 1, columns);
     }},
    {Kind::lowest_bit, "lowest_bit",
     [](Feature const& f, ConstBatch releases, Values& out) { fill_from_column(f, releases, out, lowest_bit); },
     [](Feature const& f, Columns const& columns) {
       return fmt::format("lowest_bit({})", name_of(f.column, columns));
     }},
    {Kind::first_flag, "first_flag", fill_first_flag, nullptr},
    {Kind::combination, "combination", fill_combination,
     [](Feature const& f, Columns const& columns) { return describe_combination(f.parameters, columns); }},
    {Kind::product, "product",
     [](Feature const& f, ConstBatch releases, Values& out) {
       fill_from_two(releases, f.column, f.other, out,
                     [x0 = f.parameters[0], y0 = f.parameters[1]](double x, double y) { return (x - x0) * (y - y0); });
     },
     [](Feature const& f, Columns const& columns) {
       return less(name_of(f.column, columns), f.parameters[0]) + " " +
              less(name_of(f.other, columns), f.parameters[1]);
     }},
    {Kind::angle, "angle",
     [](Feature const& f, ConstBatch releases, Values& out) {
       fill_from_two(releases, f.column, f.other, out, angle_of);
     },
     [](Feature const& f, Columns const& columns) {
       return fmt::format("angle({}, {})", name_of(f.column, columns), name_of(f.other, columns));
     }},
    {Kind::sum_of_two, "sum_of_two",
     [](Feature const& f, ConstBatch releases, Values& out) {
       fill_from_two(releases, f.column, f.other, out,
                     [sign = f.parameters[0], step = f.parameters[1]](double x, double y) {
                       return std::nearbyint((x + sign * y) / step) * step;
                     });
     },
     [](Feature const& f, Columns const& columns) {
       return fmt::format("({} {} {})", name_of(f.column, columns), f.parameters[0] > 0 ? "+" : "-",
                          name_of(f.other, columns));
     }},
    {Kind::labelled, "labelled", fill_labelled,
     [](Feature const& f, Columns const& columns) {
       return fmt::format("({} where {} is {}, in whichever row)", name_of(f.column, columns),
                          name_of(f.other, columns), f.parameters[0]);
     }},
    {Kind::repeated, "repeated", fill_repeated,
     [](Feature const& f, Columns const&) { return fmt::format("(the number of y among {})", some_of(f.parameters)); }},
    {Kind::remainder, "remainder",
     [](Feature const& f, ConstBatch releases, Values& out) { fill_remainder(f, releases.column(f.column), out); },
     [](Feature const& f, Columns const& columns) {
       auto const remainder = fmt::format("({} mod {})", name_of(f.column, columns), f.parameters[0]);
       return f.parameters.size() == 1 ? remainder : fmt::format("floor({} / {})", remainder, f.parameters[1]);
     }},
    {Kind::remainder_of_sum, "remainder_of_sum", fill_remainder_of_sum,
     [](Feature const& f, Columns const& columns) {
       auto const& p = f.parameters;
       auto const sum = p.size() == 1 ? "sum(y)" : "(" + describe_combination({p.begin() + 1, p.end()}, columns) + ")";
       return fmt::format("({} mod {})", sum, p[0]);
     }},
    {Kind::decimals, "decimals",
     [](Feature const& f, ConstBatch releases, Values& out) { fill_from_column(f, releases, out, decimals_of); },
     [](Feature const& f, Columns const& columns) { return fmt::format("decimals({})", name_of(f.column, columns)); }},
    {Kind::gap, "gap", fill_gap, nullptr},
    {Kind::distinct, "distinct", fill_distinct, nullptr},
    {Kind::distance, "distance", fill_distance,
     [](Feature const& f, Columns const& columns) { return describe_distance(f.parameters, columns); }},
    {Kind::log_combination, "log_combination", fill_log_combination,
     [](Feature const& f, Columns const& columns) {
       return "(" + describe_combination(f.parameters, columns, "log ") + ")";
     }},
    {Kind::quadratic, "quadratic", fill_quadratic,
     [](Feature const& f, Columns const& columns) { return describe_quadratic(f.parameters, columns); }}};

KindOfFeature const& row_of(Kind kind) { return *std::ranges::find(kinds, kind, &KindOfFeature::kind); }

}  // namespace

std::vector<Feature> features_of(std::vector<Column> const& columns, bool low_bits, std::vector<std::size_t> singles) {
  if (singles.empty()) {
    singles.resize(std::min(columns.size(), most_single_columns));
    std::iota(singles.begin(), singles.end(), std::size_t{0});
  }
  std::vector<Feature> features;
  for (auto const j : singles) features.push_back({Kind::coordinate, j});
  features.push_back({Kind::special, 0});
  for (auto const j : singles)
    if (columns[j].kind == Column::Kind::floating || columns[j].kind == Column::Kind::integer ||
        (low_bits && columns[j].kind == Column::Kind::real))
      features.push_back({Kind::lowest_bit, j});
  for (auto const j : singles)
    if (columns[j].kind == Column::Kind::floating || (low_bits && columns[j].kind == Column::Kind::real))
      features.push_back({Kind::decimals, j});
  if (columns.size() < 2) return features;
  for (auto const kind : {Kind::sum, Kind::maximum, Kind::minimum, Kind::range, Kind::argmax})
    features.push_back({kind, 0});
  if (columns.size() > 2) features.push_back({Kind::gap, 0});
  auto const are_alike = [&](Column const& a, Column const& b) {
    return (is_number(a) && is_number(b)) || (a.kind == Column::Kind::flag && b.kind == Column::Kind::flag);
  };
  for (auto const j : singles)
    if (j > 0 && are_alike(columns[j - 1], columns[j])) features.push_back({Kind::difference, j});
  if (std::ranges::count_if(columns, [](Column const& c) { return c.kind != Column::Kind::flag; }) > 1)
    features.push_back({Kind::distinct, 0});
  if (!std::ranges::all_of(columns, is_number))
    for (auto const kind : {Kind::flags, Kind::first_flag}) features.push_back({kind, 0});
  return features;
}

bool reads_other(Kind kind) {
  return kind == Kind::product || kind == Kind::angle || kind == Kind::sum_of_two || kind == Kind::labelled;
}

bool reads_parameters(Kind kind) {
  return kind == Kind::combination || kind == Kind::product || kind == Kind::sum_of_two || kind == Kind::labelled ||
         kind == Kind::remainder || kind == Kind::remainder_of_sum || kind == Kind::repeated ||
         kind == Kind::distance || kind == Kind::log_combination || kind == Kind::quadratic;
}

std::size_t columns_of_quadratic(std::size_t parameters) {
  std::size_t columns = 0;
  while (parameters_of_quadratic(columns + 1) <= parameters) ++columns;
  return columns;
}

double log_on_a_grid(double y) { return y > 0 ? on_a_grid(std::log(y)) : std::numeric_limits<double>::quiet_NaN(); }

std::size_t columns_read(Feature const& feature) {
  if (feature.kind == Kind::labelled) {
    auto const rows = rows_of(feature);
    return std::max(feature.column, feature.other) + (rows.many - 1) * rows.apart + 1;
  }
  auto const is_combination = feature.kind == Kind::combination || feature.kind == Kind::log_combination;
  auto const of_parameters = is_combination                           ? feature.parameters.size()
                             : feature.kind == Kind::remainder_of_sum ? feature.parameters.size() - 1
                             : feature.kind == Kind::distance         ? feature.parameters.size() / 2
                             : feature.kind == Kind::quadratic        ? columns_of_quadratic(feature.parameters.size())
                                                                      : 1;
  return std::max({feature.column + 1, feature.other + 1, of_parameters});
}

std::vector<Feature> coordinates(std::size_t width) {
  std::vector<Feature> features;
  for (std::size_t j = 0; j < width; ++j) features.push_back({Kind::coordinate, j});
  return features;
}

std::span<double const> evaluate(Feature const& feature, ConstBatch releases, std::vector<double>& scratch) {
  auto* const fill = row_of(feature.kind).fill;
  if (!fill) return releases.column(feature.column);
  fill(feature, releases, scratch);
  return scratch;
}

std::string describe(Feature const& feature, std::vector<Column> const& columns) {
  auto const& row = row_of(feature.kind);
  return row.describe ? row.describe(feature, columns) : fmt::format("{}(y)", row.name);
}

std::string name_of(Feature::Kind kind) { return row_of(kind).name; }

Feature::Kind feature_kind_from(std::string const& name) {
  for (auto const& row : kinds)
    if (name == row.name) return row.kind;
  require(false, fmt::format("feature: '{}' is unknown", name));
  return Kind::coordinate;
}

}  // namespace warner::verify
