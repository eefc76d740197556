#include "mechanisms/central/clamp_after_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms {

privacy::PairPrivacy clamped_laplace_pair(noise::Laplace const& noise, double there, double back) {
  if (there == back) return privacy::equal_pair();
  auto const infinity = std::numeric_limits<double>::infinity();
  auto const density = [=](double at) {
    return [=](double y) { return y > 0 && y < 1 ? noise.log_pdf(y - at) : -infinity; };
  };
  // ln Pr[release 0] and ln Pr[release 1], which stay exact far in the tails.
  auto const log_below = [s = noise.scale()](double z) {
    return z < 0 ? z / s - std::log(2.0) : std::log1p(-std::exp(-z / s) / 2);
  };
  auto const zero = std::pair{log_below(-there), log_below(-back)},
             one = std::pair{log_below(there - 1), log_below(back - 1)};
  std::vector<double> kinks{0, 1};
  auto largest = std::max(std::fabs(zero.first - zero.second), std::fabs(one.first - one.second));
  for (auto const at : {there, back})
    if (at > 0 && at < 1) kinks.push_back(at);
  for (auto const y : kinks) largest = std::max(largest, std::fabs(noise.log_pdf(y - there) - noise.log_pdf(y - back)));
  auto const mass = [](double log) { return std::exp(static_cast<long double>(log)); };
  return privacy::line_pair({density(there),
                             density(back),
                             kinks,
                             4 * noise.scale(),
                             0.01,
                             largest,
                             {{0, mass(zero.first), mass(zero.second)}, {0, mass(one.first), mass(one.second)}}});
}

ClampAfterNoise::ClampAfterNoise(double epsilon, std::size_t n, bool clip)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")},
      n_{n},
      clip_{clip},
      noise_{1 / epsilon} {
  require(n >= 1, "n: 0 numbers have no sum");
}

double ClampAfterNoise::sum(Dataset const& dataset) const {
  double total = 0;
  for (auto const x : dataset) total += clip_ ? std::clamp(x, 0.0, 1.0) : x;
  return total;
}

std::vector<Column> ClampAfterNoise::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"y", Column::Kind::real}};
}

void ClampAfterNoise::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0);
  noise_.fill(stream, sum(dataset), y);
  for (auto& x : y) x = std::min(std::max(x, 0.0), 1.0);
}

std::optional<privacy::PairPrivacy> ClampAfterNoise::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  return clamped_laplace_pair(noise_, sum(pair.d), sum(pair.d_prime));
}

std::optional<sim::WordCounter> ClampAfterNoise::counter(Dataset const& dataset, std::span<double const> edges) const {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  std::vector<double> of_noise;
  for (auto const edge : edges) of_noise.push_back(edge <= 0 ? -infinity : edge <= 1 ? edge : infinity);
  return sim::laplace_counter(sum(dataset), noise_.scale(), of_noise);
}

namespace central {

Entry clamp_after_noise_entry() {
  return {.name = "clamp-after-noise",
          .summary = "the sum of n records clipped to [0, 1] plus Laplace noise, clamped to [0, 1]",
          .release = "[0, 1]",
          .parameters = {epsilon_parameter(), {"n", 1, "how many records", Whole{1, 100'000}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const pair = substitute(Dataset(n, 0.0), 0, 10, "0 and 10");
            return {ClampAfterNoise{epsilon, n, true},
                    {pair},
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, 10}}};
          }};
}

}  // namespace central

}  // namespace warner::mechanisms
