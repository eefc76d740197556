#include <algorithm>
#include <cmath>

#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/contract/entry.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// Permute and flip: visits the answers in random order and releases the first index that its coin accepts, with
/// probability e^(epsilon (x_i - max) / 2) [MS20].
///
/// Guarantee:  epsilon-DP when every answer may move by at most 1; reached. The law is that of report noisy max with
///             exponential noise.
/// Sampling:   a random order is the order of uniform keys, so the first accepted is the accepted one with the least
///             key: two words an answer.
/// Data:       n numbers, the exact answers.
class PermuteAndFlip {
 public:
  PermuteAndFlip(double epsilon, std::size_t n) : epsilon_{epsilon}, n_{n} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"index", Column::Kind::category}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
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
        sim::fill_bernoulli(stream, sim::bernoulli_threshold(std::exp(epsilon_ * (dataset[j] - largest) / 2)),
                            accepted);
      auto const here = static_cast<double>(j);
      for (std::size_t i = 0; i < releases; ++i) {
        auto const first = accepted[i] != 0 && key[i] < least[i];
        index[i] = first ? here : index[i];
        least[i] = first ? key[i] : least[i];
      }
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    ReportNoisyMax{ReportNoisyMax::Noise::exponential, epsilon_, n_}.log_density(dataset, releases, out);
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return ReportNoisyMax{ReportNoisyMax::Noise::exponential, epsilon_, n_}.privacy(pair);
  }

 private:
  double epsilon_;
  std::size_t n_;
};

}  // namespace

Entry permute_and_flip_entry() {
  return {.name = "permute-and-flip",
          .summary = "the first index, in random order, that its coin accepts",
          .release = "{0..n-1}",
          .parameters = {epsilon_parameter(), {"n", 5, "how many answers", Whole{1, 1000}}},
          .reference = "MS20",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {PermuteAndFlip{epsilon, n}, selection_pairs(n, false),
                    Answers{.n = n, .moves = Answers::Moves::all, .length = "n"}};
          }};
}

}  // namespace warner::mechanisms::central
