#include "verify/search/cuts.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace warner::verify {
namespace {

Cuts best_of(std::vector<std::size_t> const& positions, Cumulated const& cumulated, PredictedBound const& predict,
             Orientation orientation, double floor) {
  auto const n = cumulated.d.size() - 1;
  Cuts best{0, n, false, -std::numeric_limits<double>::infinity()};
  if (n == 0) return best;
  auto worth_asking =
      predict.is_below_plug_in() ? std::exp(floor) : 0;  // odds below which the prediction is below the floor
  auto const consider = [&](std::size_t low, std::size_t high, bool low_says_d) {
    auto const [right, wrong, delta_share] = cumulated.event(low, high, low_says_d);
    if (right <= wrong || right * (1 + 1e-6) < wrong * worth_asking) return;  // 1e-6 is more than rounding
    auto const predicted = predict(right, wrong, delta_share);
    if (!(predicted > floor)) return;
    best = {low, high, low_says_d, predicted, right, wrong};
    floor = predicted;
    if (predict.is_below_plug_in()) worth_asking = std::exp(floor);
  };
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t j = i; j < positions.size(); ++j) {
      consider(positions[i], positions[j], false);
      if (orientation == Orientation::either) consider(positions[i], positions[j], true);
    }
  return best;
}

}  // namespace

Cuts best_cuts(std::vector<Count> const& counts, PredictedBound const& predict, Orientation orientation, double floor) {
  Cumulated const cumulated{counts};
  auto const positions = spread_positions(counts, positions_tried(cumulated.mass(counts.size())));
  return best_of(positions, cumulated, predict, orientation, floor);
}

Cuts best_cuts_at(std::vector<std::size_t> positions, std::vector<Count> const& counts, PredictedBound const& predict,
                  Orientation orientation, double floor) {
  if (positions.empty()) {
    positions.resize(counts.size() + 1);
    std::iota(positions.begin(), positions.end(), std::size_t{0});
  }
  return best_of(positions, Cumulated{counts}, predict, orientation, floor);
}

}  // namespace warner::verify
