#include "verify/search/recount.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/enumerable_thread_specific.h>

#include "sim/byte_hash.hpp"
#include "sim/edges.hpp"
#include "sim/reduction.hpp"
#include "verify/game/arms.hpp"
#include "verify/game/counted_between.hpp"

namespace warner::verify {
namespace {

/// Where the counters of one candidate begin: of each arm how many releases are not NaN, then how many reach each edge.
struct Place {
  std::size_t d, d_prime;
};

/// What one thread needs to count.
struct Worker {
  std::vector<Evaluator> evaluators;
  mechanisms::Releases memory{};
  std::vector<double> scratch{};

  std::span<double const> values_of(Candidate const& candidate, std::size_t f, mechanisms::ConstBatch releases) {
    return candidate.cut_as_it_is ? evaluate(std::get<Bins>(candidate.score).feature, releases, scratch)
                                  : evaluators[f](releases);
  }
};

/// What the counts follow from besides mechanism and pair, as far as it can differ.
std::string name_of(std::vector<std::vector<double>> const& edges, sim::Replicates const& range) {
  return fmt::format("recount of {} candidates {:016x} from {} on", edges.size(),
                     sim::hash_of_bytes(fmt::format("{}", fmt::join(edges, ";"))), range.first);
}

}  // namespace

std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range,
                                 SearchOptions const& options, Onlooker const& onlooker) {
  auto const many = candidates.size();
  std::vector<std::vector<double>> edges;
  std::vector<sim::Edges> among;
  std::vector<Place> places;
  std::size_t counters = 0;
  for (auto const& candidate : candidates) {
    edges.push_back(edges_between(candidate.counts));
    among.emplace_back(edges.back());
    auto const of_arm = edges.back().size() + 1;
    places.push_back({counters, counters + of_arm});
    counters += 2 * of_arm;
  }
  Worker worker_of_each_thread{};
  for (auto const& candidate : candidates)
    worker_of_each_thread.evaluators.emplace_back(candidate.score, mechanism, pair);
  tbb::enumerable_thread_specific<Worker> workers{worker_of_each_thread};
  Arms const arms{mechanism, pair, sim::Purpose::search, options.seed, options.generator};
  std::vector<char> seen(onlooker.see ? range.blocks() : 0);
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
    auto& worker = workers.local();
    if (onlooker.see) seen[block - range.first_block()] = true;
    arms.release(block, trials, trials, worker.memory, [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      for (std::size_t f = 0; f < many; ++f) {
        auto const& candidate = candidates[f];
        auto const values = worker.values_of(candidate, f, releases);
        if (onlooker.see && f == onlooker.candidate) onlooker.see(block, arm, releases, values);
        auto const reached = sums.subspan(arm == sim::Arm::d ? places[f].d : places[f].d_prime, edges[f].size() + 1);
        reached[0] += among[f].count_reaching(values, reached.subspan(1));
      }
    });
  };
  auto const name = options.name.empty() ? "" : name_of(edges, range);
  auto counting = options.execution;
  if (onlooker.on_counted)
    counting.on_progress = [&](std::uint64_t done, std::uint64_t) { onlooker.on_counted(2 * done); };
  auto const sums = sim::reduce({name, range, counters, options.name}, contribution, counting);
  auto const show_others = [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {  // that the keeper had
    if (seen[block - range.first_block()]) return;
    auto& worker = workers.local();
    auto const f = onlooker.candidate;
    arms.release(block, trials, trials, worker.memory, [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      onlooker.see(block, arm, releases, worker.values_of(candidates[f], f, releases));
    });
  };
  if (onlooker.see) sim::for_each_block(range, show_others, options.execution);
  for (std::size_t f = 0; f < many; ++f) {
    auto& counts = candidates[f].counts;
    candidates[f].searched = 2 * range.count();
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (i > 0) counts[i].value = edges[f][i - 1];
      if (i < edges[f].size())
        counts[i].greatest = std::nextafter(edges[f][i], -std::numeric_limits<double>::infinity());
      auto const inside = [&](std::size_t from) {
        return static_cast<double>(sums[from + i] - (i + 1 < counts.size() ? sums[from + i + 1] : 0));
      };
      counts[i].d = inside(places[f].d);
      counts[i].d_prime = inside(places[f].d_prime);
    }
  }
  return candidates;
}

void add(std::vector<Candidate>& candidates, std::vector<Candidate> const& more) {
  for (std::size_t f = 0; f < candidates.size(); ++f) {
    candidates[f].searched += more[f].searched;
    for (std::size_t i = 0; i < candidates[f].counts.size(); ++i) {
      candidates[f].counts[i].d += more[f].counts[i].d;
      candidates[f].counts[i].d_prime += more[f].counts[i].d_prime;
    }
  }
}

}  // namespace warner::verify
