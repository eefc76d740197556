#include "verify/game/nested_trials.hpp"

#include <mutex>
#include <optional>

#include "sim/coin.hpp"
#include "verify/game/arms.hpp"

namespace warner::verify {

NestedTally play_nested_bets(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                             NestedBets const& laid, GameOptions const& options, Score const& score) {
  auto const many = laid.bets.size();
  NestedTally tally{std::vector<std::uint64_t>(many), std::vector<std::uint64_t>(many), 0};
  if (many == 0) {
    tally.abstained = options.range.count();
    return tally;
  }
  sim::Address const coin{options.seed, sim::Purpose::certify_coin, sim::Arm::none, options.generator};
  Arms const arms{mechanism, pair, sim::Purpose::certify, options.seed, options.generator};
  std::mutex adding;
  auto const work = [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
    mechanisms::Releases memory;
    std::vector<double> scratch;
    std::optional<Evaluator> scores;
    if (laid.on_score) scores.emplace(score, mechanism, pair);
    NestedTally mine{std::vector<std::uint64_t>(many), std::vector<std::uint64_t>(many), 0};
    auto const count = [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      auto const under_d = arm == sim::Arm::d;
      for (auto const y : scores ? (*scores)(releases) : evaluate(laid.feature, releases, scratch)) {
        auto const value = laid.negative ? -y : y;
        std::size_t d = 0, d_prime = 0;
        while (d < many && value >= laid.bets[d].d_from) ++d;
        while (d_prime < many && value <= laid.bets[d_prime].d_prime_to) ++d_prime;
        if (d > 0) ++(under_d ? mine.right : mine.wrong)[d - 1];
        else if (d_prime > 0) ++(under_d ? mine.wrong : mine.right)[d_prime - 1];
        else ++mine.abstained;
      }
    };
    auto const under_d = sim::trials_under_d(coin, block, trials);
    arms.release(block, under_d, trials - under_d, memory, count);
    std::scoped_lock const lock{adding};  // integers: the order of additions does not show
    tally += mine;
  };
  sim::for_each_block(options.range, work, options.execution);
  return tally;
}

}  // namespace warner::verify
