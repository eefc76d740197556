#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warner::verify {

/// The rows of a logistic regression of the dataset on kinds of releases: how many there are of each, and what the sum
/// of all terms predicts.
/// Residuals are kept up to date to the first order while one term after the other moves.
struct Rows {
  std::vector<double> d, all, sum, residual, weight;

  explicit Rows(std::size_t many) : d(many), all(many), sum(many), residual(many), weight(many) {}
  void refresh();
};

/// A term: one log ratio for each place that a row can be in, with a standard normal prior.
struct Term {
  std::vector<double>* log_ratio;
  std::vector<std::uint16_t> places;  ///< of each row; log_ratio->size() for none, whose log ratio stays 0
  std::vector<std::size_t> range{};   ///< places in order of which neighbours should be alike
};

/// Fits by Newton's method, one term after the other in every step [HT90], from where the log ratios are.
/// rows.sum holds an offset. Steps between neighbours in a range have a normal prior as well.
/// Its variance is learned for all ranges together: by so much steps vary besides chance.
/// A step that hardly changes the log likelihood is the last.
void fit(Rows& rows, std::vector<Term> const& terms);

}  // namespace warner::verify
