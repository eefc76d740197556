#include "sim/alias.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "sim/require.hpp"

namespace warner::sim {

AliasTable::AliasTable(double first, std::span<std::uint64_t const> starts)
    : first_{first}, bits_{std::max(8, static_cast<int>(std::bit_width(starts.size() - (starts.empty() ? 0 : 1))))} {
  require(!starts.empty() && starts.size() <= most,
          "starts: " + std::to_string(starts.size()) + " of them (1 to 2^20 fit in a table)");
  require(starts.front() == 0,
          "starts: " + std::to_string(starts.front()) + " is not 0 (nothing lies below the first integer)");
  entries_.resize(std::size_t{1} << bits_);
  auto const full = std::uint64_t{1} << (64 - bits_);  // what a column holds

  // The mass left to each integer, in whole columns and a rest, since 2^64 has no place in 64 bits.
  struct Mass {
    std::uint64_t columns = 0, rest = 0;
  };
  std::vector<Mass> left(entries_.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    auto const last = i + 1 == starts.size();
    require(last || starts[i] <= starts[i + 1], "starts: they fall at " + std::to_string(i));
    auto const mass = (last ? 0 : starts[i + 1]) - starts[i];  // modulo 2^64, where the end lies
    left[i] = last && starts[i] == 0 ? Mass{entries_.size(), 0} : Mass{mass / full, mass % full};
  }
  // Columns that are too low are filled up from columns that are too high, one after the other.
  std::vector<std::size_t> low, high;
  for (std::size_t i = 0; i < left.size(); ++i) (left[i].columns == 0 ? low : high).push_back(i);
  while (!low.empty()) {
    auto const i = low.back(),
               from = high.back();  // the mean is one column, so there is a high one as long as there is a low one
    low.pop_back();
    entries_[i] = left[i].rest << bits_ | from;
    auto const given = full - left[i].rest;
    auto& giver = left[from];
    if (giver.rest >= given) giver.rest -= given;
    else --giver.columns, giver.rest += full - given;
    if (giver.columns == 0) {
      high.pop_back();
      low.push_back(from);
    }
  }
  for (auto const i : high) entries_[i] = i;  // a full column: its own alias, at any height
}

}  // namespace warner::sim
