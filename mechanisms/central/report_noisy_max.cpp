#include "mechanisms/central/report_noisy_max.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "mechanisms/privacy/noisy_max_law.hpp"
#include "sim/require.hpp"
#include "sim/running_maximum.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

constexpr std::size_t chunk_size = 512;  // releases

/// Three arrays that are gone over together. They stand a page and a third apart: a load whose address agrees in its
/// last twelve bits with a store just before it would wait, and arrays of one page each, side by side, agree in all of
/// them.
struct Chunk {
  alignas(64) std::array<double, chunk_size> largest;
  std::array<double, 168> between;
  alignas(64) std::array<double, chunk_size> noisy;
  std::array<double, 168> between_too;
  alignas(64) std::array<double, chunk_size> winner;
};

}  // namespace

ReportNoisyMax::ReportNoisyMax(Noise noise, double epsilon, std::size_t n, bool monotone)
    : noise_{noise},
      epsilon_{require_positive("epsilon", epsilon, "the noise has scale 2 / epsilon")},
      scale_{require_positive("scale", (monotone ? 1 : 2) / epsilon, "2 / epsilon over- or underflows")},
      n_{n} {
  require(n >= 1, "n: of 0 answers none is the largest");
}

std::vector<Column> ReportNoisyMax::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"index", Column::Kind::category}};
}

void ReportNoisyMax::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  // All noise of the first answer stands before all noise of the second, but is drawn chunk by chunk, which stay in the
  // nearest cache.
  auto const chunk = std::min<std::size_t>(chunk_size, out.releases());
  auto const words = (out.releases() + 15) / 16 * 16, first = (stream.position() + 7) / 8 * 8;
  Chunk memory;
  for (std::size_t done = 0; done < out.releases(); done += chunk) {
    auto const index = out.column(0).subspan(done, std::min(chunk, out.releases() - done));
    auto const largest = std::span{memory.largest}.first(index.size()),
               noisy = std::span{memory.noisy}.first(index.size()),
               winner = std::span{memory.winner}.first(index.size());
    std::ranges::fill(largest, -std::numeric_limits<double>::infinity());
    std::ranges::fill(winner, 0.0);
    for (std::size_t j = 0; j < n_; ++j) {
      stream.move_to(first + j * words + done);
      switch (noise_) {
        case Noise::laplace: sim::fill_laplace(stream, dataset[j], scale_, noisy); break;
        case Noise::gumbel: sim::fill_gumbel(stream, dataset[j], scale_, noisy); break;
        case Noise::exponential:
          sim::fill_exponential(stream, scale_, noisy);
          for (auto& y : noisy) y += dataset[j];
          break;
      }
      sim::keep_larger(noisy, static_cast<double>(j), largest, winner);
    }
    std::ranges::copy(winner, index.begin());
  }
  stream.move_to(first + n_ * words);
}

std::vector<double> ReportNoisyMax::log_law(Dataset const& dataset) const {
  switch (noise_) {
    case Noise::laplace: return privacy::log_noisy_max_laplace(dataset, scale_);
    case Noise::exponential: return privacy::log_noisy_max_exponential(dataset, scale_);
    case Noise::gumbel: break;
  }
  return privacy::log_noisy_max_gumbel(dataset, scale_);
}

void ReportNoisyMax::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const log_masses = log_law(dataset);
  auto const y = releases.column(0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const possible = y[i] >= 0 && y[i] < static_cast<double>(n_) && y[i] == std::floor(y[i]);
    auto const log_mass =
        possible ? log_masses[static_cast<std::size_t>(y[i])] : -std::numeric_limits<double>::infinity();
    out[i] = std::isnan(log_mass) ? -std::numeric_limits<double>::infinity() : log_mass;  // nobody draws it
  }
}

std::optional<privacy::PairPrivacy> ReportNoisyMax::privacy(Pair const& pair) const {
  require_numbers(pair.d, n_);
  require_numbers(pair.d_prime, n_);
  std::vector<double> moves;
  for (std::size_t j = 0; j < n_; ++j) moves.push_back(pair.d_prime[j] - pair.d[j]);
  auto const proved = (std::ranges::max(moves) - std::ranges::min(moves)) / scale_;
  return privacy::capped(privacy::log_mass_pair(log_law(pair.d), log_law(pair.d_prime)), proved);
}

std::vector<Pair> selection_pairs(std::size_t n, bool monotone) {
  auto pairs = eight_patterns(n);
  if (monotone)
    std::erase_if(pairs, [](Pair const& p) {
      return p.relation == Relation::all_differ && p.label != "all above" && p.label != "all below";
    });
  std::stable_partition(pairs.begin(), pairs.end(), [](Pair const& p) { return p.label == "one below rest above"; });
  return pairs;
}

namespace {

Instance make_noisy_max(Arguments& values, ReportNoisyMax::Noise noise) {
  auto const epsilon = values["epsilon"];
  auto const n = values.whole("n");
  auto const monotone = values.flag("monotone");
  return {ReportNoisyMax{noise, epsilon, n, monotone}, selection_pairs(n, monotone),
          Answers{.n = n, .moves = monotone ? Answers::Moves::same_way : Answers::Moves::all, .length = "n"}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(),
          {"n", 5, "how many answers", Whole{1, 1000}},
          {"monotone", 0, "1 when all answers move the same way: half the noise", Whole{0, 1}}};
}

}  // namespace

Entry report_noisy_max_laplace_entry() {
  return {.name = "report-noisy-max-laplace",
          .summary = "the index of the largest answer after Laplace noise",
          .release = "{0..n-1}",
          .parameters = parameters(),
          .reference = "D18",
          .make = [](Arguments& values) { return make_noisy_max(values, ReportNoisyMax::Noise::laplace); }};
}

Entry report_noisy_max_exponential_entry() {
  return {.name = "report-noisy-max-exponential",
          .summary = "the index of the largest answer after exponential noise",
          .release = "{0..n-1}",
          .parameters = parameters(),
          .reference = "D18",
          .make = [](Arguments& values) { return make_noisy_max(values, ReportNoisyMax::Noise::exponential); }};
}

Entry exponential_mechanism_entry() {
  return {.name = "exponential-mechanism",
          .summary = "index i with probability proportional to e^(epsilon x_i / 2)",
          .release = "{0..n-1}",
          .parameters = parameters(),
          .reference = "MT07",
          .alias = "report-noisy-max-gumbel",
          .make = [](Arguments& values) { return make_noisy_max(values, ReportNoisyMax::Noise::gumbel); }};
}

}  // namespace warner::mechanisms::central
