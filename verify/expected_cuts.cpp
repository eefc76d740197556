#include "verify/expected_cuts.hpp"

#include <algorithm>

namespace warner::verify {
namespace {

struct Cumulated {
  std::vector<double> d{0}, d_prime{0};
  explicit Cumulated(std::vector<Count> const& counts) {
    for (auto const& count : counts) d.push_back(d.back() + count.d), d_prime.push_back(d_prime.back() + count.d_prime);
  }
  struct Event {
    double right, wrong, share;
    double prediction(PredictedBound const& predict) const { return predict(right, wrong, share); }
  };
  Event event(std::size_t low, std::size_t high, bool low_says_d) const {
    auto const n = d.size() - 1;
    auto const one = d_prime[low] + d.back() - d[high], other = d[low] + d_prime.back() - d_prime[high];
    auto const share = ((low > 0) + (high < n)) / 2.0;
    return low_says_d ? Event{other, one, share} : Event{one, other, share};
  }
};

}  // namespace

std::optional<Cuts> best_expected_cuts(Expectation const& expected, std::vector<Count> const& seen, PredictedBound const& promise, PredictedBound const& allowance,
                                       Orientation orientation, double floor) {
  Cumulated const model{expected.counts}, sample{seen};
  std::optional<Cuts> best;
  auto const consider = [&](std::size_t low, std::size_t high, bool low_says_d) {
    auto const expected_event = model.event(low, high, low_says_d);
    auto predicted = expected_event.prediction(promise);
    if (!(predicted > floor)) return;
    predicted = std::min(predicted, sample.event(low, high, low_says_d).prediction(allowance));
    if (!(predicted > floor)) return;
    floor = predicted;
    best = Cuts{low, high, low_says_d, predicted, expected_event.right, expected_event.wrong};
  };
  for (std::size_t low = 0; low <= expected.low_end; ++low)
    for (auto high = std::max({low, expected.high_begin, std::size_t{1}}); high <= seen.size(); ++high) {
      consider(low, high, false);
      if (orientation == Orientation::either) consider(low, high, true);
    }
  return best;
}

}  // namespace warner::verify
