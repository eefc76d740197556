#include "sim/reduction.hpp"

#include <chrono>

#include <tbb/enumerable_thread_specific.h>

#include "sim/dealer.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::sim {
namespace {

/// On this process alone, over its threads.
Sums computed(Reduction const& reduction, Replicates const& range, Contribution const& contribution,
              Execution const& execution) {
  tbb::enumerable_thread_specific<Sums> each{[&] { return Sums(reduction.counters); }};
  for_each_block(
      range,
      [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) { contribution(block, trials, each.local()); },
      execution);
  Sums sums(reduction.counters);
  for (auto const& mine : each)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += mine[i];
  return sums;
}

/// Ranks that are not at the same place would wait for ever, or add up what does not go together.
void require_same_on_all(Reduction const& reduction, Ranks& together) {
  auto const here = reduction.name + " of " + words(reduction.range) + ", " + std::to_string(reduction.counters);
  auto const there = together.from_rank_0(here).value();
  require(there == here, here + " counters: rank 0 has " + there +
                             " (do the machines differ in their last bits? let one of them search: warner search)");
}

Sums dealt(Dealer& dealer, std::function<Sums(Replicates const&)> const& compute) {
  while (auto const range = dealer.next()) {
    auto const start = std::chrono::steady_clock::now();
    Piece const piece{*range, compute(*range)};
    dealer.done(piece, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return dealer.sums();
}

}  // namespace

Sums reduce(Reduction const& reduction, Contribution const& contribution, Execution const& execution) {
  validate(reduction.range);
  if (!execution.keeper || reduction.name.empty()) return computed(reduction, reduction.range, contribution, execution);
  auto const together = ranks();
  auto quiet = execution;
  quiet.on_progress = nullptr;
  auto const compute = [&](Replicates const& range) { return computed(reduction, range, contribution, quiet); };
  if (together) require_same_on_all(reduction, *together);
  std::optional<Dealer> dealer;
  if (speaks()) dealer.emplace(reduction, execution, together ? together->size() : 1);
  auto sums = together ? together->share_out(dealer ? &*dealer : nullptr, compute, reduction.counters + 1)
                       : dealt(*dealer, compute);
  if (sums.back() > 0) throw ShareDone{};
  sums.pop_back();
  return sums;
}

std::string kept_text(std::string const& name, std::function<std::string()> const& make, Execution const& execution) {
  if (!execution.keeper) return make();
  auto found = speaks() ? execution.keeper->text(name) : std::nullopt;
  if (ranks()) found = ranks()->from_rank_0(std::move(found));
  if (found) return *std::move(found);
  auto made = make();
  if (ranks()) made = ranks()->from_rank_0(std::move(made)).value();  // no machine's last bit makes a difference
  if (speaks()) execution.keeper->keep_text(name, made);
  return made;
}

}  // namespace warner::sim
