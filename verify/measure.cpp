#include "verify/measure.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/certified_width.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/game.hpp"
#include "verify/game/playable.hpp"
#include "verify/game/timed_trials.hpp"
#include "verify/search/pairs.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t most_of_budget = 5;  // to search on, one of so many parts

std::uint64_t search_trials_of(MeasureOptions const& options) {
  return options.search > 0 ? options.search : most_search_trials(options.budget);
}

/// Search trials whose releases are kept: as many as memory allows, in two halves of two datasets.
std::uint64_t kept_trials(std::uint64_t search, std::size_t width) {
  auto const most = std::max<std::uint64_t>(most_numbers_kept / width, std::uint64_t{1} << 16);
  return std::min(kept_of(search), most) / fewest_to_learn * fewest_to_learn;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void validate(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, MeasureOptions const& options) {
  require(options.budget >= 1, "budget: 0 trials can show nothing (give at least one, better 1e6)");
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  require(options.delta >= 0 && options.delta < 1, fmt::format("delta: {} is not in [0, 1)", options.delta));
  require(!options.timing || options.delta == 0 || (options.claimed_epsilon >= 0 && options.claimed_epsilon <= 600),
          fmt::format("epsilon: {} is not in [0, 600] (no timed audit refutes more)", options.claimed_epsilon));
  require(options.search < options.budget,
          fmt::format("search: {} of {} trials leave none to certify with", options.search, options.budget));
  if (auto const& until = options.until) {
    require(until->width > 0, fmt::format("until-width: {} is not above 0", until->width));
    require(!options.timing, "until-width: durations are not planned by a pilot (give --budget)");
    require(
        until->most >= options.budget,
        fmt::format("until-width: {} trials at most are fewer than the {} of the budget", until->most, options.budget));
  }
  require(!(options.timing && options.white_box), "timing: no density knows the time (do without the white box)");
  width_of(mechanism, pair);
}

}  // namespace

std::uint64_t most_search_trials(std::uint64_t budget) { return budget / most_of_budget; }

std::uint64_t budget_for(std::uint64_t certify_trials) {
  auto const left = most_of_budget - 1, before = certify_trials - 1;
  return certify_trials == 0 ? 0 : before / left * most_of_budget + before % left * most_of_budget / left + 1;
}

std::uint64_t least_budget() { return fewest_to_learn * most_of_budget; }

namespace {

/// A strategy that was searched for, and the game that it was played in.
struct Played {
  std::size_t pair = 0;
  Strategy strategy;
  std::uint64_t search_trials = 0, certify_trials = 0;
  Game game{};
  std::optional<std::uint64_t> strategies{};  // that share the level
};

/// Plays what was found. Of strategies that share the level it takes the one of the best bound.
Played played(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs, FoundPair best_pair,
              std::uint64_t certify_trials, MeasureOptions const& options) {
  auto& found = best_pair.found;
  auto execution = options.execution;
  if (execution.on_progress)
    execution.on_progress = [&, searched = found.trials](std::uint64_t done, std::uint64_t all) {
      options.execution.on_progress(searched + done, searched + all);
    };
  GameOptions const of_all{options.seed, options.generator, {0, certify_trials}, execution, options.name};
  auto& strategies = found.together;
  if (strategies.empty()) strategies.push_back(std::move(found.strategy));
  auto const games = play(mechanism, pairs[best_pair.pair], strategies, of_all);
  auto const many = strategies.size();
  std::vector<double> bounds;
  for (std::size_t k = 0; k < many; ++k)
    bounds.push_back(epsilon_lower_bound(games[k].tally, strategies[k].share_of(options.delta),
                                         options.level / static_cast<double>(many)));
  auto const best = static_cast<std::size_t>(std::ranges::max_element(bounds) - bounds.begin());
  return {.pair = best_pair.pair,
          .strategy = std::move(strategies[best]),
          .search_trials = found.trials,
          .certify_trials = certify_trials,
          .game = games[best],
          .strategies = many > 1 ? std::optional{many} : std::nullopt};
}

sim::Execution without_progress(sim::Execution execution) {
  execution.on_progress = nullptr;
  return execution;
}

/// The game certifies with what the search leaves; what was meant to search certifies nothing.
std::uint64_t left_to_certify(MeasureOptions const& options, std::uint64_t search_trials) {
  return options.budget - std::max(options.search, search_trials);
}

constexpr std::uint64_t pilot_from = std::uint64_t{1} << 60;  // no trials that certify are so far

/// As many certifying trials as the width takes, by a pilot that is made longer until it tells. A twentieth of what is
/// allowed is long enough. Where it promises no width, what the budget leaves.
std::uint64_t planned(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, Found& found,
                      MeasureOptions const& options) {
  auto const delta = found.strategy.share_of(options.delta);
  auto execution = without_progress(options.execution);
  execution.keeper = nullptr;  // it is kept with the strategy
  auto const searched = std::max(options.search, found.trials);
  auto const unspent = options.until->most - std::min(searched, options.until->most);
  require(unspent > 0, fmt::format("until-width: a search of {} trials leaves none of {} (give it a larger --budget)",
                                   searched, options.until->most));
  auto const longest = std::min(options.until->most / 20, unspent / 2);
  Game pilot{};
  for (auto trials = 4 * sim::block_size, done = std::uint64_t{0};
       done < longest && found.strategy.directions() > 0 && !tells_width(pilot.tally); done += trials, trials = done) {
    trials = std::min(trials, longest - done);
    pilot += play(mechanism, pair, found.strategy,
                  {options.seed, options.generator, {pilot_from + done, pilot_from + done + trials}, execution});
  }
  auto const left = unspent - pilot.tally.trials();
  found.trials = searched + pilot.tally.trials();
  return trials_for_width(pilot.tally, delta, options.level, options.until->width, left)
      .value_or(std::min(left, left_to_certify(options, searched)));
}

/// Of releases that are made in blocks.
Played searched_and_played(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                           MeasureOptions const& options, std::uint64_t kept) {
  auto const most = search_trials_of(options);
  auto const at_most_to_certify = left_to_certify(options, most);
  auto const tell = [&](std::uint64_t trials) {
    options.execution.on_progress(std::min(trials, options.budget), options.budget);
  };
  auto const search = [&] {
    auto best = search_pairs(mechanism, pairs,
                             {.target = {options.delta, options.level, at_most_to_certify, options.towards,
                                         !options.fair_coin && options.towards.empty()},
                              .trials = kept,
                              .most_trials = most,
                              .among = options.among,
                              .seed = options.seed,
                              .generator = options.generator,
                              .white_box = options.white_box,
                              .low_bits = options.low_bits,
                              .execution = without_progress(options.execution),
                              .on_counted = options.execution.on_progress ? std::function{tell} : nullptr,
                              .name = options.name_of_search()});
    if (options.one_strategy || options.until) best.found.together.clear();  // a pilot plans for one
    if (options.until) best.certify_trials = planned(mechanism, pairs[best.pair], best.found, options);
    return best;
  };
  auto best = options.found_by ? options.found_by(search) : search();
  auto const certify_trials = options.until ? best.certify_trials : left_to_certify(options, best.found.trials);
  return played(mechanism, pairs, std::move(best), certify_trials, options);
}

/// Of releases that are made one at a time, and timed.
Played searched_and_played_timed(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                                 MeasureOptions const& options, std::uint64_t search_trials) {
  auto const certify_trials = left_to_certify(options, search_trials);
  auto const [learning, held_out] = halves_of(timed_trials(mechanism, pair, options.seed, options.generator, true,
                                                           {0, search_trials}, options.execution.interrupted));
  auto strategy = search_in(learning, held_out, with_durations(mechanism), pair,
                            {.target = {options.delta, options.level, certify_trials, options.towards},
                             .seed = options.seed,
                             .generator = options.generator,
                             .low_bits = options.low_bits,
                             .execution = without_progress(options.execution)});
  auto const game =
      play_timed(mechanism, pair, strategy, {options.seed, options.generator, {0, certify_trials}, options.execution});
  return {0, std::move(strategy), search_trials, certify_trials, game};
}

}  // namespace

