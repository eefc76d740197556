#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// A number plus Laplace noise of scale 1 / epsilon on the condition that it is at most `bound` in size [GDGK20].
///
/// Guarantee:  (epsilon, delta)-DP for answers that one person moves by at most 1, delta = (e^(-epsilon (B - 1)) -
///             e^(-epsilon B)) / (2 (1 - e^(-epsilon B))). Reached: delta is the mass that only one law knows, so no
///             epsilon is finite below it.
/// Sampling:   an exponential draw modulo b is an exponential draw on the condition that it is below b: no logarithm
///             besides the fill's.
/// Data:       one number.
class TruncatedLaplace {
 public:
  /// @throws std::invalid_argument unless bound is finite and above 1/2.
  TruncatedLaplace(double epsilon, double bound)
      : epsilon_{epsilon}, bound_{require_positive("bound", bound, "on the size of the noise")} {
    require(bound > 0.5,
            fmt::format("bound: {} is not above 1/2 (answers that differ by 1 would never be mistaken)", bound));
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, 1);
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const y = out.column(0);
    sim::fill_laplace(stream, 0, 1, y);
    auto const b = epsilon_ * bound_, scale = 1 / epsilon_, x = dataset[0];
    for (auto& z : y) {
      auto const size = std::fabs(z), rest = size - b * std::floor(size / b);
      auto const kept =
          std::min(std::max(rest, 0.0), b) * scale;  // a quotient rounded up or down leaves [0, b) by a hair
      z = x + (std::signbit(z) ? -kept : kept);
    }
  }

  Guarantee guarantee() const { return ApproximateDp{epsilon_, delta(1, epsilon_)}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    auto const log_height = std::log(height_ * epsilon_);
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const size = std::fabs(releases(i, 0) - dataset[0]);
      out[i] = size <= bound_ * (1 + 1e-15) ? log_height - epsilon_ * size : -INFINITY;
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const distance = l1_distance(pair);
    if (distance == 0) return privacy::equal_pair();
    if (distance >= 2 * bound_) return privacy::disjoint_pair();
    auto const infinity = std::numeric_limits<double>::infinity();
    auto const log_density = [log_height = std::log(height_ * epsilon_), e = epsilon_, b = bound_](double z) {
      return std::fabs(z) < b ? log_height - e * std::fabs(z) : -INFINITY;
    };
    auto known = privacy::line_pair({.log_p = log_density,
                                     .log_q = [=](double y) { return log_density(y - distance); },
                                     .kinks = {-bound_, distance - bound_, 0, distance, bound_, distance + bound_},
                                     .width = 4 / epsilon_,
                                     .reach = 0.01 * bound_,
                                     .pure_epsilon = infinity});
    known.delta = [self = *this, distance](double epsilon) { return self.delta(distance, epsilon); };
    known.epsilon = [self = *this, distance, infinity](double d) {
      auto const top = self.largest_loss(distance);  // from there on the profile is flat
      if (d < self.delta(distance, top)) return infinity;
      return std::min(top, privacy::epsilon_at([&](double e) { return self.delta(distance, e); }, d));
    };
    return known;
  }

  /// The profile of answers `distance` apart.
  double delta(double distance, double epsilon) const {
    if (distance >= 2 * bound_) return 1;
    // P around 0, Q around the distance: the loss falls in y, and is epsilon_ (distance - 2 y) where both are; P(y <
    // cut)
    // - e^epsilon Q(y < cut).
    auto const below = [&](double y) {
      return y <= 0 ? height_ * (std::exp(epsilon_ * y) - std::exp(-epsilon_ * bound_))
                    : 0.5 - height_ * std::expm1(-epsilon_ * y);
    };
    if (epsilon >= largest_loss(distance)) return below(distance - bound_);
    auto const cut =
        std::clamp((distance - epsilon / epsilon_) / 2, std::max(0.0, distance - bound_), std::min(bound_, distance));
    return std::max(0.0, below(cut) - std::exp(epsilon) * height_ *
                                          (std::exp(-epsilon_ * (distance - cut)) - std::exp(-epsilon_ * bound_)));
  }

 private:
  double largest_loss(double distance) const {
    return epsilon_ * (distance <= bound_ ? distance : 2 * bound_ - distance);
  }  // of those that are finite
  double epsilon_, bound_;
  double height_ = -0.5 / std::expm1(-epsilon_ * bound_);  // 1 / (2 (1 - e^(-epsilon bound)))
};

}  // namespace

Entry truncated_laplace_entry() {
  return {.name = "truncated-laplace",
          .summary = "a number plus Laplace noise that is at most `bound` in size",
          .release = "R^1",
          .parameters = {epsilon_parameter(), {"bound", 5, "the largest noise, > 1/2"}},
          .reference = "GDGK20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const bound = values["bound"];
            return {TruncatedLaplace{epsilon, bound}, {{{0}, {1}, Relation::substitute, "whole"}}, Answers{}};
          }};
}

}  // namespace warner::mechanisms::central
