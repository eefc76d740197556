#include "verify/search/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace warner::verify {
namespace {

double score_of(Count const& count) {
  if (std::isinf(count.value)) return count.greatest;
  return std::isinf(count.greatest) ? count.value : count.value + (count.greatest - count.value) / 2;
}

double share(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

std::optional<std::vector<Count>> calibrated(std::vector<Count> const& counts, double caution) {
  double slope = 0, information = 0;
  for (int step = 0; step < 30; ++step) {  // Newton's method on a concave likelihood; steps bounded
    double gradient = 0;
    information = 0;
    for (auto const& count : counts) {
      auto const s = score_of(count), n = count.d + count.d_prime, p = share(slope * s);
      gradient += (count.d - n * p) * s;
      information += n * p * (1 - p) * s * s;
    }
    if (!(information > 0)) return std::nullopt;
    auto const move = std::clamp(gradient / information, -1.0, 1.0);
    slope = std::clamp(slope + move, -4.0, 4.0);
    if (std::fabs(move) < 1e-9) break;
  }
  auto const careful = std::min(1.0, slope - caution / std::sqrt(information));
  if (!(careful > 0)) return std::nullopt;
  auto expected = counts;
  for (auto& count : expected) {
    auto const n = count.d + count.d_prime, p = share(careful * score_of(count));
    count.d = n * p;
    count.d_prime = n - count.d;
  }
  return expected;
}

}  // namespace warner::verify
