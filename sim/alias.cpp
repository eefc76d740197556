#include "sim/alias.hpp"

#include <string>
#include <vector>

#include "sim/require.hpp"

namespace warner::sim {

AliasTable::AliasTable(double first, std::span<std::uint64_t const> starts) : first_{first} {
  require(!starts.empty() && starts.size() <= entries_.size(), "starts: " + std::to_string(starts.size()) + " of them (1 to 256 fit in a table)");
  require(starts.front() == 0, "starts: " + std::to_string(starts.front()) + " is not 0 (nothing lies below the first integer)");
  constexpr auto full = std::uint64_t{1} << 56;  // what a column holds: 2^64 / 256

  // The mass left to each integer, in whole columns and a rest, since 2^64 has no place in 64 bits.
  struct Mass {
    std::uint64_t columns = 0, rest = 0;
  };
  std::array<Mass, 256> left{};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    auto const last = i + 1 == starts.size();
    require(last || starts[i] <= starts[i + 1], "starts: they fall at " + std::to_string(i));
    auto const mass = (last ? 0 : starts[i + 1]) - starts[i];  // modulo 2^64, where the end lies
    left[i] = last && starts[i] == 0 ? Mass{256, 0} : Mass{mass / full, mass % full};
  }
  // Columns that are too low are filled up from columns that are too high, one after the other.
  std::vector<std::size_t> low, high;
  for (std::size_t i = 0; i < left.size(); ++i) (left[i].columns == 0 ? low : high).push_back(i);
  while (!low.empty()) {
    auto const i = low.back(), from = high.back();  // the mean is one column, so there is a high one as long as there is a low one
    low.pop_back();
    entries_[i] = left[i].rest << 8 | from;
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
