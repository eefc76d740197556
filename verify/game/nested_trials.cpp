#include "verify/game/nested_trials.hpp"

#include <optional>
#include <span>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include "sim/coin.hpp"
#include "sim/reduction.hpp"
#include "verify/game/arms.hpp"

namespace warner::verify {

NestedTally play_nested_bets(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair,
                             NestedBets const& laid, GameOptions const& options, Score const& score) {
  auto const many = laid.bets.size();
  if (many == 0) return {{}, {}, options.range.count()};
  sim::Address const coin{options.seed, sim::Purpose::certify_coin, sim::Arm::none, options.generator};
  Arms const arms{mechanism, pair, sim::Purpose::certify, options.seed, options.generator};
  struct Worker {
    std::optional<Evaluator> on_score{};
    mechanisms::Releases memory{};
    std::vector<double> scratch{};
  };
  Worker of_each_thread;
  if (laid.on_score) of_each_thread.on_score.emplace(score, mechanism, pair);
  tbb::enumerable_thread_specific<Worker> workers{of_each_thread};
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
    auto const right = sums.first(many), wrong = sums.subspan(many, many);
    auto& worker = workers.local();
    auto const values_of = [&](mechanisms::ConstBatch releases) {
      return worker.on_score ? (*worker.on_score)(releases) : evaluate(laid.feature, releases, worker.scratch);
    };
    auto const count = [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      auto const under_d = arm == sim::Arm::d;
      for (auto const y : values_of(releases)) {
        auto const value = laid.negative ? -y : y;
        std::size_t d = 0, d_prime = 0;
        while (d < many && value >= laid.bets[d].d_from) ++d;
        while (d_prime < many && value <= laid.bets[d_prime].d_prime_to) ++d_prime;
        if (d > 0) ++(under_d ? right : wrong)[d - 1];
        else if (d_prime > 0) ++(under_d ? wrong : right)[d_prime - 1];
        else ++sums.back();
      }
    };
    auto const under_d = sim::trials_under_d(coin, block, trials);
    arms.release(block, under_d, trials - under_d, worker.memory, count);
  };
  auto const sums =
      sim::reduce({options.name.empty() ? "" : "nested bets " + options.name, options.range, 2 * many + 1},
                  contribution, options.execution);
  auto const wrong = sums.begin() + static_cast<std::ptrdiff_t>(many);
  return {{sums.begin(), wrong}, {wrong, sums.end() - 1}, sums.back()};
}

}  // namespace warner::verify
