#include "mechanisms/broken/naive_samplers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanisms/broken/ziggurat.hpp"
#include "sim/scalar.hpp"

namespace warner::mechanisms::broken {
namespace {

using sim::scalar::direction;
using sim::scalar::negative_log;

/// k / 2^53 with k from 1 to 2^53 - 1; where the upper bits are all 0, the lower ones are taken.
double unit(std::uint64_t word) {
  return static_cast<double>(std::max<std::uint64_t>(word >> 11, word >> 11 ? 0 : 1)) * 0x1p-53;
}

/// k / 2^24 with k from 1 to 2^24 - 1, drawn again from other bits of the word when it is 0.
float unit_single(std::uint64_t word) {
  auto const k = word >> 40 ? word >> 40 : std::max<std::uint64_t>(word >> 16 & 0xFFFFFF, 1);
  return static_cast<float>(k) * 0x1p-24F;
}

double laplace(std::uint64_t word) {
  auto const u = unit(word) - 0.5;
  return std::copysign(negative_log(1 - 2 * std::fabs(u)), u);
}

float laplace_single(std::uint64_t word) {
  auto const u = unit_single(word) - 0.5F;
  return static_cast<float>(std::copysign(negative_log(1 - 2 * std::fabs(u)), u));
}

double box_muller(std::uint64_t radius, std::uint64_t angle) {
  return std::sqrt(2 * negative_log(unit(radius))) * direction(angle).cosine;
}

float box_muller_single(std::uint64_t radius, std::uint64_t angle) {
  auto const log = static_cast<float>(negative_log(unit_single(radius)));
  return std::sqrt(2 * log) * static_cast<float>(direction(angle).cosine);
}

/// out[i] from `words` words by `draw`.
template <std::size_t words, class Draw>
void fill_from_words(sim::Stream& stream, std::span<double> out, Draw const& draw) {
  constexpr std::size_t chunk = 64;
  std::array<std::uint64_t, words * chunk> drawn;
  for (std::size_t i = 0; i < out.size(); i += chunk) {
    auto const n = std::min(chunk, out.size() - i);
    stream.fill(std::span{drawn}.first(words * n));
    for (std::size_t j = 0; j < n; ++j) out[i + j] = draw(&drawn[words * j]);
  }
}

/// Both coordinates of a point in the unit disc, stretched.
void fill_polar(sim::Stream& stream, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); i += 2) {
    double u = 0, v = 0, square = 0;
    do {
      u = 2 * unit(stream.word()) - 1;
      v = 2 * unit(stream.word()) - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    auto const stretch = std::sqrt(2 * negative_log(square) / square);
    out[i] = u * stretch;
    if (i + 1 < out.size()) out[i + 1] = v * stretch;
  }
}

void fill_standard(NaiveSampler sampler, sim::Stream& stream, std::span<double> out) {
  using Words = std::uint64_t const*;
  switch (sampler) {
    case NaiveSampler::laplace: return fill_from_words<1>(stream, out, [](Words w) { return laplace(w[0]); });
    case NaiveSampler::laplace_four_uniforms:
      return fill_from_words<4>(stream, out, [](Words w) {
        return negative_log(1 - unit(w[0])) * direction(w[1]).cosine +
               negative_log(1 - unit(w[2])) * direction(w[3]).cosine;
      });
    case NaiveSampler::gaussian_box_muller:
      return fill_from_words<2>(stream, out, [](Words w) { return box_muller(w[0], w[1]); });
    case NaiveSampler::gaussian_polar: return fill_polar(stream, out);
    case NaiveSampler::gaussian_ziggurat:
      for (auto& z : out) z = ziggurat_gaussian(stream);
      return;
    case NaiveSampler::gaussian_two_normals:
      return fill_from_words<4>(
          stream, out, [](Words w) { return (box_muller(w[0], w[1]) + box_muller(w[2], w[3])) / std::numbers::sqrt2; });
    case NaiveSampler::laplace_single:
      return fill_from_words<1>(stream, out, [](Words w) { return static_cast<double>(laplace_single(w[0])); });
    case NaiveSampler::gaussian_four_single:
      return fill_from_words<8>(stream, out, [](Words w) {
        float sum = 0;
        for (int i = 0; i < 8; i += 2) sum += box_muller_single(w[i], w[i + 1]);
        return static_cast<double>(sum / 2);
      });
  }
}

}  // namespace

bool is_single(NaiveSampler sampler) {
  return sampler == NaiveSampler::laplace_single || sampler == NaiveSampler::gaussian_four_single;
}

void fill_naive(NaiveSampler sampler, sim::Stream& stream, double location, double scale, std::span<double> out) {
  fill_standard(sampler, stream, out);
  if (is_single(sampler)) {
    for (auto& y : out)
      y = static_cast<double>(static_cast<float>(location) + static_cast<float>(scale) * static_cast<float>(y));
  } else {
    for (auto& y : out) y = location + scale * y;
  }
}

}  // namespace warner::mechanisms::broken
