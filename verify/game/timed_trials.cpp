#include "verify/game/timed_trials.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "mechanisms/contract/batch.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::verify {
namespace {

using Clock = std::chrono::steady_clock;

/// One release into a batch of one, and how long that took.
double timed_release(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset, sim::Stream& stream,
                     mechanisms::Batch one) {
  auto const start = Clock::now();
  mechanism.release(dataset, stream, one);
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

struct WithDurations {
  mechanisms::AnyMechanism mechanism;

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& dataset) const {
    auto all = mechanism.columns(dataset);
    all.push_back({"nanoseconds", mechanisms::Column::Kind::real});
    return all;
  }
  mechanisms::Guarantee guarantee() const { return mechanism.guarantee(); }
  void release(mechanisms::Dataset const& dataset, sim::Stream& stream, mechanisms::Batch out) const {
    mechanisms::Releases memory;
    auto const width = out.width() - 1;
    auto const one = memory.shaped(1, width);
    for (std::size_t i = 0; i < out.releases(); ++i) {
      out(i, width) = timed_release(mechanism, dataset, stream, one);
      for (std::size_t j = 0; j < width; ++j) out(i, j) = one(0, j);
    }
  }
};

std::vector<double> rows(std::vector<std::vector<double>> const& columns, std::uint64_t first, std::uint64_t many) {
  std::vector<double> all;
  for (auto const& column : columns)
    all.insert(all.end(), column.begin() + static_cast<std::ptrdiff_t>(first),
               column.begin() + static_cast<std::ptrdiff_t>(first + many));
  return all;
}

}  // namespace

mechanisms::AnyMechanism with_durations(mechanisms::AnyMechanism mechanism) {
  return WithDurations{std::move(mechanism)};
}

void TimedReleases::append(TimedReleases const& other) {
  width = other.width;
  d.resize(width);
  d_prime.resize(width);
  for (std::size_t j = 0; j < width; ++j) {
    d[j].insert(d[j].end(), other.d[j].begin(), other.d[j].end());
    d_prime[j].insert(d_prime[j].end(), other.d_prime[j].begin(), other.d_prime[j].end());
  }
}

TimedReleases timed_trials(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, std::uint64_t seed,
                           sim::Generator generator, bool search, sim::Replicates const& range,
                           std::atomic<bool> const* interrupted) {
  using sim::Arm, sim::Purpose;
  auto const width = mechanism.columns(pair.d).size();
  auto const coin = sim::key_of({seed, search ? Purpose::search_coin : Purpose::certify_coin, Arm::none, generator});
  auto const key = sim::key_of({seed, search ? Purpose::search : Purpose::certify, Arm::none, generator});
  std::array<mechanisms::Dataset const*, 2> const datasets{&pair.d_prime, &pair.d};
  TimedReleases trials{width + 1, std::vector<std::vector<double>>(width + 1),
                       std::vector<std::vector<double>>(width + 1)};
  std::array<std::vector<std::vector<double>>*, 2> const arms{&trials.d_prime, &trials.d};
  mechanisms::Releases memory;
  auto const one = memory.shaped(1, width);
  auto dataset = pair.d;
  for (std::uint64_t i = 0; i < range.blocks(); ++i) {
    std::array<std::uint64_t, sim::block_size / 64> coins;
    sim::Stream tosses{coin, range.first_block() + i}, stream{key, range.first_block() + i};
    tosses.fill(coins);
    for (std::uint64_t t = 0; t < range.trials_in(i); ++t) {
      auto const side = coins[t / 64] >> t % 64 & 1;
      dataset.assign(datasets[side]->begin(), datasets[side]->end());
      auto const nanoseconds = timed_release(mechanism, dataset, stream, one);
      auto& arm = *arms[side];
      for (std::size_t j = 0; j < width; ++j) arm[j].push_back(one(0, j));
      arm[width].push_back(nanoseconds);
    }
    if (interrupted && interrupted->load(std::memory_order_relaxed)) throw sim::Interrupted{};
  }
  return trials;
}

std::pair<Sample, Sample> halves_of(TimedReleases const& trials) {
  auto const half = std::min(trials.under_d(), trials.under_d_prime()) / 2;
  auto const from = [&](std::uint64_t first) {
    return Sample{trials.width, half, rows(trials.d, first, half), rows(trials.d_prime, first, half)};
  };
  return {from(0), from(half)};
}

Game game_of(TimedReleases const& trials, Strategy const& strategy, mechanisms::AnyMechanism const& timed,
             mechanisms::Pair const& pair) {
  Player player{strategy, timed, pair};
  auto const said_of = [&](std::vector<std::vector<double>> const& columns, std::uint64_t many) {
    auto const all = rows(columns, 0, many);
    return many == 0 ? Guesses{} : player({all.data(), many, trials.width});
  };
  auto const under_d = trials.under_d(), under_d_prime = trials.under_d_prime();
  auto const of_d = said_of(trials.d, under_d), of_d_prime = said_of(trials.d_prime, under_d_prime);
  return game_of(of_d, of_d_prime, under_d, under_d_prime);
}

Game play_timed(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Strategy const& strategy,
                GameOptions const& options) {
  require(strategy.coin_odds == 1,
          fmt::format("odds: {} need another coin than the fair one of timed trials", strategy.coin_odds));
  auto const timed = with_durations(mechanism);
  Game game{};
  auto const& range = options.range;
  for (auto first = range.first; first < range.last; first += sim::block_size) {
    sim::Replicates const block{first, std::min(range.last, first + sim::block_size)};
    game += game_of(
        timed_trials(mechanism, pair, options.seed, options.generator, false, block, options.execution.interrupted),
        strategy, timed, pair);
    if (options.execution.on_progress) options.execution.on_progress(block.last - range.first, range.count());
  }
  return game;
}

}  // namespace warner::verify
