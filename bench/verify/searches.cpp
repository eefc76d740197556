#include "bench/verify/searches.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "mechanisms/catalogue/registry.hpp"
#include "verify/game/game.hpp"
#include "verify/search/search.hpp"

namespace warner::bench {
namespace {

constexpr std::uint64_t searched = 2'000'000, played = 8'000'000;
constexpr double three = 0.33, ten = 0.1;  // played trials, that a trial to search on may cost

verify::SearchOptions options_of(std::uint64_t seed) {
  verify::SearchOptions options{
      .target = {0, 0.05, played}, .trials = searched / 6, .most_trials = searched, .seed = seed};
  options.execution.threads = 1;
  return options;
}

std::shared_ptr<mechanisms::Instance const> made(std::string const& mechanism) {
  return std::make_shared<mechanisms::Instance>(mechanisms::make(mechanisms::find(mechanism), {}));
}

Contestant searching(std::string const& mechanism) {
  return {"search " + mechanism, "ours", 0, [=](double milliseconds) {
            auto const instance = made(mechanism);
            std::uint64_t seed = 1;
            return timed(
                [=]() mutable { verify::search(instance->mechanism, instance->pairs.front(), options_of(seed++)); },
                searched, milliseconds);
          }};
}

Contestant playing(std::string const& mechanism, double goal) {
  return {"search " + mechanism, "playing", goal, [=](double milliseconds) {
            auto const instance = made(mechanism);
            auto const found = std::make_shared<verify::Found>(
                verify::search(instance->mechanism, instance->pairs.front(), options_of(1)));
            if (!(found->predicted_bound > 0)) throw std::runtime_error{"search " + mechanism + ": nothing was found"};
            verify::GameOptions options;
            options.range = {0, played};
            options.execution.threads = 1;
            return timed(
                [=]() mutable {
                  ++options.seed;
                  verify::play(instance->mechanism, instance->pairs.front(), found->strategy, options);
                },
                played, milliseconds);
          }};
}

}  // namespace

std::vector<Contestant> search_contestants() {
  std::vector<Contestant> all;
  for (auto const& [mechanism, goal] :
       {std::pair{"randomised-response", three}, std::pair{"k-ary-randomised-response", three},
        std::pair{"discrete-laplace", three}, std::pair{"rappor", three}, std::pair{"laplace", ten},
        std::pair{"histogram", ten}, std::pair{"report-noisy-max-laplace", ten}, std::pair{"sparse-vector-1", ten},
        std::pair{"sparse-vector-numerical", ten}}) {
    all.push_back(searching(mechanism));
    all.push_back(playing(mechanism, goal));
  }
  return all;
}

}  // namespace warner::bench
