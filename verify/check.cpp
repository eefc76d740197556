#include "verify/check.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/contract/guarantee.hpp"
#include "sim/require.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/nested_trials.hpp"
#include "verify/game/past_trials.hpp"
#include "verify/game/playable.hpp"
#include "verify/game/timed_trials.hpp"
#include "verify/learn/learned_bets.hpp"
#include "verify/search/search.hpp"
#include "verify/wealth/e_process.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t shortest_look = 16, looks_a_round = 8;
constexpr std::uint64_t most_learning_numbers = std::uint64_t{1} << 23;  // doubles in memory at a time

std::uint64_t most_learning_trials(std::size_t width) {
  return std::clamp<std::uint64_t>(most_learning_numbers / width, std::uint64_t{1} << 16, std::uint64_t{1} << 20);
}

TestedClaim claim_of(CheckOptions const& options) {
  return {options.claimed_epsilon,     options.delta,
          options.claimed_mu,          options.claimed_tradeoff,
          options.claimed_divergences, options.claimed_with_others};
}

/// Whether the bound is as near to its estimate as was asked for.
bool reached_width(EProcess const& e_process, SeenRounds const& seen, CheckOptions const& options) {
  if (!options.until_width) return false;
  sim::Tally all{};
  for (auto const& round : seen.rounds) all += round.tally;
  auto const standard_error = std::sqrt(1 / static_cast<double>(all.right) + 1 / static_cast<double>(all.wrong));
  if (!(standard_error <= *options.until_width)) return false;  // a bound of 0 is near to a lucky estimate
  auto const estimate = epsilon_estimate(seen.rounds, options.delta);
  return estimate > 0 && estimate - e_process.epsilon_lower_bound(seen) <= *options.until_width;  // 0: it was cut off
}

bool lays_nested_bets(CheckOptions const& options) { return claim_of(options).whole() && !options.timing; }

class Checker {
 public:
  Checker(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, CheckOptions const& options)
      : mechanism_{mechanism},
        seen_{options.timing ? with_durations(mechanism) : mechanism},
        pair_{pair},
        options_{options},
        e_process_{claim_of(options), options.level},
        most_learning_{most_learning_trials(seen_.columns(pair.d).size())},
        quiet_{options.execution} {
    quiet_.on_progress = nullptr;
  }

  Check run() {
    try {
      while (trials_ < options_.budget && !ended_) play_round();
    } catch (sim::Interrupted const&) {  // what a look had drawn until then is dropped, unseen
    }
    std::erase_if(result_.rounds, [](Round const& round) { return round.looks.empty(); });
    conclude(result_, options_);
    return std::move(result_);
  }

 private:
  using Halves = std::pair<Sample, Sample>;

  /// All trials so far, or as many as will be learned from; empty where there is nothing new.
  std::optional<Halves> to_learn_from() {
    if (trials_ == 0 || learned_on_ == most_learning_) return std::nullopt;
    learned_on_ = std::min(trials_, most_learning_);
    return options_.timing
               ? halves_of(timed_)
               : past_trials(mechanism_, pair_, looks_, learned_on_, options_.seed, options_.generator, quiet_);
  }

  Strategy learned(std::optional<Halves> const& halves, std::uint64_t length) const {
    if (trials_ == 0) return search_in({}, {}, seen_, pair_, {});  // never speaks
    if (!halves) return result_.rounds.back().strategy;
    auto const against = [&](std::vector<mechanisms::ApproximateDp> const& statements) {
      Target const target{options_.delta, options_.level, length, statements};
      return search_in(halves->first, halves->second, seen_, pair_,
                       {.target = target,
                        .trials = learned_on_,
                        .seed = options_.seed,
                        .generator = options_.generator,
                        .white_box = options_.white_box,
                        .low_bits = options_.low_bits,
                        .execution = quiet_});
    };
    auto const statements = e_process_.statements();
    auto strategy =
        against({statements.begin(), statements.begin() + std::min<std::ptrdiff_t>(2, std::ssize(statements))});
    if (strategy.directions() == 0 && statements.size() > 2) strategy = against(statements);
    auto const& easier = e_process_.easier_statements();
    return strategy.directions() == 0 && !easier.empty() && !options_.timing ? against(easier) : strategy;
  }

  NestedBets nested_bets_learned(std::optional<Halves> const& halves, Strategy const& strategy) const {
    if (!lays_nested_bets(options_) || trials_ == 0) return {};
    if (!halves) return result_.rounds.back().nested.laid;
    Sample const both[]{halves->first, halves->second};
    return learn_nested_bets(both, mechanism_, pair_, e_process_.profile(), strategy);
  }

  void play_round() {
    auto const length = std::min(std::max(trials_ / 2, silent_trials), options_.budget - trials_);
    auto const halves = to_learn_from();
    Round fresh{learned(halves, length)};
    fresh.nested.laid = nested_bets_learned(halves, fresh.strategy);
    auto const& round = result_.rounds.emplace_back(std::move(fresh));
    seen_rounds_.rounds.push_back(round.round_tally());
    if (lays_nested_bets(options_)) seen_rounds_.nested.push_back(round.nested);
    name_ = options_.name_of ? options_.name_of(round) : "";
    auto const look = std::max(shortest_look, length / looks_a_round);
    for (std::uint64_t played = 0; played < length && !ended_;) {
      auto const now = std::min(look, length - played);
      play_look(now);
      played += now;
    }
  }

