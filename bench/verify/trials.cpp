#include "bench/verify/trials.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "mechanisms/catalogue/registry.hpp"
#include "sim/variates.hpp"
#include "verify/search/search.hpp"

namespace warner::bench {
namespace {

using Noise = std::function<void(sim::Stream&, std::span<double>)>;

struct Trial {
  std::string mechanism;
  mechanisms::ParameterValues values;
  int draws;  ///< noise values a trial
  Noise noise;
  bool scored;
  double goal;
};

sim::Key key() { return sim::key_of({1, sim::Purpose::bench}); }

Contestant ours(std::string const& name, Trial const& trial) {
  return {name, "ours", 0, [=](double milliseconds) {
            auto const instance = mechanisms::make(mechanisms::find(trial.mechanism), trial.values);
            struct Set {
              mechanisms::AnyMechanism mechanism;
              mechanisms::Pair pair;
              verify::Strategy strategy;
              mechanisms::Releases memory{};
              std::uint64_t block = 0, said = 0;
            };
            auto const set = std::make_shared<Set>(Set{instance.mechanism, instance.pairs.front(), {}});
            set->strategy = verify::search(set->mechanism, set->pair,
                                           {.target = {0, 0.05, 10'000'000}, .trials = 1'000'000, .seed = 1})
                                .strategy;
            auto const player = std::make_shared<verify::Player>(set->strategy, set->mechanism, set->pair);
            auto const width = set->mechanism.columns(set->pair.d).size();
            auto const play = [=, scored = trial.scored] {
              sim::Stream stream{key(), set->block++};
              auto const batch = set->memory.shaped(sim::block_size, width);
              set->mechanism.release(set->pair.d, stream, batch);
              if (scored) set->said += (*player)(batch).d;
            };
            play();
            if (trial.scored && set->said > sim::block_size)
              throw std::runtime_error{name + ": more guesses than releases"};
            return timed(play, static_cast<double>(sim::block_size), milliseconds);
          }};
}

Contestant noise_alone(std::string const& name, Trial const& trial) {
  return {name, "its noise", trial.goal, [=](double milliseconds) {
            auto const memory = std::make_shared<mechanisms::Releases>();
            auto const block = std::make_shared<std::uint64_t>(0);
            return timed(
                [=] {
                  sim::Stream stream{key(), (*block)++};
                  auto const column = memory->shaped(sim::block_size, 1).column(0);
                  for (int i = 0; i < trial.draws; ++i) trial.noise(stream, column);
                },
                static_cast<double>(sim::block_size), milliseconds);
          }};
}

}  // namespace

std::vector<Contestant> trial_contestants() {
  Noise const laplace = [](sim::Stream& s, std::span<double> out) { sim::fill_laplace(s, 0, 1, out); };
  Noise const coins = [](sim::Stream& s, std::span<double> out) {
    sim::fill_bernoulli(s, sim::bernoulli_threshold(0.3), out);
  };
  constexpr auto one_and_a_half = 0.67;
  std::vector<std::pair<std::string, Trial>> const trials{
      {"trial of laplace", {"laplace", {}, 1, laplace, true, one_and_a_half}},
      {"trial of randomised-response", {"randomised-response", {}, 1, coins, true, one_and_a_half}},
      {"trial of report-noisy-max, 5", {"report-noisy-max-laplace", {}, 5, laplace, true, one_and_a_half}},
      {"trial of sparse-vector-1, 10", {"sparse-vector-1", {}, 11, laplace, true, one_and_a_half}},
      {"report-noisy-max of 16", {"report-noisy-max-laplace", {{"n", 16}}, 16, laplace, false, 0.83}},
  };
  std::vector<Contestant> all;
  for (auto const& [name, trial] : trials) {
    all.push_back(ours(name, trial));
    all.push_back(noise_alone(name, trial));
  }
  return all;
}

}  // namespace warner::bench
