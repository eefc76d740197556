#include "verify/search/recount.hpp"

#include <cmath>
#include <limits>

#include <tbb/enumerable_thread_specific.h>

#include "sim/count.hpp"
#include "verify/game/arms.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {
namespace {

/// Where the groups of a candidate part.
std::vector<double> edges_of(std::vector<Count> const& counts) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < counts.size(); ++i)
    edges.push_back(edge_between(counts[i - 1].greatest, counts[i].value));
  return edges;
}

/// Of one candidate: how many releases of each arm are not NaN, then how many reach each edge.
struct Reached {
  std::vector<std::uint64_t> d, d_prime;
};

/// What one thread needs to count, and its sums.
struct Worker {
  std::vector<Evaluator> evaluators;
  std::vector<Reached> reached;
  mechanisms::Releases memory{};
  std::vector<double> scratch{};
  std::vector<std::uint64_t> in_block{};
};

}  // namespace

std::vector<Candidate> recounted(std::vector<Candidate> candidates, mechanisms::AnyMechanism const& mechanism,
                                 mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                                 sim::Generator generator, sim::Execution const& execution) {
  auto const many = candidates.size();
  std::vector<std::vector<double>> edges;
  for (auto const& candidate : candidates) edges.push_back(edges_of(candidate.counts));
  auto const nothing = [&] {
    std::vector<Reached> reached;
    for (auto const& of : edges)
      reached.push_back({std::vector<std::uint64_t>(of.size() + 1), std::vector<std::uint64_t>(of.size() + 1)});
    return reached;
  };
  tbb::enumerable_thread_specific<Worker> workers{[&] {
    Worker worker{{}, nothing()};
    worker.evaluators.reserve(many);
    for (auto const& candidate : candidates) worker.evaluators.emplace_back(candidate.score, mechanism, pair);
    return worker;
  }};
  Arms const arms{mechanism, pair, sim::Purpose::search, seed, generator};
  auto const work = [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
    auto& worker = workers.local();
    arms.release(block, trials, trials, worker.memory, [&](sim::Arm arm, mechanisms::ConstBatch releases) {
      for (std::size_t f = 0; f < many; ++f) {
        auto const& candidate = candidates[f];
        auto const values = candidate.cut_as_it_is
                                ? evaluate(std::get<Bins>(candidate.score).feature, releases, worker.scratch)
                                : worker.evaluators[f](releases);
        auto& sums = arm == sim::Arm::d ? worker.reached[f].d : worker.reached[f].d_prime;
        worker.in_block.assign(edges[f].size(), 0);
        sums[0] += sim::count_reaching(values, edges[f], worker.in_block);
        for (std::size_t i = 0; i < edges[f].size(); ++i) sums[i + 1] += worker.in_block[i];
      }
    });
  };
  sim::for_each_block(range, work, execution);
  auto reached = nothing();
  for (auto const& worker : workers)
    for (std::size_t f = 0; f < many; ++f)
      for (std::size_t i = 0; i < reached[f].d.size(); ++i) {
        reached[f].d[i] += worker.reached[f].d[i];
        reached[f].d_prime[i] += worker.reached[f].d_prime[i];
      }
  for (std::size_t f = 0; f < many; ++f) {
    auto& counts = candidates[f].counts;
    candidates[f].searched = 2 * range.count();
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (i > 0) counts[i].value = edges[f][i - 1];
      if (i < edges[f].size())
        counts[i].greatest = std::nextafter(edges[f][i], -std::numeric_limits<double>::infinity());
      auto const inside = [&](std::vector<std::uint64_t> const& at_least) {
        return static_cast<double>(at_least[i] - (i + 1 < at_least.size() ? at_least[i + 1] : 0));
      };
      counts[i].d = inside(reached[f].d);
      counts[i].d_prime = inside(reached[f].d_prime);
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
