#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"

namespace warner::verify {

/// A one-dimensional functional of a release: what the score `bins` looks at.
struct Feature {
  enum class Kind {
    coordinate,  ///< y[column]
    sum,
    maximum,
    minimum,
    range,        ///< maximum - minimum
    argmax,       ///< the smallest index of the maximum
    flags,        ///< how many coordinates are exactly 1
    special,      ///< how many coordinates are NaN or infinite
    difference,   ///< y[column] - y[column - 1], column >= 1
    lowest_bit,   ///< the exponent of the lowest bit set in y[column], 1100 for zero; NaN for NaN and infinities
    first_flag,   ///< the smallest index of a coordinate that is exactly 1; the width when there is none
    combination,  ///< parameters[0] y[0] + parameters[1] y[1] + ..
    product,      ///< (y[column] - parameters[0]) (y[other] - parameters[1])
    angle,        ///< of the point (y[column], y[other]) about (0, 0), without a sine: 0 .. 4 in place of 0 .. 2 pi
    /// y[column] + parameters[0] y[other], parameters[0] 1 or -1, to the nearest multiple of parameters[1] > 0: what is
    /// the same number but for rounding is the same.
    sum_of_two,
    /// Of parameters[1] rows, parameters[2] columns apart, the value in the first with label parameters[0].
    labelled,
    repeated,  ///< the first number of the release that is one of the parameters, which increase; NaN for none
    /// y[column] modulo parameters[0] > 0, in [0, parameters[0]); NaN for NaN and infinities. Where there is a
    /// parameters[1] > 0, how many times that goes into it: a digit.
    remainder,
    /// Of the sum of all columns modulo parameters[0], or of the sum of columns times parameters[1], parameters[2], ..
    remainder_of_sum,
    decimals,         ///< how many decimals y[column] needs: 2 for 0.25; 20 for too many; NaN for NaN and infinities
    gap,              ///< between the largest and the second largest
    distinct,         ///< how many different numbers there are
    distance,         ///< squared, from a centre: the sum of ((y[j] - parameters[2 j]) parameters[2 j + 1])^2
    log_combination,  ///< parameters[0] log y[0] + parameters[1] log y[1] + ..; NaN where one is not positive
    /// Of z[j] = y[j] - parameters[j], of w columns: the sum of parameters[w + j] z[j], and of the others, in the order
    /// of j and then k >= j, times z[j] z[k].
    quadratic,
  };
  Kind kind = Kind::coordinate;
  /// For a coordinate, a difference, a lowest bit, a product, a remainder, decimals, an angle, a sum of two; of a
  /// labelled value, where the first row has it.
  std::size_t column = 0;
  /// For a product, an angle, a sum of two; of a labelled value, where the first row has its label.
  std::size_t other = 0;
  /// Finite; a combination, of numbers or of logarithms, a distance, or a quadratic, of fewer than all columns is one
  /// of the first.
  std::vector<double> parameters{};

  friend bool operator==(Feature const&, Feature const&) = default;
};

/// What a labelled value is where no row has the label: below every other number.
inline constexpr double no_such_row = std::numeric_limits<double>::lowest();

/// Whether a feature of this kind reads the column `other`, or `parameters`.
bool reads_other(Feature::Kind kind);
bool reads_parameters(Feature::Kind kind);

/// How many parameters a quadratic of so many columns has, and of how many columns one with so many parameters is.
constexpr std::size_t parameters_of_quadratic(std::size_t columns) { return columns * (columns + 5) / 2; }
std::size_t columns_of_quadratic(std::size_t parameters);

/// log y on a grid (log_grid.hpp); NaN where y is not positive.
double log_on_a_grid(double y);

/// How many columns a release needs for it to be read.
std::size_t columns_read(Feature const& feature);

/// Of how many single columns there are features.
inline constexpr std::size_t most_single_columns = 64;

/// The features worth a look at releases with these columns; of single columns those of `singles`, or of the first 64.
///
/// - every coordinate, and how many are special;
/// - lowest bits of floating and integer columns, decimals of floating ones;
/// - from two columns on sum, maximum, minimum, range and argmax of all;
/// - differences of neighbouring numbers or flags;
/// - how many distinct numbers there are, where two columns are no flags;
/// - from three columns on the gap;
/// - flags and the first flag where a column is a flag or a category.
///
/// @param low_bits: lowest bits and decimals of real columns, too: a real number has none, and is ours to round [M12].
std::vector<Feature> features_of(std::vector<mechanisms::Column> const& columns, bool low_bits = false,
                                 std::vector<std::size_t> singles = {});

/// The features that are the columns themselves.
std::vector<Feature> coordinates(std::size_t width);

/// Its values on a batch. A coordinate is the column itself and nothing is copied; else `scratch` is filled.
std::span<double const> evaluate(Feature const& feature, mechanisms::ConstBatch releases, std::vector<double>& scratch);

/// "y[0]", "max(y)", .. @param columns: what to call them, where they have names.
std::string describe(Feature const& feature, std::vector<mechanisms::Column> const& columns = {});

/// The names used in records: "coordinate", "sum", .. @throws std::invalid_argument for a name that is none.
std::string name_of(Feature::Kind kind);
Feature::Kind feature_kind_from(std::string const& name);

}  // namespace warner::verify
