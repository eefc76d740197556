#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/central/clamp_after_noise.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {
namespace {

/// The sum of n records, each with Laplace noise and then clipped to [0, 1]. Truth: for one record by quadrature; for
/// several at delta = 0 alone, where an atom of the sum (all clipped to 0, or all to 1) has the whole ratio.
class NoiseEachRecord {
 public:
  NoiseEachRecord(double epsilon, std::size_t n) : epsilon_{epsilon}, n_{n}, noise_{1 / epsilon} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const sum = out.column(0);
    std::vector<double> noisy(sum.size());
    std::ranges::fill(sum, 0.0);
    for (auto const x : dataset) {
      noise_.fill(stream, x, noisy);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += std::min(std::max(noisy[i], 0.0), 1.0);
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
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

 private:
  double epsilon_;
  std::size_t n_;
  noise::Laplace noise_;
};

Pair zero_and(double record, std::size_t n) {
  return substitute(Dataset(n, 0.0), 0, record, fmt::format("0 and {}", record));
}

}  // namespace

/// Noise first, then the clipping that should have come before [CSVW22]. Both claim epsilon with Laplace noise of scale
/// 1 / epsilon. Flaw: ratio.
///   clip-after-noise             the sum of records that were never clipped, plus noise, clamped to [0, 1]
///                                (central/clamp_after_noise.hpp): a record of 10 spends 10 epsilon
///   noise-each-record-then-clip  noise on each record, then clipped to [0, 1], and added: a record that moves by d
///                                spends d epsilon, at the atom where every record was clipped to 0
Entry clip_after_noise_entry() {
  return {.name = "broken/clip-after-noise",
          .summary = "the sum of n records plus Laplace noise, clamped to [0, 1]",
          .release = "[0, 1]",
          .parameters = {epsilon_parameter("what is claimed, > 0"), {"n", 1, "how many records", Whole{1, 100'000}}},
          .flaw = "clamped after the noise, not before: a record of 10 spends 10 epsilon",
          .reference = "CSVW22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {ClampAfterNoise{epsilon, n, false},
                    {zero_and(10, n)},
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, 10}}};
          }};
}

Entry noise_each_record_then_clip_entry() {
  return {.name = "broken/noise-each-record-then-clip",
          .summary = "the sum of n records, each with Laplace noise and then clipped to [0, 1]",
          .release = "[0, n]",
          .parameters = {epsilon_parameter("what is claimed, > 0"),
                         {"n", 1, "how many records", Whole{1, 1000}},
                         {"record", 10, "how far the record of the pair goes, > 1"}},
          .flaw = "records are clipped after the noise, not before: one that moves by d spends d epsilon",
          .reference = "CSVW22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            auto const record = values["record"];
            require(record > 1 && std::isfinite(record), fmt::format("record: {} is not above 1 and finite", record));
            return {NoiseEachRecord{epsilon, n}, {zero_and(record, n), zero_and(1, n)}};
          }};
}

}  // namespace warner::mechanisms::broken