Measurement measure(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                    MeasureOptions const& options) {
  return measure(mechanism, {&pair, 1}, options);
}

Measurement measure(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                    MeasureOptions const& options) {
  require(!pairs.empty(), "pair: there is none to choose from");
  require(!options.timing || pairs.size() == 1, "timing: it does not go with a search over pairs (name one)");
  for (auto const& pair : pairs) validate(mechanism, pair, options);
  std::size_t widest = 1;
  for (auto const& pair : pairs) widest = std::max(widest, mechanism.columns(pair.d).size());
  auto const kept = kept_trials(search_trials_of(options), widest + options.timing);
  auto played = options.timing ? searched_and_played_timed(mechanism, pairs.front(), options, kept)
                               : searched_and_played(mechanism, pairs, options, kept);
  Measurement result{.delta = options.delta,
                     .level = options.level,
                     .search_trials = played.search_trials,
                     .certify_trials = played.certify_trials,
                     .until_width = options.until ? std::optional{options.until->width} : std::nullopt,
                     .pair = played.pair,
                     .strategy = std::move(played.strategy),
                     .strategies = played.strategies};
  conclude(result, played.game, options.timing ? std::optional{options.claimed_epsilon} : std::nullopt);
  if (!options.timing) result.epsilon_exact = mechanism.exact_epsilon(pairs[result.pair], options.delta);
  return result;
}

void conclude(Measurement& measured, Game const& game, std::optional<double> timed_against) {
  measured.tally = game.tally;
  RoundTally const round{game.tally, measured.strategy.directions()};
  measured.epsilon_lower_bound = timed_against ? anytime_epsilon_lower_bound({&round, 1}, measured.delta,
                                                                             stakes_for(*timed_against, measured.delta),
                                                                             measured.level_of_strategy())
                                               : epsilon_lower_bound_at(measured, measured.level);
  describe(measured, game);
}

double epsilon_lower_bound_at(Measurement const& measured, double level) {
  return epsilon_lower_bound(measured.tally, measured.strategy.share_of(measured.delta), measured.share_of(level));
}

void describe(Measurement& measured, Game const& game) {
  measured.epsilon_estimate = epsilon_estimate(game.tally, measured.strategy.share_of(measured.delta));
  measured.probability_d = share(game.right_d, game.trials_d);
  measured.probability_d_prime = share(game.right_d_prime, game.tally.trials() - game.trials_d);
}

}  // namespace warner::verify
