#include "mechanisms/external/arms.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace warner::mechanisms::external {
namespace {

constexpr double most = 1e6;  // datasets

/// All ones for the second, all zeros for the first; the compiler is kept from seeing that there are but two.
template <class Bits>
Bits mask_of(bool second) {
  auto mask = static_cast<Bits>(Bits{0} - static_cast<Bits>(second));
  __asm__ volatile("" : "+r"(mask));
  return mask;
}

template <class Bits, class Value>
void select_bits(bool second, std::span<Value const> a, std::span<Value const> b, std::span<Value> out) {
  if (a.size() != b.size() || a.size() != out.size()) throw std::logic_error{"select: the ranges are not equally long"};
  auto const mask = mask_of<Bits>(second);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const first = std::bit_cast<Bits>(a[i]);
    out[i] = std::bit_cast<Value>(static_cast<Bits>(first ^ ((first ^ std::bit_cast<Bits>(b[i])) & mask)));
  }
}

}  // namespace

Pair const& arms() {
  static Pair const both{{0}, {1}, Relation::substitute, ""};
  return both;
}

std::size_t arm_of(Dataset const& arm) {
  if (arm.size() != 1 || !(arm[0] >= 0 && arm[0] < most && arm[0] == std::floor(arm[0])))
    throw std::logic_error{"arm_of: a mechanism outside the catalogue is asked for arms (arms.hpp), not for data"};
  return static_cast<std::size_t>(arm[0]);
}

void select(bool second, std::span<char const> a, std::span<char const> b, std::span<char> out) {
  select_bits<unsigned char>(second, a, b, out);
}
void select(bool second, std::span<double const> a, std::span<double const> b, std::span<double> out) {
  select_bits<std::uint64_t>(second, a, b, out);
}

}  // namespace warner::mechanisms::external
