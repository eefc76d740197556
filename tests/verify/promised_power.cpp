#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "tests/verify/promises.hpp"
#include "tests/verify/toys.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"
#include "verify/bounds/power.hpp"
#include "verify/check.hpp"
#include "verify/measure.hpp"
#include "verify/plan.hpp"
#include "verify/wealth/rounds.hpp"

// What `plan` promises of an adversary who knows her strategy, and what a record says that it would have seen.
namespace warner::verify::promises {
namespace {

/// Whether the procedure refutes (claim, delta) from a tally of a strategy that uses so many directions; delta as it
/// was claimed.
bool refuted(Procedure procedure, sim::Tally const& tally, int directions, double claim, double delta, double level) {
  if (procedure == Procedure::measure)
    return epsilon_lower_bound(tally, delta * directions / static_cast<double>(1 + tally.coin_odds), level) > claim;
  std::vector<RoundTally> rounds{{tally, directions}};
  if (procedure == Procedure::check) rounds.insert(rounds.begin(), {{0, 0, silent_trials}, 0});
  return log_wealth(rounds, claim, delta, stakes_for(claim, delta)) >= -std::log(level);
}

std::string name_of(Procedure procedure) {
  return procedure == Procedure::measure ? "measure" : procedure == Procedure::check ? "check" : "one round";
}

/// The epsilon that a record would call detectable, by either procedure.
double detectable(Procedure procedure, sim::Tally const& tally, int directions, double claim, double delta,
                  double level) {
  return detectable_epsilon(
      tally, claim, delta * directions / static_cast<double>(1 + tally.coin_odds),
      [&](sim::Tally const& seen) { return refuted(procedure, seen, directions, claim, delta, level); });
}

void add_plans(std::vector<Repeated>& all, Procedure procedure, Violation const& asked, double power) {
  auto const trials = trials_needed(procedure, asked, power).value();
  auto const played = procedure == Procedure::check ? trials - silent_trials : trials;
  auto const words =
      fmt::format("{} {:g} for {:g}, delta {:g}, speaks {:g}, level {:g}, {} trials", name_of(procedure),
                  asked.violation, asked.claimed_epsilon, asked.delta, asked.speaks, asked.level, trials);
  auto const at = [=](double violation, std::uint64_t seed) {
    return refuted(procedure, game(Told{violation, asked.delta, asked.speaks}, as_told, played, seed), 2,
                   asked.claimed_epsilon, asked.delta, asked.level);
  };
  auto const detects = detectable_violation(procedure, asked, trials, power),
             mass = blind_spot_of(procedure, asked, trials, power);
  auto const certainly = mass < 1 ? power : 0;  // 1: nothing is promised
  all.push_back({"plan",
                 words,
                 {{"refuted", power, false},
                  {"refuted at what is detectable", power, false},
                  {"an event at the blind spot refuted", certainly, false}},
                 400,
                 10'000,
                 [=](std::uint64_t seed) {
                   return std::vector<bool>{at(asked.violation, seed), at(detects, seed),
                                            refuted(procedure, game(Hint{mass, 0}, hinted(1), played, seed), 1,
                                                    asked.claimed_epsilon, asked.delta, asked.level)};
                 }});
}

void add_records(std::vector<Repeated>& all, Procedure procedure, std::string const& words,
                 mechanisms::AnyMechanism const& mechanism, Strategy const& strategy, std::uint64_t trials,
                 double truth, double claim, double delta, double level) {
  all.push_back(
      {"record",
       fmt::format("{}, {}, delta {:g}, level {:g}, {} trials", name_of(procedure), words, delta, level, trials),
       {{"not refuted, though the truth was detectable", 0.01}},
       400,
       10'000,
       [=](std::uint64_t seed) {
         auto const tally = game(mechanism, strategy, trials, seed);
         auto const directions = strategy.directions();
         return std::vector<bool>{!refuted(procedure, tally, directions, claim, delta, level) &&
                                  detectable(procedure, tally, directions, claim, delta, level) <= truth};
       }});
}

}  // namespace

std::vector<Repeated> plans() {
  std::vector<Repeated> all;
  for (auto const procedure : {Procedure::measure, Procedure::check}) {
    for (auto const& asked : {Violation{1, 0, 2, 1, 0.05},
                              {1, 0, 2, 1, 0.5},
                              {1, 0, 2, 0.1, 0.1},
                              {1, 0, 6, 0.1, 0.05},
                              {2, 0, 7, 0.01, 0.05},
                              {1, 0, 4, 0.01, 1e-3},
                              {1, 0.05, 2, 1, 0.05},
                              {1, 0.01, 2, 0.1, 0.1},
                              {1, 0.001, 4, 0.01, 0.05},
                              {1, 0.1, 3, 1, 1e-3}})
      for (auto const power : {0.5, 0.9, 0.99})
        if (power == 0.9 || asked.speaks == 0.1) add_plans(all, procedure, asked, power);
  }
  for (auto const procedure : {Procedure::measure, Procedure::one_round}) {  // a record speaks of a check's as of one
    // About as many trials as make the truth detectable: then half of the records call it so. Few wrong guesses are the
    // hard case.
    for (auto const& [speaks, delta, trials] : {std::tuple{1.0, 0.0, 400u},
                                                {0.1, 0.0, 4'000u},
                                                {0.01, 0.0, 40'000u},
                                                {1.0, 0.05, 700u},
                                                {0.1, 0.005, 7'000u},
                                                {0.01, 0.001, 70'000u}})
      for (auto const level : {0.1, 1e-3})
        add_records(all, procedure, fmt::format("speaks {:g}", speaks), Told{1.5, delta, speaks}, as_told,
                    level == 0.1 ? trials : 2 * trials, 1.5, 1, delta, level);
    for (auto const& [p, trials] : {std::pair{0.0025, 10'000u}, {0.005, 10'000u}, {0.01, 10'000u}, {0.02, 10'000u}})
      for (auto const delta : {0.0, 1e-4})
        add_records(all, procedure, fmt::format("one direction, of {:g} to 1e-4", p), Hint{p, 1e-4}, hinted(1), trials,
                    std::log((p - delta) / 1e-4), 1, delta, 0.05);
  }
  for (auto const delta : {0.0, 1e-5})
    add_records(all, Procedure::measure, "one direction, odds 7, of 0.01 to 0.001", Hint{0.01, 0.001}, hinted(7), 8'000,
                std::log((0.01 - delta) / 0.001), 1, delta, 0.05);
  for (auto const& stated : {std::pair{0.5, 0.0}, {0.1, 0.0}, {0.05, 0.0}, {1e-3, 0.0}, {0.05, 1e-3}}) {
    auto const level = stated.first, delta = stated.second;
    auto const mass = blind_spot(10'000, 1, delta, level);
    all.push_back({"record",
                   fmt::format("measure, delta {:g}, level {:g}, 10000 trials", delta, level),
                   {{"an event at the blind spot refuted", 0.99, false}},
                   400,
                   10'000,
                   [mass, level = level, delta = delta](std::uint64_t seed) {
                     return std::vector<bool>{
                         refuted(Procedure::measure, game(Hint{mass, 0}, hinted(1), 10'000, seed), 1, 1, delta, level)};
                   }});
  }
  Violation const asked{.claimed_epsilon = 1, .violation = 2};  // told in every trial: any search finds that
  auto const budget = budget_for(trials_needed(Procedure::measure, asked, 0.9).value());
  all.push_back({"plan",
                 fmt::format("budget of {}, searching included, for 2 where 1 is claimed", budget),
                 {{"refuted", 0.9, false}},
                 150,
                 4'000,
                 [=](std::uint64_t seed) {
                   return std::vector<bool>{
                       measure(Told{2, 0, 1}, toys::zero_one,
                               {.budget = budget, .seed = seed, .execution = {1, nullptr, nullptr}})
                           .epsilon_lower_bound > 1};
                 }});
  return all;
}

}  // namespace warner::verify::promises
