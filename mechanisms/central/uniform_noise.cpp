#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/uniform.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

/// A number plus noise that is uniform on (-w, w): the control for delta without epsilon.
///
/// Guarantee:  (0, 1 / (2 w))-DP for answers that one person moves by at most 1 [GDGK20]; delta is distance / (2 w) at
///             every epsilon, and no epsilon is finite at delta = 0.
/// Data:       one number.
class UniformNoise {
 public:
  /// @throws std::invalid_argument unless half_width is finite and above 1/2, where delta would reach 1.
  explicit UniformNoise(double half_width) : half_width_{half_width} {
    require(half_width > 0.5 && std::isfinite(half_width),
            fmt::format("half_width: {} is not above 1/2 and finite (delta is 1 / (2 half_width))", half_width));
  }
  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, 1);
    return {{"y", Column::Kind::real}};
  }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const y = out.column(0);
    noise_.fill(stream, 0, y);
    for (auto& u : y) u = dataset[0] + (2 * u - 1) * half_width_;
  }
  Guarantee guarantee() const { return ApproximateDp{0, 1 / (2 * half_width_)}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::fabs(releases(i, 0) - dataset[0]) <= half_width_ ? -std::log(2 * half_width_) : -INFINITY;
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const delta = std::min(1.0, l1_distance(pair) / (2 * half_width_));
    return privacy::finite_pair(std::vector{delta, 1 - delta, 0.0},
                                std::vector{0.0, 1 - delta, delta});  // below both, in both, above
  }

 private:
  double half_width_;
  noise::Uniform noise_;
};

}  // namespace

Entry uniform_noise_entry() {
  return {.name = "uniform-noise",
          .summary = "a number plus uniform noise: delta without epsilon",
          .release = "R^1",
          .parameters = {{"half_width", 50, "of the noise, > 1/2; delta is 1 / (2 half_width)"}},
          .reference = "GDGK20",
          .make = [](Arguments& values) -> Instance {
            return {UniformNoise{values["half_width"]}, {{{0}, {1}, Relation::substitute, "whole"}}, Answers{}};
          }};
}

}  // namespace warner::mechanisms::central
