// Tables of aliases, compiled once for each instruction set. The entries are fetched by ordinary loads first, which is
// as fast as a gather where gathers are fast and twice as fast where they are not.

#include "sim/alias.hpp"

#include <algorithm>
#include <array>

#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/alias.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// entries[i] is that of words[i]; n is a multiple of sixteen. height(w) is w without the bits that name a column.
template <class Height>
HWY_INLINE void draw(std::uint64_t const* words, std::uint64_t const* entries, double* out, std::size_t n,
                     std::uint64_t last_column, double first, double location, Height height) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToUnsigned<decltype(d)> w;
  auto const columns = hn::Set(w, last_column), exponent = hn::Set(w, 0x4330000000000000u);
  auto const at = hn::Set(d, location), from = hn::Set(d, first), two_52 = hn::Set(d, 0x1p52);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    auto const word = hn::LoadU(w, words + i), entry = hn::LoadU(w, entries + i), column = hn::And(word, columns);
    auto const drawn = hn::IfThenElse(hn::Lt(height(word), height(entry)), column, hn::And(entry, columns));
    auto const value =
        hn::Sub(hn::BitCast(d, hn::Or(drawn, exponent)), two_52);  // a whole number below 2^52 as a double
    hn::StoreU(hn::Add(at, hn::Add(from, value)), d, out + i);
  }
}

void by_alias(std::uint64_t const* words, std::uint64_t const* entries, double* out, std::size_t n, int bits,
              double first, double location) {
  if (bits == 8)  // the usual table, by shifts that the compiler knows
    return draw(words, entries, out, n, 255, first, location,
                [](auto word) HWY_ATTR { return hn::ShiftRight<8>(word); });
  draw(words, entries, out, n, (std::uint64_t{1} << bits) - 1, first, location,
       [bits](auto word) HWY_ATTR { return hn::ShiftRightSame(word, bits); });
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(by_alias);

namespace {

/// The entries of n words, n a multiple of eight. No two of the arrays overlap, and the compiler is told: it then pairs
/// the loads.
template <class Column>
[[gnu::noinline]] void fetch(std::uint64_t const* __restrict__ words, std::size_t n,
                             std::uint64_t const* __restrict__ table, std::uint64_t* __restrict__ entries,
                             Column column) {
  for (std::size_t row = 0; row < n; row += 8)
    for (std::size_t i = row; i < row + 8; ++i) entries[i] = table[column(words[i])];
}

}  // namespace

void fill_alias(Stream& stream, AliasTable const& table, double location, std::span<double> out) {
  obey_environment();
  alignas(64) std::array<std::uint64_t, 512> words, entries;
  alignas(64) std::array<double, 512> rest;
  auto const* table_entries = table.entries().data();
  auto const aliases = table.entries().size() - 1;
  while (!out.empty()) {
    auto const n = std::min(out.size(), words.size()), padded = (n + 15) / 16 * 16;
    stream.fill(std::span{words}.first(padded));
    if (table.bits() == 8)
      fetch(words.data(), padded, table_entries, entries.data(),
            [](std::uint64_t word) { return std::size_t{static_cast<std::uint8_t>(word)}; });
    else
      fetch(words.data(), padded, table_entries, entries.data(),
            [aliases](std::uint64_t word) { return static_cast<std::size_t>(word & aliases); });
    auto* const to = n == padded ? out.data() : rest.data();
    HWY_DYNAMIC_DISPATCH(by_alias)(words.data(), entries.data(), to, padded, table.bits(), table.first(), location);
    if (n < padded) std::copy_n(rest.begin(), n, out.begin());
    out = out.subspan(n);
  }
}

}  // namespace warner::sim
#endif
