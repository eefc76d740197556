#include "bench/sim/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace warner::bench {

double rank_test(std::span<double const> a, std::span<double const> b) {
  std::vector<double> pooled(a.begin(), a.end());
  pooled.insert(pooled.end(), b.begin(), b.end());
  std::ranges::sort(pooled);
  auto const twice_rank = [&](double x) {  // twice, so that the mean rank of equal values is an integer
    auto const [from, to] = std::equal_range(pooled.begin(), pooled.end(), x);
    return static_cast<std::size_t>((from - pooled.begin()) + (to - pooled.begin()) + 1);
  };
  std::size_t seen = 0, largest = 0;
  for (auto const x : a) seen += twice_rank(x);
  auto const n = a.size();
  for (auto const x : std::span{pooled}.last(n)) largest += twice_rank(x);
  // share[k][s]: how likely k values have twice the rank sum s, where every value is in by a coin that makes n likely.
  auto const in = static_cast<double>(n) / static_cast<double>(pooled.size());
  std::vector<std::vector<double>> share(n + 1, std::vector<double>(largest + 1));
  share[0][0] = 1;
  for (auto const x : pooled) {
    auto const rank = twice_rank(x);
    for (auto k = n + 1; k-- > 0;)
      for (auto s = largest + 1; s-- > 0;)
        share[k][s] = (1 - in) * share[k][s] + (k > 0 && s >= rank ? in * share[k - 1][s - rank] : 0);
  }
  auto const mean = static_cast<double>(n * (pooled.size() + 1));  // of twice the rank sum
  auto const far = std::fabs(static_cast<double>(seen) - mean);
  double as_far = 0, all = 0;
  for (std::size_t s = 0; s <= largest; ++s) {
    all += share[n][s];
    if (std::fabs(static_cast<double>(s) - mean) >= far) as_far += share[n][s];
  }
  return as_far / all;
}

}  // namespace warner::bench
