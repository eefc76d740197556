#include "mechanisms/central/permute_and_flip.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {

PermuteAndFlip::PermuteAndFlip(double epsilon, std::size_t n)
    : epsilon_{require_positive("epsilon", epsilon, "a coin accepts with probability e^(epsilon (x - max) / 2)")},
      n_{n} {
  require(n >= 1, "n: of 0 answers none is the largest");
}

std::vector<Column> PermuteAndFlip::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"index", Column::Kind::category}};
}

void PermuteAndFlip::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const index = out.column(0);
  auto const releases = index.size();
  std::vector<double> memory(3 * releases);
  auto const all = std::span{memory};
  auto const least = all.first(releases), key = all.subspan(releases, releases), accepted = all.last(releases);
  std::ranges::fill(least, 2.0);
  auto const largest = std::ranges::max(dataset);
  for (std::size_t j = 0; j < n_; ++j) {
    sim::fill_uniform(stream, key);
    if (dataset[j] == largest) std::ranges::fill(accepted, 1.0);
    else
      sim::fill_bernoulli(stream, sim::bernoulli_threshold(std::exp(epsilon_ * (dataset[j] - largest) / 2)), accepted);
    auto const here = static_cast<double>(j);
    for (std::size_t i = 0; i < releases; ++i) {
      auto const first = accepted[i] != 0 && key[i] < least[i];
      index[i] = first ? here : index[i];
      least[i] = first ? key[i] : least[i];
    }
  }
}

void PermuteAndFlip::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  ReportNoisyMax{ReportNoisyMax::Noise::exponential, epsilon_, n_}.log_density(dataset, releases, out);
}

double PermuteAndFlip::exact_epsilon(Pair const& pair, double delta) const {
  return ReportNoisyMax{ReportNoisyMax::Noise::exponential, epsilon_, n_}.exact_epsilon(pair, delta);
}

std::optional<privacy::PairPrivacy> PermuteAndFlip::privacy(Pair const& pair) const {
  return ReportNoisyMax{ReportNoisyMax::Noise::exponential, epsilon_, n_}.privacy(pair);
}

Entry permute_and_flip_entry() {
  return {.name = "permute-and-flip",
          .summary = "the first index, in random order, that its coin accepts",
          .release = "{0..n-1}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"}, {"n", 5, "how many answers"}},
          .reference = "MS20",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 5, 1, 1000);
            return {PermuteAndFlip{epsilon, n},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}},
                    selection_pairs(n, false),
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
