#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/coin_sums.hpp"

namespace warner::mechanisms::central {
namespace {

/// Counted under a vote of 0 against a vote of 1: the loss of a count of k is ln((n - k) / k).
privacy::FiniteLaw no_against_yes(std::vector<long double> const& others) {
  auto const n = static_cast<long double>(others.size());
  std::vector<privacy::Outcome> outcomes;
  for (std::size_t k = 0; k <= others.size(); ++k) {
    auto const count = static_cast<long double>(k);
    outcomes.push_back(
        {std::log(n - count) - std::log(count), k < others.size() ? others[k] : 0, k > 0 ? others[k - 1] : 0});
  }
  return privacy::FiniteLaw{std::move(outcomes)};
}

/// The exact count of n votes, of which n - 1 are fair coins that the adversary does not know: the noise is in the
/// other voters [BBGLT11].
///
/// Guarantee:  (epsilon, delta(epsilon)) for the one vote that is data, in the distributional sense: it holds because,
///             and while, the others are such coins. delta by summing the law of the count; pure epsilon is infinite,
///             since n votes need n voters.
/// Data:       the vote, 0 or 1. Release: the count.
class DistributionalHistogram {
 public:
  DistributionalHistogram(double epsilon, std::size_t n) : n_{n} {
    others_.push_back(std::ldexp(1.0L, 1 - static_cast<int>(n)));
    for (std::size_t k = 1; k < n; ++k)
      others_.push_back(others_.back() * static_cast<long double>(n - k) / static_cast<long double>(k));
    auto const delta = static_cast<double>(no_against_yes(others_).delta(epsilon)) *
                       (1 + 1e-12);  // up: n roundings of long doubles are below that
    claim_ = {epsilon, std::nextafter(delta, 1.0)};
  }

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, 1, 1);
    return {{"count", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    std::ranges::fill(out.column(0), dataset[0]);
    sim::add_coin_sums(stream, std::uint64_t{1} << 63, n_ - 1, out.column(0));
  }

  Guarantee guarantee() const { return claim_; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const others = releases(i, 0) - dataset[0];
      auto const possible = others >= 0 && others < static_cast<double>(n_) && others == std::floor(others);
      out[i] = possible ? static_cast<double>(std::log(others_[static_cast<std::size_t>(others)]))
                        : -std::numeric_limits<double>::infinity();
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    if (pair.d == pair.d_prime) return privacy::equal_pair();
    return privacy::finite_pair(no_against_yes(others_));
  }

 private:
  std::size_t n_;
  std::vector<long double> others_;  // Pr[k of the n - 1 others vote 1]
  ApproximateDp claim_;
};

}  // namespace

Entry distributional_histogram_entry() {
  return {.name = "distributional-histogram",
          .summary = "the exact count of n votes, the others being fair coins",
          .release = "{0..n}",
          .parameters = {epsilon_parameter("delta follows from it, > 0", 0.1),
                         {"n", 100, "how many voters, 2 to 10000", Whole{2, 10'000}}},
          .reference = "BBGLT11",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n");
            return {DistributionalHistogram{epsilon, n}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::central
