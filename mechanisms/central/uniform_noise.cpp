#include "mechanisms/central/uniform_noise.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

UniformNoise::UniformNoise(double half_width) : half_width_{half_width} {
  require(half_width > 0.5 && std::isfinite(half_width),
          fmt::format("half_width: {} is not above 1/2 and finite (delta is 1 / (2 half_width))", half_width));
}

std::vector<Column> UniformNoise::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"y", Column::Kind::real}};
}

void UniformNoise::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0);
  noise_.fill(stream, 0, y);
  for (auto& u : y) u = dataset[0] + (2 * u - 1) * half_width_;
}

void UniformNoise::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::fabs(releases(i, 0) - dataset[0]) <= half_width_ ? -std::log(2 * half_width_) : -INFINITY;
}

std::optional<privacy::PairPrivacy> UniformNoise::privacy(Pair const& pair) const {
  auto const delta = std::min(1.0, l1_distance(pair) / (2 * half_width_));
  return privacy::finite_pair(std::vector{delta, 1 - delta, 0.0},
                              std::vector{0.0, 1 - delta, delta});  // below both, in both, above
}

Entry uniform_noise_entry() {
  return {.name = "uniform-noise",
          .summary = "a number plus uniform noise: delta without epsilon",
          .release = "R^1",
          .parameters = {{"half_width", 50, "of the noise, > 1/2; delta is 1 / (2 half_width)"}},
          .reference = "GDGK20",
          .make = [](Given const& given) -> Instance {
            auto const half_width = value_or(given, "half_width", 50);
            return {UniformNoise{half_width},
                    {{"half_width", half_width}},
                    {{{0}, {1}, Relation::substitute, "whole"}},
                    Answers{}};
          }};
}

}  // namespace warner::mechanisms::central
