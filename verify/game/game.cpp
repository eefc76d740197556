#include "verify/game/game.hpp"

#include <array>
#include <bit>
#include <span>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "sim/coin.hpp"
#include "sim/reduction.hpp"
#include "sim/require.hpp"
#include "verify/game/arms.hpp"

namespace warner::verify {
namespace {

/// How often the coin of the strategy falls to D.
class Coin {
 public:
  Coin(Strategy const& strategy, sim::Address const& address)
      : address_{address},
        throws_{static_cast<int>(std::bit_width(strategy.coin_odds))},
        heads_are_d_{strategy.coin_odds == 1 || strategy.names_d()} {
    require(strategy.coin_odds_are_possible(),
            fmt::format("odds: {} is not 1, nor 3, 7 or 15 with a strategy that speaks in one direction",
                        strategy.coin_odds));
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

constexpr std::size_t counters = 6;

/// A game as counters that add.
std::array<std::uint64_t, counters> counts_of(Game const& game) {
  return {game.tally.right, game.tally.wrong, game.tally.abstained, game.trials_d, game.right_d, game.right_d_prime};
}

/// Sums that were kept, by whomever, as a game of so many trials.
Game game_of(sim::Sums const& sums, std::uint64_t trials, std::uint64_t coin_odds) {
  Game const game{{sums[0], sums[1], sums[2], trials == 0 ? 1 : coin_odds}, sums[3], sums[4], sums[5]};
  require(game.tally.trials() == trials && game.trials_d <= trials &&
              sim::added(game.right_d, game.right_d_prime) == game.tally.right,
          fmt::format("game: the sums of its {} trials contradict each other (what was kept is damaged)", trials));
  return game;
}

}  // namespace

Game game_of(Guesses const& under_d, Guesses const& under_d_prime, std::uint64_t trials_d, std::uint64_t trials_d_prime,
             std::uint64_t coin_odds) {
  auto const right = under_d.d + under_d_prime.d_prime, wrong = under_d.d_prime + under_d_prime.d;
  return {
      {right, wrong, trials_d + trials_d_prime - right - wrong, coin_odds}, trials_d, under_d.d, under_d_prime.d_prime};
}

Game play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
          GameOptions const& options) {
  Coin const coin{strategy, {options.seed, sim::Purpose::certify_coin, sim::Arm::none, options.generator}};
  Arms const arms{mechanism, pair, sim::Purpose::certify, options.seed, options.generator};
  tbb::enumerable_thread_specific<Player> players{Player{strategy, mechanism, pair}};
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
    auto& player = players.local();
    auto const trials_d = coin.under_d(block, trials), trials_d_prime = trials - trials_d;
    auto stream_d = arms.stream(sim::Arm::d, block), stream_d_prime = arms.stream(sim::Arm::d_prime, block);
    auto const under_d = player.play(true, stream_d, trials_d);
    auto const under_d_prime = player.play(false, stream_d_prime, trials_d_prime);
    auto const counts = counts_of(game_of(under_d, under_d_prime, trials_d, trials_d_prime, strategy.coin_odds));
    for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
  };
  auto const sums = sim::reduce({options.name.empty() ? "" : "game " + options.name, options.range, counters},
                                contribution, options.execution);
  return game_of(sums, options.range.count(), strategy.coin_odds);
}

}  // namespace warner::verify
