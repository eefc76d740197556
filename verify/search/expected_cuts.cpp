#include "verify/search/expected_cuts.hpp"

#include <algorithm>

namespace warner::verify {

std::optional<Cuts> best_expected_cuts(Expectation const& expected, std::vector<Count> const& seen,
                                       PredictedBound const& by_model, PredictedBound const& by_counts,
                                       Orientation orientation, double floor) {
  Cumulated const model{expected.counts}, sample{seen};
  std::optional<Cuts> best;
  auto const consider = [&](std::size_t low, std::size_t high, bool low_says_d) {
    auto const expects = model.event(low, high, low_says_d);
    auto predicted = by_model(expects.right, expects.wrong, expects.delta_share);
    if (!(predicted > floor)) return;
    auto const shows = sample.event(low, high, low_says_d);
    predicted = std::min(predicted, by_counts(shows.right, shows.wrong, shows.delta_share));
    if (!(predicted > floor)) return;
    floor = predicted;
    best = Cuts{low, high, low_says_d, predicted, expects.right, expects.wrong};
  };
  for (std::size_t low = 0; low <= expected.low_end; ++low)
    for (auto high = std::max({low, expected.high_begin, std::size_t{1}}); high <= seen.size(); ++high) {
      consider(low, high, false);
      if (orientation == Orientation::either) consider(low, high, true);
    }
  return best;
}

}  // namespace warner::verify
