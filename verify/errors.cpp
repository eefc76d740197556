#include "verify/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warner::verify {
namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();

/// Of a finite error; a larger one counts as this much, which refutes nothing too soon and bounds nothing too high.
constexpr double largest_square = 1e300;

/// NaN where there is none.
double number(mechanisms::ConstBatch releases, std::size_t i, AnswerColumn const& answer) {
  for (auto const& [column, holds] : answer.where)
    if (releases(i, column) != holds) return std::numeric_limits<double>::quiet_NaN();
  return releases(i, answer.column);
}

}  // namespace

ErrorReader::ErrorReader(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                         UtilityOptions const& options, sim::Purpose purpose)
    : mechanism_{mechanism},
      dataset_{dataset},
      options_{options},
      width_{mechanism.columns(dataset).size()},
      key_{sim::key_of({options.seed, purpose, sim::Arm::d, options.generator})} {}

Errors ErrorReader::read(std::uint64_t block, std::uint64_t n) const {
  mechanisms::Releases memory;
  auto const batch = memory.shaped(n, width_);
  sim::Stream stream{key_, block};
  mechanism_.release(dataset_, stream, batch);
  return errors_of(batch);
}

Errors ErrorReader::errors_of(mechanisms::ConstBatch releases) const {
  auto const n = releases.releases();
  auto const answers = options_.answers.size();
  Errors errors;
  errors.signed_ones.assign(answers, std::vector<double>(n));
  if (answers > 0) errors.square.resize(n), errors.size.resize(n);
  if (options_.interval) errors.width.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto none = false;
    double squares = 0, size = 0;
    for (std::size_t j = 0; j < answers; ++j) {
      auto error = number(releases, i, options_.answers[j]) - options_.truth[j];
      if (std::isnan(error)) error = infinity, none = true;
      errors.signed_ones[j][i] = error;
      squares += std::isfinite(error) ? std::min(error * error, largest_square) : infinity;
      size = std::max(size, std::fabs(error));
    }
    if (answers > 0) errors.square[i] = squares / static_cast<double>(answers), errors.size[i] = size;
    if (options_.interval) {
      auto const truth = options_.truth.front(), low = number(releases, i, options_.interval->first),
                 high = number(releases, i, options_.interval->second), width = high - low;
      none = none || std::isnan(low) || std::isnan(high);
      errors.covered += low <= truth && truth <= high;
      errors.width[i] = std::isnan(width) ? infinity : std::max(0.0, width);
    }
    errors.not_numbers += none;
  }
  return errors;
}

}  // namespace warner::verify