  void play_look(std::uint64_t trials) {
    auto& round = result_.rounds.back();
    auto const range = next_look(looks_, trials);
    if (options_.timing) play_once(round, range);
    else
      verify::play_look(round, mechanism_, pair_,
                        {options_.seed, options_.generator, range, quiet_,
                         name_.empty() ? "" : fmt::format("{}, from {}", name_, range.first)});
    looks_.push_back(range);
    trials_ += trials;
    seen_rounds_.rounds.back().tally = round.game.tally;
    if (lays_nested_bets(options_)) seen_rounds_.nested.back().tally = round.nested.tally;
    if (options_.execution.on_progress) options_.execution.on_progress(trials_, options_.budget);
    ended_ = e_process_.refutes(seen_rounds_) || reached_width(e_process_, seen_rounds_, options_);
    if (!options_.on_look) return;
    auto so_far = result_;
    conclude(so_far, options_);
    options_.on_look(so_far);
  }

  /// Timed trials can not be drawn again: as many as will be learned from are kept.
  void play_once(Round& round, sim::Replicates const& range) {
    Game game{};
    for (auto first = range.first; first < range.last; first += sim::block_size) {
      auto const block = timed_trials(mechanism_, pair_, options_.seed, options_.generator, false,
                                      {first, std::min(range.last, first + sim::block_size)}, quiet_.interrupted);
      game += game_of(block, round.strategy, seen_, pair_);
      if (timed_.under_d() + timed_.under_d_prime() < most_learning_) timed_.append(block);
    }
    round.game += game;
    round.looks.push_back(range);
  }

  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::AnyMechanism const seen_;  // what a strategy sees of its releases
  mechanisms::Pair const& pair_;
  CheckOptions const& options_;
  EProcess const e_process_;
  std::uint64_t const most_learning_;
  sim::Execution quiet_;
  std::string name_{};  // of the round
  std::uint64_t trials_ = 0, learned_on_ = 0;
  std::vector<sim::Replicates> looks_{};
  TimedReleases timed_{};
  SeenRounds seen_rounds_{};
  bool ended_ = false;
  Check result_{};
};

void validate(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, CheckOptions const& options) {
  require(options.budget >= 1, "budget: 0 trials can show nothing (give at least 1000)");
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  require(options.delta >= 0 && options.delta < 1, fmt::format("delta: {} is not in [0, 1)", options.delta));
  require(!options.until_width || *options.until_width > 0,
          fmt::format("until-width: {} is not above 0", options.until_width.value_or(0)));
  require(!options.until_width || !claim_of(options).whole(),
          "until-width: it is of the bound on epsilon, and something else is claimed (claim an epsilon, at a delta)");
  require(!(options.timing && options.white_box), "timing: no density knows the time (do without the white box)");
  require(options.claimed_epsilon >= 0 && options.claimed_epsilon <= 600,
          fmt::format("epsilon: {} is not in [0, 600] (no audit refutes more)", options.claimed_epsilon));
  width_of(mechanism, pair);
}

}  // namespace

std::vector<RoundTally> Check::round_tallies() const {
  std::vector<RoundTally> all;
  for (auto const& round : rounds) all.push_back(round.round_tally());
  return all;
}

std::uint64_t Check::trials() const { return tally().trials(); }

sim::Tally Check::tally() const {
  sim::Tally sum{};
  for (auto const& round : rounds) sum += round.game.tally;
  return sum;
}

Round const* Check::witness() const {
  if (rounds.empty()) return nullptr;
  auto const spoke =
      std::find_if(rounds.rbegin(), rounds.rend(), [](Round const& round) { return round.game.tally.spoke() > 0; });
  return spoke == rounds.rend() ? &rounds.back() : &*spoke;
}

void play_look(Round& round, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
               GameOptions const& options) {
  auto const game = play(mechanism, pair, round.strategy, options);
  auto const& laid = round.nested.laid;
  auto const nested =
      laid.bets.empty() ? NestedTally{} : play_nested_bets(mechanism, pair, laid, options, round.strategy.score);
  auto& tally = round.nested.tally;
  tally.right.resize(laid.bets.size());
  tally.wrong.resize(laid.bets.size());
  tally += nested;
  round.game += game;
  round.looks.push_back(options.range);
}

void conclude(Check& check, CheckOptions const& options) {
  EProcess const e_process{claim_of(options), options.level};
  SeenRounds seen{};
  check.log_wealth = e_process.log_at_claim(seen);
  for (auto& round : check.rounds) {
    seen.rounds.push_back(round.round_tally());
    if (lays_nested_bets(options)) seen.nested.push_back(round.nested);
    check.log_wealth = round.log_wealth = e_process.log_at_claim(seen);
  }
  check.epsilon_lower_bound = e_process.epsilon_lower_bound(seen);
  check.epsilon_estimate = std::max(epsilon_estimate(seen.rounds, options.delta), check.epsilon_lower_bound);
  if (options.claimed_mu) check.mu_lower_bound = e_process.mu_lower_bound(seen);
  if (claim_of(options).is_a_divergence()) check.divergence_lower_bound = e_process.divergence_lower_bound(seen);
  check.end = e_process.refutes(seen)                   ? Check::End::refuted
              : reached_width(e_process, seen, options) ? Check::End::width_reached
              : check.trials() >= options.budget        ? Check::End::budget_spent
                                                        : Check::End::interrupted;
}

sim::Replicates next_look(std::vector<sim::Replicates> const& looks, std::uint64_t trials) {
  auto const last = looks.empty() ? 0 : looks.back().last;
  auto const first = (last + sim::block_size - 1) / sim::block_size * sim::block_size;
  return {first, first + trials};
}

Check check(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, CheckOptions const& options) {
  validate(mechanism, pair, options);
  return Checker{mechanism, pair, options}.run();
}

}  // namespace warner::verify
