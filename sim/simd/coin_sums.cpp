// Sums of bit-sliced coins, compiled once for each instruction set.

#include "sim/coin_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/bits.hpp"
#include "sim/instruction_set.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/simd/coin_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace warner::sim::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Adds one bit to each of 4096 numbers, whose k-th digits are the 64 words from digits + 64 k on.
void add_bits(std::uint64_t const* bits, std::uint64_t* digits, std::size_t count) {
  constexpr hn::CappedTag<std::uint64_t, 8> w;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(w)) {
    auto carry = hn::LoadU(w, bits + i);
    for (std::size_t k = 0; k < count; ++k) {
      auto const digit = hn::LoadU(w, digits + 64 * k + i);
      hn::StoreU(hn::Xor(digit, carry), w, digits + 64 * k + i);
      carry = hn::And(digit, carry);
    }
  }
}

/// out[i] += the i-th number, i below 64: digit k is bit i of digits[64 k].
void add_numbers(std::uint64_t const* digits, std::size_t count, double* out) {
  constexpr hn::CappedTag<double, 8> d;
  constexpr hn::RebindToUnsigned<decltype(d)> w;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    HWY_ALIGN std::uint64_t which[8];
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) which[lane] = std::uint64_t{1} << (i + lane);
    auto const bit = hn::Load(w, which);
    auto sum = hn::LoadU(d, out + i), value = hn::Set(d, 1.0);
    for (std::size_t k = 0; k < count; ++k) {
      auto const one = hn::TestBit(hn::Set(w, digits[64 * k]), bit);
      sum = hn::Add(sum, hn::IfThenElseZero(hn::RebindMask(d, one), value));
      value = hn::Add(value, value);
    }
    hn::StoreU(sum, d, out + i);
  }
}

}  // namespace warner::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warner::sim {

HWY_EXPORT(add_bits);
HWY_EXPORT(add_numbers);

void add_coin_sums(Stream& stream, std::uint64_t threshold, std::uint64_t n, std::span<double> out) {
  obey_environment();
  constexpr std::size_t most_digits = 16;  // numbers below 65536 between two additions to out
  alignas(64) std::array<std::uint64_t, 64> bits;
  alignas(64) std::array<std::uint64_t, 64 * most_digits> digits;
  for (; !out.empty(); out = out.subspan(std::min<std::size_t>(out.size(), 4096))) {
    auto const chunk = out.first(std::min<std::size_t>(out.size(), 4096));
    auto const words = (chunk.size() + 63) / 64;
    bits.fill(0);
    for (std::uint64_t done = 0; done < n;) {
      auto const some = std::min<std::uint64_t>(n - done, 65'535);
      digits.fill(0);
      for (std::uint64_t coin = 1; coin <= some; ++coin) {
        fill_bits(stream, threshold, std::span{bits}.first(words));
        HWY_DYNAMIC_DISPATCH(add_bits)(bits.data(), digits.data(), static_cast<std::size_t>(std::bit_width(coin)));
      }
      auto const count = static_cast<std::size_t>(std::bit_width(some));
      for (std::size_t word = 0; word < chunk.size() / 64; ++word)
        HWY_DYNAMIC_DISPATCH(add_numbers)(digits.data() + word, count, chunk.data() + 64 * word);
      if (auto const rest = chunk.last(chunk.size() % 64); !rest.empty()) {
        alignas(64) std::array<double, 64> sums{};
        HWY_DYNAMIC_DISPATCH(add_numbers)(digits.data() + chunk.size() / 64, count, sums.data());
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] += sums[i];
      }
      done += some;
    }
  }
}

}  // namespace warner::sim
#endif
