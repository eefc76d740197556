#include "bench/verify/audits.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "bench/sim/anchors.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "verify/game/game.hpp"
#include "verify/measure.hpp"
#include "verify/search/search.hpp"

namespace warner::bench {
namespace {

constexpr std::uint64_t trials = 10'000'000;  // what `warner measure` takes by default

/// Each call is another audit, of the next seed.
Contestant by_us(std::string const& name, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair) {
  return {name, "ours", 0, [=](double milliseconds) {
            verify::MeasureOptions options;
            options.budget = trials;
            options.execution.threads = 1;
            auto const bound = verify::measure(mechanism, pair, options).epsilon_lower_bound;
            if (!(bound > 0.98 && bound < 1.01))
              throw std::runtime_error{name + ": a bound of " + std::to_string(bound) + " for an epsilon of 1"};
            return timed(
                [=]() mutable {
                  ++options.seed;
                  verify::measure(mechanism, pair, options);
                },
                trials, milliseconds);
          }};
}

/// The game alone, with the strategy that a search froze: what one more trial costs.
Contestant game_by_us(std::string const& name, mechanisms::AnyMechanism const& mechanism,
                      mechanisms::Pair const& pair) {
  return {name, "ours", 0, [=](double milliseconds) {
            auto const strategy =
                verify::search(mechanism, pair, {.target = {0, 0.05, trials}, .trials = 100'000, .seed = 1}).strategy;
            verify::GameOptions options;
            options.range = {0, trials};
            options.execution.threads = 1;
            if (verify::play(mechanism, pair, strategy, options).tally.right < trials / 5)
              throw std::runtime_error{name + ": hardly ever right"};
            return timed(
                [=]() mutable {
                  ++options.seed;
                  verify::play(mechanism, pair, strategy, options);
                },
                trials, milliseconds);
          }};
}

Contestant by_std(std::string const& name, Played (*play)(std::uint64_t)) {
  return {name, "std", 0, [=](double milliseconds) {
            auto const played = play(trials);
            auto const epsilon = std::log(static_cast<double>(played.right) / static_cast<double>(played.wrong));
            if (!(std::fabs(epsilon - 1) < 0.02))
              throw std::runtime_error{name + " by std: an epsilon of " + std::to_string(epsilon)};
            return timed([=] { play(trials); }, trials, milliseconds);
          }};
}

}  // namespace

std::vector<Contestant> audit_contestants() {
  mechanisms::AnyMechanism const laplace = mechanisms::central::Laplace{1},
                                 response = mechanisms::local::response_from_epsilon(1);
  mechanisms::Pair const numbers{{0}, {1}, mechanisms::Relation::substitute, {}},
      answers{{1}, {0}, mechanisms::Relation::value, {}};
  return {by_us("measure laplace", laplace, numbers),
          by_std("measure laplace", std_play_laplace),
          by_us("measure randomised-response", response, answers),
          by_std("measure randomised-response", std_play_randomised_response),
          game_by_us("play laplace", laplace, numbers),
          by_std("play laplace", std_play_laplace),
          game_by_us("play randomised-response", response, answers),
          by_std("play randomised-response", std_play_randomised_response)};
}

}  // namespace warner::bench
