#include "verify/cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "mechanisms/batch.hpp"
#include "verify/cuts.hpp"
#include "verify/edge_between.hpp"
#include "verify/sample.hpp"

namespace warner::verify {
namespace {

using mechanisms::ConstBatch;

constexpr std::size_t most_read = 1 << 17;
constexpr double often = 1e-3;  // of the releases: a value that comes back so often has a bin of its own

Grid::Axis axis_of(std::span<double const> under_d, std::span<double const> under_d_prime, std::size_t many) {
  auto const read = std::min(under_d.size(), most_read);
  auto const counts = counts_of(under_d.first(read), under_d_prime.first(read));
  auto numbers = counts;
  std::vector<std::size_t> positions{0, counts.size()};
  auto const least = std::max(4.0, often * 2 * static_cast<double>(read));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i].d + counts[i].d_prime < least) continue;
    positions.push_back(i);
    positions.push_back(i + 1);
    numbers[i].d = numbers[i].d_prime = 0;
  }
  for (auto const position : spread_positions(numbers, many)) positions.push_back(position);
  auto const groups = condensed(counts, std::move(positions));
  Grid::Axis axis;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i > 0) axis.edges.push_back(edge_between(groups[i - 1].greatest, groups[i].value));
    axis.is_symbol.push_back(groups[i].value == groups[i].greatest && groups[i].d + groups[i].d_prime >= least);
  }
  if (groups.empty()) axis.is_symbol.push_back(false);
  return axis;
}

using Seen = std::unordered_map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;

std::vector<Cell> in_order(std::vector<Seen> const& parts) {
  std::map<std::uint64_t, Cell> all;
  for (auto const& part : parts)
    for (auto const& [number, seen] : part) {
      auto& cell = all[number];
      cell.number = number;
      cell.d += static_cast<double>(seen.first);
      cell.d_prime += static_cast<double>(seen.second);
    }
  std::vector<Cell> cells;
  for (auto const& [_, cell] : all) cells.push_back(cell);
  return cells;
}

void see(Seen& seen, std::vector<std::uint64_t> const& numbers, bool under_d) {
  for (auto const number : numbers) ++(under_d ? seen[number].first : seen[number].second);
}

}  // namespace

Grid::Grid(ConstBatch under_d, ConstBatch under_d_prime, std::size_t many) {
  std::uint64_t place = 1;
  for (std::size_t j = 0; j < under_d.width() && countable_; ++j) {
    axes_.push_back(axis_of(under_d.column(j), under_d_prime.column(j), many));
    place_.push_back(place);
    countable_ = place <= std::numeric_limits<std::uint64_t>::max() / bins(j);
    place *= bins(j);
  }
}

void Grid::numbers_of(ConstBatch releases, std::vector<std::uint64_t>& numbers) const {
  numbers.assign(releases.releases(), 0);
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    auto const column = releases.column(j);
    for (auto const edge : axes_[j].edges)
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += column[i] >= edge ? place_[j] : 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += std::isnan(column[i]) ? place_[j] * (bins(j) - 1) : 0;
  }
}

std::vector<Cell> Grid::cells_of(ConstBatch under_d, ConstBatch under_d_prime) const {
  std::vector<Seen> seen(1);
  std::vector<std::uint64_t> numbers;
  for (auto const& batch : {under_d, under_d_prime}) {
    numbers_of(batch, numbers);
    see(seen.front(), numbers, batch.data() == under_d.data());
  }
  return in_order(seen);
}

std::vector<Cell> Grid::count(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Replicates const& range, std::uint64_t seed,
                              sim::Generator generator, sim::Execution const& execution) const {
  struct Desk {
    mechanisms::Releases memory;
    std::vector<std::uint64_t> numbers;
    Seen seen;
  };
  std::vector<Desk> free;
  std::mutex lending;
  sim::for_each_block(
      range,
      [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
        Desk desk;
        {
          std::scoped_lock const lock{lending};
          if (!free.empty()) {
            desk = std::move(free.back());
            free.pop_back();
          }
        }
        auto const batch = desk.memory.shaped(trials, axes_.size());
        for (auto const arm : {sim::Arm::d, sim::Arm::d_prime}) {
          sim::Stream stream{{seed, sim::Purpose::search, arm, generator}, block};
          mechanism.release(arm == sim::Arm::d ? pair.d : pair.d_prime, stream, batch);
          numbers_of(batch, desk.numbers);
          see(desk.seen, desk.numbers, arm == sim::Arm::d);
        }
        std::scoped_lock const lock{lending};
        free.push_back(std::move(desk));
      },
      execution);
  std::vector<Seen> parts;
  for (auto& desk : free) parts.push_back(std::move(desk.seen));
  return in_order(parts);
}

}  // namespace warner::verify
