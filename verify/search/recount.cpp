#include "verify/search/recount.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "mechanisms/contract/batch.hpp"
#include "sim/count.hpp"
#include "verify/scores/edge_between.hpp"

namespace warner::verify {
namespace {

/// Where the groups of an entrant part.
std::vector<double> edges_of(std::vector<Count> const& counts) {
  std::vector<double> edges;
  for (std::size_t i = 1; i < counts.size(); ++i)
    edges.push_back(edge_between(counts[i - 1].greatest, counts[i].value));
  return edges;
}

/// What one thread needs to look at releases; lent from block to block.
struct Desk {
  mechanisms::Releases memory;
  std::vector<Evaluator> evaluators;
  std::vector<double> scratch;
  std::vector<std::uint64_t> reached;
};

class Desks {
 public:
  Desks(std::vector<Entrant> const& entrants, mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair)
      : entrants_{entrants}, mechanism_{mechanism}, pair_{pair} {}
  std::unique_ptr<Desk> take() {
    {
      std::scoped_lock const lock{mutex_};
      if (!free_.empty()) {
        auto desk = std::move(free_.back());
        free_.pop_back();
        return desk;
      }
    }
    auto desk = std::make_unique<Desk>();
    desk->evaluators.reserve(entrants_.size());
    for (auto const& entrant : entrants_) desk->evaluators.emplace_back(entrant.score, mechanism_, pair_);
    return desk;
  }
  void give_back(std::unique_ptr<Desk> desk) {
    std::scoped_lock const lock{mutex_};
    free_.push_back(std::move(desk));
  }

 private:
  std::vector<Entrant> const& entrants_;
  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Desk>> free_;
};

}  // namespace

std::vector<Entrant> counted_anew(std::vector<Entrant> finalists, mechanisms::AnyMechanism const& mechanism,
                                  mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                                  sim::Generator generator, sim::Execution const& execution) {
  std::vector<std::vector<double>> edges;
  std::vector<std::vector<std::uint64_t>>
      reached[2];  // of D, of D': how many are not NaN, then how many reach each edge
  for (auto const& entrant : finalists) {
    edges.push_back(edges_of(entrant.counts));
    for (auto& arm : reached) arm.emplace_back(edges.back().size() + 1, 0);
  }
  auto const width = mechanism.columns(pair.d).size();
  Desks desks{finalists, mechanism, pair};
  std::mutex adding;
  sim::for_each_block(
      range,
      [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
        auto desk = desks.take();
        auto const batch = desk->memory.shaped(trials, width);
        for (auto const arm : {0, 1}) {
          sim::Stream stream{{seed, sim::Purpose::search, arm == 0 ? sim::Arm::d : sim::Arm::d_prime, generator},
                             block};
          mechanism.release(arm == 0 ? pair.d : pair.d_prime, stream, batch);
          for (std::size_t f = 0; f < finalists.size(); ++f) {
            auto const& entrant = finalists[f];
            auto const values = entrant.cut_as_it_is
                                    ? evaluate(std::get<Bins>(entrant.score).feature, batch, desk->scratch)
                                    : desk->evaluators[f](batch);
            desk->reached.assign(edges[f].size(), 0);
            auto const numbers = sim::count_reaching(values, edges[f], desk->reached);
            std::scoped_lock const lock{adding};
            reached[arm][f][0] += numbers;
            for (std::size_t i = 0; i < edges[f].size(); ++i) reached[arm][f][i + 1] += desk->reached[i];
          }
        }
        desks.give_back(std::move(desk));
      },
      execution);
  for (std::size_t f = 0; f < finalists.size(); ++f) {
    auto& counts = finalists[f].counts;
    finalists[f].searched = 2 * range.count();
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (i > 0) counts[i].value = edges[f][i - 1];
      if (i < edges[f].size())
        counts[i].greatest = std::nextafter(edges[f][i], -std::numeric_limits<double>::infinity());
      auto const inside = [&](std::vector<std::uint64_t> const& at_least) {
        return static_cast<double>(at_least[i] - (i + 1 < at_least.size() ? at_least[i + 1] : 0));
      };
      counts[i].d = inside(reached[0][f]);
      counts[i].d_prime = inside(reached[1][f]);
    }
  }
  return finalists;
}

void add(std::vector<Entrant>& entrants, std::vector<Entrant> const& more) {
  for (std::size_t f = 0; f < entrants.size(); ++f) {
    entrants[f].searched += more[f].searched;
    for (std::size_t i = 0; i < entrants[f].counts.size(); ++i) {
      entrants[f].counts[i].d += more[f].counts[i].d;
      entrants[f].counts[i].d_prime += more[f].counts[i].d_prime;
    }
  }
}

}  // namespace warner::verify
