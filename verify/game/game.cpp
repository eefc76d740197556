#include "verify/game/game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

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
  bool is_as(Coin const& other) const { return throws_ == other.throws_ && heads_are_d_ == other.heads_are_d_; }

 private:
  sim::Address address_;
  int throws_;
  bool heads_are_d_;
};

/// Of both arms what was said.
struct Said {
  Guesses under_d{}, under_d_prime{};
};

/// What one thread plays with.
struct Table {
  std::vector<Player> players;
  std::vector<std::size_t> reads;  // of each the first whose scores it reads, or itself
  mechanisms::Releases memory{};
  std::vector<Said> said{};

  /// The players from first on, up to last, on the same releases of a block.
  std::vector<Said> const& play(std::size_t first, std::size_t last, Arms const& arms, std::uint64_t block,
                                std::uint64_t under_d, std::uint64_t under_d_prime) {
    said.assign(last - first, {});
    if (said.size() == 1) {  // who may count from the words what need not be drawn
      auto stream_d = arms.stream(sim::Arm::d, block), stream_d_prime = arms.stream(sim::Arm::d_prime, block);
      said.front().under_d = players[first].play(true, stream_d, under_d);
      said.front().under_d_prime = players[first].play(false, stream_d_prime, under_d_prime);
      return said;
    }
    arms.release(block, under_d, under_d_prime, memory, [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      for (auto k = first; k < last; ++k) {
        auto const seen = reads[k] >= first && reads[k] < k;
        (arm == sim::Arm::d ? said[k - first].under_d : said[k - first].under_d_prime) =
            seen ? players[k].after(players[reads[k]]) : players[k](releases);
      }
    });
    return said;
  }
};

constexpr std::size_t counters = 6;

/// A game as counters that add.
std::array<std::uint64_t, counters> counts_of(Game const& game) {
  return {game.tally.right, game.tally.wrong, game.tally.abstained, game.trials_d, game.right_d, game.right_d_prime};
}

/// Sums that were kept, by whomever, as a game of so many trials.
Game game_of(std::span<std::uint64_t const> sums, std::uint64_t trials, std::uint64_t coin_odds) {
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
  return play(mechanism, pair, std::span{&strategy, 1}, options).front();
}

std::vector<Game> play(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                       std::span<Strategy const> strategies, GameOptions const& options) {
  std::vector<Coin> coins;
  Table of_each_thread{};
  for (auto const& strategy : strategies) {
    coins.emplace_back(strategy,
                       sim::Address{options.seed, sim::Purpose::certify_coin, sim::Arm::none, options.generator});
    auto const& player = of_each_thread.players.emplace_back(strategy, mechanism, pair);
    auto const first = std::ranges::find_if(of_each_thread.players,
                                            [&](Player const& other) { return player.reads_scores_of(other); });
    of_each_thread.reads.push_back(static_cast<std::size_t>(first - of_each_thread.players.begin()));
  }
  Arms const arms{mechanism, pair, sim::Purpose::certify, options.seed, options.generator};
  tbb::enumerable_thread_specific<Table> tables{of_each_thread};
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
    auto& table = tables.local();
    for (std::size_t first = 0, last = 0; first < strategies.size(); first = last) {
      while (last < strategies.size() && coins[last].is_as(coins[first])) ++last;
      auto const trials_d = coins[first].under_d(block, trials);
      auto const said = table.play(first, last, arms, block, trials_d, trials - trials_d);
      for (auto k = first; k < last; ++k) {
        auto const counts = counts_of(game_of(said[k - first].under_d, said[k - first].under_d_prime, trials_d,
                                              trials - trials_d, strategies[k].coin_odds));
        for (std::size_t i = 0; i < counters; ++i) sums[k * counters + i] += counts[i];
      }
    }
  };
  auto const sums =
      sim::reduce({options.name.empty() ? "" : "game " + options.name, options.range, strategies.size() * counters},
                  contribution, options.execution);
  std::vector<Game> games;
  for (std::size_t k = 0; k < strategies.size(); ++k)
    games.push_back(
        game_of(std::span{sums}.subspan(k * counters, counters), options.range.count(), strategies[k].coin_odds));
  return games;
}

}  // namespace warner::verify
