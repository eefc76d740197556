#include "verify/game/nested_trials.hpp"

#include <mutex>

#include "sim/coin.hpp"
#include "sim/stream.hpp"

namespace warner::verify {

LayerTally play_layers(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Layers const& layers,
                       GameOptions const& options) {
  using sim::Arm, sim::Purpose;
  auto const many = layers.bets.size(), width = mechanism.columns(pair.d).size();
  LayerTally tally{std::vector<std::uint64_t>(many), std::vector<std::uint64_t>(many), 0};
  if (many == 0) {
    tally.abstained = options.range.count();
    return tally;
  }
  sim::Address const coin{options.seed, Purpose::certify_coin, Arm::none, options.generator};
  auto const key_d = sim::key_of({options.seed, Purpose::certify, Arm::d, options.generator}),
             key_d_prime = sim::key_of({options.seed, Purpose::certify, Arm::d_prime, options.generator});
  std::mutex adding;
  auto const work = [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
    mechanisms::Releases memory;
    std::vector<double> scratch;
    LayerTally mine{std::vector<std::uint64_t>(many), std::vector<std::uint64_t>(many), 0};
    auto const count = [&](bool under_d, sim::Key const& key, std::uint64_t n) {
      if (n == 0) return;
      auto const batch = memory.shaped(n, width);
      sim::Stream stream{key, block};
      mechanism.release(under_d ? pair.d : pair.d_prime, stream, batch);
      for (auto const y : evaluate(layers.feature, batch, scratch)) {
        auto const value = layers.negative ? -y : y;
        std::size_t d = 0, d_prime = 0;
        while (d < many && value >= layers.bets[d].d_from) ++d;
        while (d_prime < many && value <= layers.bets[d_prime].d_prime_to) ++d_prime;
        if (d > 0) ++(under_d ? mine.right : mine.wrong)[d - 1];
        else if (d_prime > 0) ++(under_d ? mine.wrong : mine.right)[d_prime - 1];
        else ++mine.abstained;
      }
    };
    auto const under_d = sim::trials_under_d(coin, block, trials);
    count(true, key_d, under_d);
    count(false, key_d_prime, trials - under_d);
    std::scoped_lock const lock{adding};  // integers: the order of additions does not show
    tally += mine;
  };
  sim::for_each_block(options.range, work, options.execution);
  return tally;
}

}  // namespace warner::verify
