#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "mechanisms/contract/tradeoff_dp.hpp"
#include "mechanisms/external/program.hpp"
#include "mechanisms/external/recorded.hpp"
#include "tests/verify/promises.hpp"
#include "tests/verify/stops_ahead.hpp"
#include "tests/verify/toys.hpp"
#include "verify/check.hpp"
#include "verify/measure.hpp"
#include "verify/wealth/anytime_divergences.hpp"
#include "verify/wealth/rounds.hpp"

// Whole audits, with their search, of mechanisms that are tight.
namespace warner::verify::promises {
namespace {

constexpr double rounding = 1 + 1e-12;

/// Whether a measurement's bound is above the truth, and whether any divergence is.
std::vector<bool> said_by(Measurement const& measured, double truth, double claim, DivergenceBounds const& divergences,
                          bool timing) {
  auto const directions = std::max(1, measured.strategy.directions());
  RoundTally const round{measured.tally, directions};
  auto const level = measured.level_of_strategy();
  auto const all = timing ? anytime_divergence_lower_bounds({&round, 1}, claim, level)
                          : divergence_lower_bounds(measured.tally, directions, claim, 2, level);
  return {measured.epsilon_lower_bound > truth * rounding, any_above(all, divergences)};
}

Repeated measured(std::string words, mechanisms::AnyMechanism mechanism, MeasureOptions options, double truth,
                  double claim, DivergenceBounds divergences, std::uint64_t quick, std::uint64_t nightly) {
  auto const level = options.level;
  options.execution = {1, nullptr, nullptr};
  return {"measure",
          std::move(words) + fmt::format(", level {:g}", level),
          {{"epsilon bound above the truth", level}, {"any of 4 divergences above the truth", level}},
          quick,
          nightly,
          [=](std::uint64_t seed) {
            auto mine = options;
            mine.seed = seed;
            return said_by(measure(mechanism, toys::zero_one, mine), truth, claim, divergences, options.timing);
          }};
}

Repeated checked(std::string words, mechanisms::AnyMechanism mechanism, CheckOptions options,
                 std::optional<double> truth, std::uint64_t quick, std::uint64_t nightly) {
  options.execution = {1, nullptr, nullptr};
  std::vector<Promise> promised;
  auto const at_truth = !truth || *truth <= options.claimed_epsilon;
  if (at_truth) promised.push_back({"a true claim refuted", options.level});
  if (truth) promised.push_back({"epsilon bound above the truth", options.level});
  return {"check",
          std::move(words) + fmt::format(", level {:g}", options.level),
          promised,
          quick,
          nightly,
          [=](std::uint64_t seed) {
            auto mine = options;
            mine.seed = seed;
            auto const result = check(mechanism, toys::zero_one, mine);
            std::vector<bool> happened;
            if (at_truth) happened.push_back(result.end == Check::End::refuted);
            if (truth) happened.push_back(result.epsilon_lower_bound > *truth * rounding);
            return happened;
          }};
}

double response_renyi(double epsilon, double order) {
  auto const right = std::exp(epsilon) / (1 + std::exp(epsilon));
  return renyi_truth(right, 1 - right, 2, order);
}

/// A check of divergences; `truth` are those of the mechanism.
Repeated claimed(std::string words, mechanisms::AnyMechanism mechanism, ClaimedDivergences const& truth,
                 ClaimedDivergences const& claim, double level, bool timing) {
  auto const statements = implied_by(claim);
  CheckOptions const options{.claimed_epsilon = statements.statements.front().epsilon,
                             .delta = statements.statements.front().delta,
                             .claimed_tradeoff = statements,
                             .claimed_divergences = claim,
                             .level = level,
                             .budget = timing ? 500u : 2'000u,
                             .timing = timing,
                             .execution = {1, nullptr, nullptr}};
  auto const true_claim = truth == claim;
  return {"check",
          std::move(words) + fmt::format("{}, level {:g}", timing ? ", timing" : "", level),
          {{true_claim ? "a true claim refuted" : "its bound above the truth", level}},
          25,
          800,
          [=](std::uint64_t seed) {
            auto mine = options;
            mine.seed = seed;
            auto const result = check(mechanism, toys::zero_one, mine);
            return std::vector<bool>{true_claim ? result.end == Check::End::refuted
                                                : result.divergence_lower_bound > truth.number() * rounding};
          }};
}

}  // namespace

std::vector<Repeated> measurements() {
  std::vector<Repeated> all;
  for (auto const level : levels)
    for (auto const speaks : {1.0, 0.1, 0.01})
      for (auto const delta : {0.0, 0.1 * speaks}) {
        if (level != 0.1 && level != 0.05 && speaks < 1) continue;
        Told const told{1, delta, speaks};
        auto const budget = static_cast<std::uint64_t>(speaks == 1 ? 1'000 : speaks == 0.1 ? 5'000 : 20'000);
        auto const words = fmt::format("speaks {:g}, delta {:g}", speaks, delta);
        auto const quick = std::uint64_t{speaks == 0.01 ? 30u : 60u};
        all.push_back(measured(words, told, {.delta = delta, .level = level, .budget = budget}, 1, 0.5, told.truth(0.5),
                               quick, 2'000));
        if (level == 0.1)
          all.push_back(measured(words + ", fair coin (as of a program)", told,
                                 {.delta = delta, .level = level, .budget = budget, .fair_coin = true}, 1, 0.5,
                                 told.truth(0.5), quick / 2, 2'000));
        if (speaks == 1)
          all.push_back(measured(words + ", timing", told,
                                 {.delta = delta, .level = level, .budget = budget, .timing = true}, 1, 0.5,
                                 told.truth(0.5), quick / 2, 2'000));
      }
  Hint const hint{0.2, 0.05};
  for (auto const level : {0.1, 0.05})
    all.push_back(measured("one direction, biased coin, delta 0", hint, {.level = level, .budget = 2'000},
                           std::log(4.0), 0.7, hint.truth(0.7), 60, 4'000));
  for (auto const level : {0.5, 0.1})
    all.push_back({"measure",
                   fmt::format("several strategies share the level, {:g}", level),
                   {{"epsilon bound above the truth", level}},
                   60,
                   4'000,
                   [=](std::uint64_t seed) {
                     return std::vector<bool>{
                         measure(toys::AsOften{}, toys::zero_one,
                                 {.level = level, .budget = 20'000, .seed = seed, .execution = {1, nullptr, nullptr}})
                             .epsilon_lower_bound > 1 * rounding};
                   }});
  for (auto const level : {0.5, 0.1, 0.05})
    for (auto const delta : {0.0, 0.01})
      all.push_back({"measure",
                     fmt::format("speaks while it is behind, delta {:g}, timing, level {:g}", delta, level),
                     {{"epsilon bound above the truth", level}},
                     80,
                     4'000,
                     [=](std::uint64_t seed) {
                       return std::vector<bool>{measure(toys::StopsAhead{200, 2, level}, toys::zero_one,
                                                        {.delta = delta,
                                                         .level = level,
                                                         .budget = 1'000,
                                                         .seed = seed,
                                                         .timing = true,
                                                         .execution = {1, nullptr, nullptr}})
                                                    .epsilon_lower_bound > 2};
                     }});
  return all;
}

std::vector<Repeated> checks() {
  std::vector<Repeated> all;
  for (auto const level : levels)
    for (auto const delta : {0.0, 0.1})
      for (auto const timing : {false, true}) {
        Told const told{1, delta, 1};
        auto const words = fmt::format("speaks 1, delta {:g}{}", delta, timing ? ", timing" : "");
        CheckOptions const options{
            .claimed_epsilon = 1, .delta = delta, .level = level, .budget = 500, .timing = timing};
        all.push_back(checked(words + ", the truth claimed", told, options, 1, 40, 1'500));
        if (timing) continue;
        auto less = options;
        less.claimed_epsilon = 0.5;
        all.push_back(checked(words + ", less claimed", told, less, 1, 40, 1'500));
      }
  for (auto const speaks : {0.1, 0.01})
    all.push_back(checked(fmt::format("speaks {:g}, the truth claimed", speaks), Told{1, 0, speaks},
                          {.claimed_epsilon = 1, .level = 0.1, .budget = 3'000}, 1, 25, 800));
  for (auto const level : {0.5, 0.1})
    all.push_back({"check",
                   fmt::format("speaks while it is behind, timing, level {:g}", level),
                   {{"a true claim refuted", level}},
                   40,
                   1'500,
                   [=](std::uint64_t seed) {
                     CheckOptions const options{.claimed_epsilon = 2,
                                                .level = level,
                                                .budget = 1'000,
                                                .seed = seed,
                                                .timing = true,
                                                .execution = {1, nullptr, nullptr}};
                     return std::vector<bool>{check(toys::StopsAhead{96, 2, level}, toys::zero_one, options).end ==
                                              Check::End::refuted};
                   }});
  for (auto const level : {0.5, 0.05}) {
    for (auto const timing : {false, true}) {
      all.push_back(claimed("a claimed rho", toys::Gaussian{1}, {0.5, {}}, {0.5, {}}, level, timing));
      all.push_back(claimed("a claimed divergence", toys::Response{1}, {{}, {{2, response_renyi(1, 2)}}},
                            {{}, {{2, response_renyi(1, 2)}}}, level, timing));
    }
    all.push_back(claimed("a rho, less claimed", toys::Gaussian{1}, {0.5, {}}, {0.3, {}}, level, false));
    all.push_back(claimed("a divergence, less claimed", toys::Response{1}, {{}, {{8, response_renyi(1, 8)}}},
                          {{}, {{8, 0.7 * response_renyi(1, 8)}}}, level, false));
    all.push_back(claimed("rho and divergences at once", toys::Response{1},
                          {0.5 * std::tanh(0.5) * 2, {{2, response_renyi(1, 2)}, {8, response_renyi(1, 8)}}},
                          {0.5 * std::tanh(0.5) * 2, {{2, response_renyi(1, 2)}, {8, response_renyi(1, 8)}}}, level,
                          false));
  }
  auto const variation = mechanisms::delta_at(mechanisms::GaussianDp{1}, 0);
  for (auto const level : {0.5, 0.05}) {
    all.push_back(checked("a claimed mu", toys::Gaussian{1},
                          {.delta = variation, .claimed_mu = 1, .level = level, .budget = 500}, std::nullopt, 25, 800));
    all.push_back(
        checked("a claimed trade-off", Told{1, 0.1, 1},
                {.claimed_epsilon = 1,
                 .delta = 0.1,
                 .claimed_tradeoff = mechanisms::all_at_once({{1, 0.1}, {0, Told{1, 0.1, 1}.truth(0).delta}}, ""),
                 .level = level,
                 .budget = 500},
                std::nullopt, 25, 800));
  }
  return all;
}

namespace {

/// Files of releases of D and of D', gone with it.
class Recording {
 public:
  Recording(Told const& told, std::uint64_t rows, std::uint64_t seed)
      : folder_{std::filesystem::temp_directory_path() / fmt::format("warner-promises-{}-{}", ::getpid(), seed)} {
    std::filesystem::create_directories(folder_);
    for (auto const datum : {0, 1}) {
      mechanisms::Releases memory;
      auto const batch = memory.shaped(rows, 1);
      sim::Stream stream{{seed, sim::Purpose::test}, static_cast<std::uint64_t>(datum)};
      told.release({static_cast<double>(datum)}, stream, batch);
      std::ofstream file{path(datum)};
      for (auto const y : batch.column(0)) file << y << '\n';
    }
  }
  ~Recording() { std::filesystem::remove_all(folder_); }
  Recording(Recording const&) = delete;
  Recording& operator=(Recording const&) = delete;

  std::string path(int datum) const { return (folder_ / (datum == 0 ? "d" : "d_prime")).string(); }

 private:
  std::filesystem::path folder_;
};

/// Randomised response of epsilon 1 in the language of the shell and awk.
mechanisms::external::Launch shell_response() {
  mechanisms::external::Launch launch;
  launch.words = {
      "sh", "-c",
      R"(while read -r l; do n=${l#*trials\": }; n=${n%%,*}; seed=${l#*seed\": }; seed=${seed%%\}*}; d=${l#*[}; d=${d%%]*}
awk -v n="$n" -v s="$seed" -v d="$d" 'BEGIN { srand(s % 2147483647); for (i = 0; i < n; ++i) print (rand() < 0.7310585786300049 ? d : 1 - d) }'; done)"};
  launch.timeout = std::chrono::milliseconds{20'000};
  return launch;
}

}  // namespace

std::vector<Repeated> programs() {
  auto const said = [](mechanisms::AnyMechanism const& mechanism, std::uint64_t budget, std::uint64_t seed,
                       double level, bool timing) {
    auto const measured = measure(mechanism, toys::zero_one,
                                  {.level = level,
                                   .budget = budget,
                                   .seed = seed,
                                   .timing = timing,
                                   .fair_coin = true,
                                   .execution = {1, nullptr, nullptr}});
    return said_by(measured, 1, 0.5, Told{}.truth(0.5), timing);
  };
  std::vector<Repeated> all;
  for (auto const level : {0.1, 0.05}) {
    std::vector<Promise> const promised{{"epsilon bound above the truth", level},
                                        {"any of 4 divergences above the truth", level}};
    all.push_back(
        {"measure", fmt::format("--releases, level {:g}", level), promised, 40, 3'000, [=](std::uint64_t seed) {
           Recording const files{Told{}, 2'000, seed};
           mechanisms::external::Recorded const recorded{
               mechanisms::external::read_release_files(files.path(0), files.path(1)), mechanisms::PureDp{1}, false,
               seed};
           return said(recorded,
                       mechanisms::external::trials_for_rows(std::min(recorded.rows_d(), recorded.rows_d_prime())),
                       seed, level, false);
         }});
    for (auto const timing : {false, true})
      all.push_back({"measure", fmt::format("--exec{}, level {:g}", timing ? ", timing" : "", level), promised, 0,
                     timing ? 40u : 500u, [=](std::uint64_t seed) {
                       mechanisms::external::Program const program{mechanisms::external::written(toys::zero_one),
                                                                   mechanisms::PureDp{1}, shell_response(), seed};
                       return said(program, timing ? 300 : 1'000, seed, level, timing);
                     }});
    all.push_back({"check",
                   fmt::format("--exec, level {:g}", level),
                   {{"a true claim refuted", level}},
                   0,
                   200,
                   [=](std::uint64_t seed) {
                     mechanisms::external::Program const program{mechanisms::external::written(toys::zero_one),
                                                                 mechanisms::PureDp{1}, shell_response(), seed};
                     return std::vector<bool>{check(program, toys::zero_one,
                                                    {.claimed_epsilon = 1,
                                                     .level = level,
                                                     .budget = 400,
                                                     .seed = seed,
                                                     .execution = {1, nullptr, nullptr}})
                                                  .end == Check::End::refuted};
                   }});
  }
  return all;
}

}  // namespace warner::verify::promises
