#include "verify/game/game.hpp"

#include <atomic>
#include <bit>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "sim/coin.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::verify {
namespace {

/// How often the coin of the strategy falls to D.
class Coin {
 public:
  Coin(Strategy const& strategy, sim::Address const& address)
      : address_{address}, throws_{static_cast<int>(std::bit_width(strategy.odds))}, heads_are_d_{strategy.odds == 1 ||
                                                                                                  strategy.names_d()} {
    require(
        strategy.odds_are_possible(),
        fmt::format("odds: {} is not 1, nor 3, 7 or 15 with a strategy that speaks in one direction", strategy.odds));
  }
  std::uint64_t under_d(std::uint64_t block, std::uint64_t trials) const {
    auto const heads = sim::all_heads(address_, block, trials, throws_);
    return heads_are_d_ ? heads : trials - heads;
  }

 private:
  sim::Address address_;
  int throws_;
  bool heads_are_d_;
};

}  // namespace

Game play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
          GameOptions const& options) {
  using sim::Arm, sim::Purpose;
  tbb::enumerable_thread_specific<Player> players{[&] { return Player{strategy, mechanism, pair}; }};
  auto const key_of = [&](Purpose purpose, Arm arm) {
    return sim::Address{options.seed, purpose, arm, options.generator};
  };
  Coin const coin{strategy, key_of(Purpose::certify_coin, Arm::none)};
  auto const key_d = sim::key_of(key_of(Purpose::certify, Arm::d)),
             key_d_prime = sim::key_of(key_of(Purpose::certify, Arm::d_prime));
  std::atomic<std::uint64_t> trials_d{0}, right_d{0}, right_d_prime{0};

  auto const work = [&](std::uint64_t block, std::uint64_t trials) {
    auto& player = players.local();
    auto const under_d = coin.under_d(block, trials);
    sim::Stream stream_d{key_d, block}, stream_d_prime{key_d_prime, block};
    auto const given_d = player.play(true, stream_d, under_d);
    auto const given_d_prime = player.play(false, stream_d_prime, trials - under_d);
    trials_d += under_d;
    right_d += given_d.d;
    right_d_prime += given_d_prime.d_prime;
    auto const right = given_d.d + given_d_prime.d_prime, wrong = given_d.d_prime + given_d_prime.d;
    return sim::Tally{right, wrong, trials - right - wrong, strategy.odds};
  };
  auto const tally = sim::run_blocks(options.range, work, options.execution);
  return {tally, trials_d, right_d, right_d_prime};
}

}  // namespace warner::verify
