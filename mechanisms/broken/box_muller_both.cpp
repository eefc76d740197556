#include "mechanisms/broken/box_muller_both.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/scalar.hpp"

namespace warner::mechanisms::broken {

BoxMullerBoth::BoxMullerBoth(double sigma, ApproximateDp const& claim)
    : sigma_{require_positive("sigma", sigma, "of the Gaussian noise")}, claim_{claim} {}

std::vector<Column> BoxMullerBoth::columns(Dataset const& dataset) const {
  require_numbers(dataset, 2);
  return {{"y", Column::Kind::floating}, {"y", Column::Kind::floating}};
}

void BoxMullerBoth::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::vector<std::uint64_t> words(out.releases());
  stream.fill(words);
  auto const first = out.column(0), second = out.column(1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto const upper = words[i] >> 32, lower = words[i] & 0xFFFFFFFFu;
    auto const radius =
        std::sqrt(2 * std::max(0.0, sim::scalar::negative_log(static_cast<double>(upper + 1) * 0x1p-32)));
    auto const at = sim::scalar::direction(lower >> 30 << 62 | (lower & 0x3FFFFFFFu) << 22);  // one of 2^32 directions
    first[i] = dataset[0] + sigma_ * (radius * at.cosine);
    second[i] = dataset[1] + sigma_ * (radius * at.sine);
  }
}

double BoxMullerBoth::distance_from_grid(Dataset const& dataset, double first, double second) const {
  auto const a = (first - dataset[0]) / sigma_, b = (second - dataset[1]) / sigma_;
  auto const k = std::exp(-(a * a + b * b) / 2) * 0x1p32;
  return std::fabs(k - std::round(k));
}

Entry box_muller_both_entry() {
  return {
      .name = "broken/box-muller-both",
      .summary = "two numbers plus both normals of one draw of Box and Muller",
      .release = "R^2",
      .parameters = {epsilon_parameter("what is claimed, > 0"), {"delta", 1e-5, "what is claimed, in (0, 1)"}},
      .flaw =
          "both normals of 32-bit words: their radius is one of 2^32, which tells the right numbers from wrong ones",
      .reference = "HDHSH22",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"], delta = values["delta"];
        return {BoxMullerBoth{central::analytic_gaussian_sigma(epsilon, delta, 1), {epsilon, delta}},
                {{{0, 0}, {1, 0}, Relation::one_differs, "one differs"}}};
      }};
}

}  // namespace warner::mechanisms::broken
