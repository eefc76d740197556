#include "verify/measure.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/game/game.hpp"
#include "verify/game/playable.hpp"
#include "verify/game/timed_trials.hpp"
#include "verify/search/pairs.hpp"
#include "verify/wealth/rounds.hpp"

namespace warner::verify {
namespace {

constexpr std::uint64_t most_search_numbers = std::uint64_t{1} << 25;  // doubles kept in memory to learn from: 256 MiB
constexpr std::uint64_t most_final_trials = std::uint64_t{1} << 26;
constexpr std::uint64_t most_of_budget = 5;       // to search on where the choice is hard: one of so many parts
constexpr std::uint64_t worth_a_fifth = 100'000;  // search trials up to here are worth a fifth of a budget

struct Share {
  std::uint64_t kept, final_round;
};

/// What a search begins with: a fifth of a small budget, a tenth of a large one, or half of what it may take, up to
/// what memory and patience allow; where it is large, part of it is for a final round.
Share search_share(std::uint64_t budget, std::uint64_t search, std::size_t width) {
  auto const wanted = search > 0 ? std::max(search / 2, std::min(search, worth_a_fifth))
                                 : std::max(budget / 10, std::min(budget / 5, worth_a_fifth));
  auto const most =
      std::clamp<std::uint64_t>(most_search_numbers / width, std::uint64_t{1} << 16, std::uint64_t{1} << 21);
  auto const twice = wanted >= 2 * worth_a_fifth;
  auto const kept = std::min(twice ? wanted / 3 : wanted, most) / 4 * 4;  // two halves of two datasets
  return {kept, twice ? std::min(wanted - kept, most_final_trials) / 8 * 8 : 0};
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void validate(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, MeasureOptions const& options) {
  require(options.budget >= 1, "budget: 0 trials can show nothing (give at least one, better 1e6)");
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  require(options.delta >= 0 && options.delta < 1, fmt::format("delta: {} is not in [0, 1)", options.delta));
  require(options.search < options.budget,
          fmt::format("search: {} of {} trials leave none to certify with", options.search, options.budget));
  require(!(options.timing && options.white_box), "timing: no density knows the time (do without the white box)");
  width_of(mechanism, pair);
}

}  // namespace

std::uint64_t most_search_trials(std::uint64_t budget) { return budget / most_of_budget; }

std::uint64_t budget_for(std::uint64_t certify_trials) {
  auto const parts = most_of_budget - 1;
  return certify_trials +
         (certify_trials > 0 ? (certify_trials - 1) / parts : 0);  // one trial less would leave one less to certify
}

namespace {

/// Strategy and game of releases that are made in blocks.
Game searched_and_played(mechanisms::AnyMechanism const& mechanism, std::span<mechanisms::Pair const> pairs,
                         MeasureOptions const& options, Share const& search_on, Measurement& result) {
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  auto const most = options.search > 0 ? options.search : most_search_trials(options.budget);
  auto const found =
      search_pairs(mechanism, pairs,
                   {.target = {options.delta, options.level, result.certify_trials, {}, !options.fair_coin},
                    .trials = search_on.kept,
                    .final_trials = search_on.final_round,
                    .most_trials = std::max(result.search_trials, most),
                    .spends_all = options.search > 0,
                    .among = options.among,
                    .seed = options.seed,
                    .generator = options.generator,
                    .white_box = options.white_box,
                    .low_bits = options.low_bits,
                    .execution = quiet});
  result.pair = found.pair;
  result.strategy = found.found.strategy;
  result.search_trials = found.found.trials;
  result.certify_trials =
      options.budget - std::max(options.search, result.search_trials);  // what was meant to search certifies nothing
  return play(mechanism, pairs[result.pair], result.strategy,
              {options.seed, options.generator, {0, result.certify_trials}, options.execution});
}

/// The same of releases that are made one at a time, and timed.
Game timed(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, MeasureOptions const& options,
           Measurement& result) {
  auto const with_time = with_durations(mechanism);
  auto const seen = timed_trials(mechanism, pair, options.seed, options.generator, true, {0, result.search_trials},
                                 options.execution.interrupted);
  auto const halves = halves_of(seen);
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  result.strategy = search_in(halves.first, halves.second, with_time, pair,
                              {.target = {options.delta, options.level, result.certify_trials},
                               .seed = options.seed,
                               .generator = options.generator,
                               .low_bits = options.low_bits,
                               .execution = quiet});
  return play_timed(mechanism, pair, result.strategy,
                    {options.seed, options.generator, {0, result.certify_trials}, options.execution});
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
  Measurement result;
  result.delta = options.delta;
  result.level = options.level;
  std::size_t widest = 0;
  for (auto const& pair : pairs) widest = std::max(widest, mechanism.columns(pair.d).size());
  auto search_on = search_share(options.budget, options.search, widest + options.timing);
  if (options.timing) search_on.final_round = 0;
  result.search_trials = search_on.kept + search_on.final_round;
  result.certify_trials = options.budget - std::max(options.search, result.search_trials);
  auto const game = options.timing ? timed(mechanism, pairs.front(), options, result)
                                   : searched_and_played(mechanism, pairs, options, search_on, result);
  conclude(result, game, options.timing);
  if (!options.timing) result.epsilon_exact = mechanism.exact_epsilon(pairs[result.pair], options.delta);
  return result;
}

void conclude(Measurement& measured, Game const& game, bool timed) {
  measured.tally = game.tally;
  RoundTally const round{game.tally, measured.strategy.directions()};
  measured.epsilon_lower_bound =
      timed ? anytime_epsilon_lower_bound({&round, 1}, measured.delta, stakes_for(0, measured.delta), measured.level)
            : epsilon_lower_bound(game.tally, measured.strategy.share_of(measured.delta), measured.level);
  describe(measured, game);
}

void describe(Measurement& measured, Game const& game) {
  measured.epsilon_estimate = epsilon_estimate(game.tally, measured.strategy.share_of(measured.delta));
  measured.probability_d = share(game.right_d, game.trials_d);
  measured.probability_d_prime = share(game.right_d_prime, game.tally.trials() - game.trials_d);
}

}  // namespace warner::verify
