#include "verify/expected_cuts.hpp"

#include <algorithm>

namespace warner::verify {
namespace {

struct Cumulated {
  std::vector<double> d{0}, d_prime{0};
  explicit Cumulated(std::vector<Count> const& counts) {
    for (auto const& count : counts) d.push_back(d.back() + count.d), d_prime.push_back(d_prime.back() + count.d_prime);
  }
  double prediction(PredictedBound const& predict, std::size_t low, std::size_t high, bool low_says_d) const {
    auto const n = d.size() - 1;
    auto const one = d_prime[low] + d.back() - d[high], other = d[low] + d_prime.back() - d_prime[high];
    auto const share = ((low > 0) + (high < n)) / 2.0;
    return low_says_d ? predict(other, one, share) : predict(one, other, share);
  }
};

}  // namespace

std::optional<Cuts> best_expected_cuts(Expectation const& expected, std::vector<Count> const& seen, PredictedBound const& promise, PredictedBound const& allowance,
                                       Orientation orientation, double floor) {
  Cumulated const model{expected.counts}, sample{seen};
  std::optional<Cuts> best;
  auto const consider = [&](std::size_t low, std::size_t high, bool low_says_d) {
    auto predicted = model.prediction(promise, low, high, low_says_d);
    if (!(predicted > floor)) return;
    predicted = std::min(predicted, sample.prediction(allowance, low, high, low_says_d));
    if (!(predicted > floor)) return;
    floor = predicted;
    best = Cuts{low, high, low_says_d, predicted};
  };
  for (std::size_t low = 0; low <= expected.low_end; ++low)
    for (auto high = std::max({low, expected.high_begin, std::size_t{1}}); high <= seen.size(); ++high) {
      consider(low, high, false);
      if (orientation == Orientation::either) consider(low, high, true);
    }
  return best;
}

}  // namespace warner::verify
