#include "verify/game/order_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace warner::verify {
namespace {

constexpr int digit_bits = 11, digits = 3, dropped = 64 - digit_bits * digits;
constexpr std::size_t few = 1024;
constexpr std::uint64_t sign = std::uint64_t{1} << 63;

/// Integers in the order of the numbers: negative ones turned over, positive ones above them.
std::uint64_t key_of(double x) {
  auto const bits = std::bit_cast<std::uint64_t>(x);
  return bits >> 63 ? ~bits : bits | sign;
}
double number_of(std::uint64_t key) { return std::bit_cast<double>(key >> 63 ? key ^ sign : ~key); }

std::size_t digit(std::uint64_t key, int which) {
  return key >> (dropped + digit_bits * which) & ((std::size_t{1} << digit_bits) - 1);
}

}  // namespace

void order_numbers(std::vector<double>& numbers) {
  if (numbers.size() <= few) return std::sort(numbers.begin(), numbers.end());
  std::vector<std::uint64_t> keys(numbers.size()), ordered(numbers.size());
  std::array<std::array<std::uint32_t, std::size_t{1} << digit_bits>, digits> begins{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto const key = keys[i] = key_of(numbers[i]);
    for (int which = 0; which < digits; ++which) ++begins[static_cast<std::size_t>(which)][digit(key, which)];
  }
  for (int which = 0; which < digits; ++which) {
    auto& begin = begins[static_cast<std::size_t>(which)];
    if (begin[digit(keys.front(), which)] == keys.size()) continue;  // all alike
    std::uint32_t sum = 0;
    for (auto& b : begin) sum += std::exchange(b, sum);
    for (auto const key : keys) ordered[begin[digit(key, which)]++] = key;
    keys.swap(ordered);
  }
  for (std::size_t from = 0; from < keys.size();) {
    auto to = from + 1;
    while (to < keys.size() && keys[to] >> dropped == keys[from] >> dropped) ++to;
    if (to - from > 1)
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(from), keys.begin() + static_cast<std::ptrdiff_t>(to));
    from = to;
  }
  for (std::size_t i = 0; i < keys.size(); ++i) numbers[i] = number_of(keys[i]);
}

}  // namespace warner::verify
