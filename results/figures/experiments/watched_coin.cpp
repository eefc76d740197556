#include "results/figures/experiments/watched_coin.hpp"

#include "sim/variates.hpp"

namespace warner::results::experiments {

WatchedCoin::WatchedCoin(std::uint64_t trials, std::function<bool(sim::Tally const&)> const& refutes) {
  std::uint64_t right = 0;
  for (std::uint64_t n = 1; n <= trials; ++n) {
    while (right <= n && !refutes({right, n - right, 0})) ++right;
    needed_.push_back(right);
  }
}

double WatchedCoin::probability(double right) const {
  std::vector<double> alive{1};  // by the number of right guesses, of the runs that go on
  double stopped = 0;
  for (std::size_t n = 1; n <= needed_.size(); ++n) {
    alive.push_back(0);
    for (auto r = alive.size(); r-- > 1;) alive[r] = alive[r] * (1 - right) + alive[r - 1] * right;
    alive[0] *= 1 - right;
    for (auto r = needed_[n - 1]; r <= n; ++r) stopped += alive[r], alive[r] = 0;
  }
  return stopped;
}

bool WatchedCoin::refutes(sim::Stream& stream, double right) const {
  std::vector<double> coins(needed_.size());
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(right), coins);
  double sum = 0;
  for (std::size_t n = 0; n < coins.size(); ++n)
    if ((sum += coins[n]) >= static_cast<double>(needed_[n])) return true;
  return false;
}

}  // namespace warner::results::experiments
