// Tables of aliases, compiled once for each instruction set. The entries are fetched by ordinary loads first, which is as fast as a gather where
// gathers are fast and twice as fast where they are not.

#include <algorithm>
#include <array>

#include "sim/alias.hpp"
#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/alias.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// entries[i] is that of words[i]; n is a multiple of sixteen.
void by_alias(std::uint64_t const* words, std::uint64_t const* entries, double* out, std::size_t n, double first, double location) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToUnsigned<decltype(d)> w;
  auto const byte = hn::Set(w, 255), exponent = hn::Set(w, 0x4330000000000000u);
  auto const at = hn::Set(d, location), from = hn::Set(d, first), two_52 = hn::Set(d, 0x1p52);
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    auto const word = hn::LoadU(w, words + i), entry = hn::LoadU(w, entries + i), column = hn::And(word, byte);
    auto const below = hn::Lt(hn::ShiftRight<8>(word), hn::ShiftRight<8>(entry));
    auto const drawn = hn::IfThenElse(below, column, hn::And(entry, byte));
    auto const value = hn::Sub(hn::BitCast(d, hn::Or(drawn, exponent)), two_52);  // a whole number below 2^52 as a double
    hn::StoreU(hn::Add(at, hn::Add(from, value)), d, out + i);
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(by_alias);

void fill_alias(Stream& stream, AliasTable const& table, double location, std::span<double> out) {
  obey_environment();
  alignas(64) std::array<std::uint64_t, 512> words, entries;
  alignas(64) std::array<double, 512> rest;
  while (!out.empty()) {
    auto const n = std::min(out.size(), words.size()), padded = (n + 15) / 16 * 16;
    stream.fill(std::span{words}.first(padded));
    for (std::size_t row = 0; row < padded; row += 8)
      for (std::size_t i = row; i < row + 8; ++i) entries[i] = table.entries()[static_cast<std::uint8_t>(words[i])];
    auto* const to = n == padded ? out.data() : rest.data();
    HWY_DYNAMIC_DISPATCH(by_alias)(words.data(), entries.data(), to, padded, table.first(), location);
    if (n < padded) std::copy_n(rest.begin(), n, out.begin());
    out = out.subspan(n);
  }
}

}  // namespace warner::sim
#endif
