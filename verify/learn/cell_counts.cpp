#include "verify/learn/cell_counts.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include <tbb/enumerable_thread_specific.h>

#include "verify/scores/hash_table.hpp"

namespace warner::verify {

using mechanisms::ConstBatch;

namespace {

constexpr std::size_t at_once = 1 << 14;  // releases, whose hashes stay in cache

}  // namespace

struct CellCounts::Worker {
  std::vector<std::uint64_t> hashes{};
  std::vector<std::int16_t> places{};  // of a column
  HashTable<Cell> seen{};
};
struct CellCounts::Workers {
  tbb::enumerable_thread_specific<Worker> each{};
};

CellCounts::~CellCounts() = default;

CellCounts::CellCounts(std::vector<Axis> axes) : axes_{std::move(axes)}, workers_{std::make_unique<Workers>()} {
  std::mt19937_64 words;  // the standard fixes its sequence
  for (auto const& axis : axes_) {
    edges_.emplace_back(axis.edges);
    weights_.push_back(words());
  }
}

Cell CellCounts::cell_of(ConstBatch releases, std::size_t i) const {
  Cell cell;
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    auto const& edges = axes_[j].edges;
    auto const y = releases(i, j);
    cell.bins.push_back(static_cast<std::uint16_t>(
        std::isnan(y) ? edges.size() + 1
                      : static_cast<std::size_t>(std::ranges::upper_bound(edges, y) - edges.begin())));
  }
  return cell;
}

/// Two cells share a hash once in 2^64: then they are counted as one.
void CellCounts::add(Worker& worker, sim::Arm arm, ConstBatch releases, std::size_t first, std::size_t last) const {
  auto& [hashes, places, seen] = worker;
  hashes.assign(last - first, 0);
  places.resize(last - first);
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    auto const column = releases.column(j).subspan(first, last - first);
    edges_[j].places(column, places);
    for (std::size_t i = 0; i < hashes.size(); ++i)
      hashes[i] +=
          weights_[j] * (std::isnan(column[i]) ? axes_[j].edges.size() + 1 : static_cast<std::uint64_t>(places[i]));
  }
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    auto const [cell, fresh] = seen.try_emplace(hashes[i]);
    if (fresh) cell = cell_of(releases, first + i);
    ++(arm == sim::Arm::d ? cell.d : cell.d_prime);
  }
}

void CellCounts::add(sim::Arm arm, ConstBatch releases) {
  auto& worker = workers_->each.local();
  for (std::size_t first = 0; first < releases.releases(); first += at_once)
    add(worker, arm, releases, first, std::min(first + at_once, releases.releases()));
}

std::vector<Cell> CellCounts::cells() const {
  std::vector<std::pair<std::uint64_t, Cell const*>> seen;
  for (auto const& worker : workers_->each)
    worker.seen.each([&](std::uint64_t hash, Cell const& cell) { seen.emplace_back(hash, &cell); });
  std::ranges::sort(seen, {}, &std::pair<std::uint64_t, Cell const*>::first);
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    auto const& [hash, cell] = seen[i];
    if (i == 0 || hash != seen[i - 1].first) cells.push_back({cell->bins});
    cells.back().d += cell->d;
    cells.back().d_prime += cell->d_prime;
  }
  return cells;
}

}  // namespace warner::verify
