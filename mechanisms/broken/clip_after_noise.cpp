#include "mechanisms/broken/clip_after_noise.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/clamp_after_noise.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {

NoiseEachRecord::NoiseEachRecord(double epsilon, std::size_t n)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has scale 1 / epsilon")}, n_{n}, noise_{1 / epsilon} {
  require(n >= 1, "n: 0 records have no sum");
}

std::vector<Column> NoiseEachRecord::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"y", Column::Kind::real}};
}

void NoiseEachRecord::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const sum = out.column(0);
  std::vector<double> noisy(sum.size());
  std::ranges::fill(sum, 0.0);
  for (auto const x : dataset) {
    noise_.fill(stream, x, noisy);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += std::min(std::max(noisy[i], 0.0), 1.0);
  }
}

std::optional<privacy::PairPrivacy> NoiseEachRecord::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const [there, back] = std::ranges::mismatch(pair.d, pair.d_prime);
  if (there == pair.d.end()) return privacy::equal_pair();
  if (!std::equal(there + 1, pair.d.end(), back + 1)) return std::nullopt;
  auto const one = clamped_laplace_pair(noise_, *there, *back);
  if (n_ == 1) return one;
  auto const whole = std::fabs(*there - *back) / noise_.scale();
  auto const at_an_atom = std::min(*there, *back) >= 0 || std::max(*there, *back) <= 1;
  if (!at_an_atom) return std::nullopt;
  privacy::PairPrivacy pair_privacy;
  pair_privacy.epsilon = [whole](double delta) { return delta == 0 ? whole : std::nan(""); };
  return pair_privacy;
}

namespace {

Pair zero_and(double record, std::size_t n) {
  auto pair = substitute(Dataset(n, 0.0), 0, record);
  pair.label = fmt::format("0 and {}", record);
  return pair;
}

}  // namespace

Entry clip_after_noise_entry() {
  return {.name = "broken/clip-after-noise",
          .summary = "the sum of n records plus Laplace noise, clamped to [0, 1]",
          .release = "[0, 1]",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"}, {"n", 1, "how many records"}},
          .flaw = "clamped after the noise, not before: a record of 10 spends 10 epsilon",
          .reference = "CSVW22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 1, 1, 100'000);
            return {ClampAfterNoise{epsilon, n, false},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    {zero_and(10, n)},
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, 10}}};
          }};
}

Entry noise_each_record_then_clip_entry() {
  return {.name = "broken/noise-each-record-then-clip",
          .summary = "the sum of n records, each with Laplace noise and then clipped to [0, 1]",
          .release = "[0, n]",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"},
                         {"n", 1, "how many records"},
                         {"record", 10, "how far the record of the pair goes, > 1"}},
          .flaw = "records are clipped after the noise, not before: one that moves by d spends d epsilon",
          .reference = "CSVW22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 1, 1, 1000);
            auto const record = value_or(given, "record", 10);
            require(record > 1 && std::isfinite(record), fmt::format("record: {} is not above 1 and finite", record));
            return {NoiseEachRecord{epsilon, n},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"record", record}},
                    {zero_and(record, n), zero_and(1, n)}};
          }};
}

}  // namespace warner::mechanisms::broken
