#include "mechanisms/external/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/release/limits.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::string_view magic{"\x93NUMPY", 6};

std::uint64_t bits_of(char const* bytes, std::size_t size, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < size; ++k)
    bits |= std::uint64_t{static_cast<unsigned char>(bytes[big_endian ? size - 1 - k : k])} << (8 * k);
  return bits;
}

double half(std::uint64_t bits) {
  auto const sign = bits >> 15 ? -1.0 : 1.0;
  auto const exponent = static_cast<int>(bits >> 10 & 0x1F);
  auto const mantissa = static_cast<double>(bits & 0x3FF);
  if (exponent == 31) return mantissa > 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

/// What stands between quotes, or after a colon, behind a key of the header.
std::string_view after(std::string_view header, std::string_view key) {
  auto const found = header.find(key);
  if (found == std::string_view::npos) return {};
  auto rest = header.substr(found + key.size());
  rest.remove_prefix(std::min(rest.find_first_not_of("': "), rest.size()));
  return rest;
}

std::vector<std::size_t> shape_of(std::string_view header) {
  std::vector<std::size_t> shape;
  auto rest = after(header, "'shape'");
  rest = rest.substr(0, rest.find(')'));
  for (std::size_t from = 0; from < rest.size();) {
    std::size_t extent = 0;
    auto const [end, error] = std::from_chars(rest.data() + from, rest.data() + rest.size(), extent);
    if (error == std::errc{}) shape.push_back(extent);
    from = std::max(from + 1, static_cast<std::size_t>(end - rest.data()));
  }
  return shape;
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(magic); }

void read_npy(ReleaseFile& file) {
  std::string_view const bytes{file.text.data(), file.text.size()};
  auto const refuse_unless = [&](bool good, std::string const& why) { require(good, file.path + ": " + why); };
  refuse_unless(bytes.size() >= 12, "is no whole NumPy array");
  auto const wide = bytes[6] > 1;
  auto const length = bits_of(bytes.data() + 8, wide ? 4 : 2, false), begin = length + (wide ? 12u : 10u);
  refuse_unless(begin <= bytes.size(), "is no whole NumPy array");
  auto const header = bytes.substr(wide ? 12 : 10, length);
  auto const type = after(header, "'descr'");
  auto const shape = shape_of(header);
  auto const kind = type.size() > 2 ? type[1] : ' ';
  auto const size = type.size() > 2 && type[2] >= '1' && type[2] <= '8' ? static_cast<std::size_t>(type[2] - '0') : 0;
  auto const is_type = std::string_view{"fiub"}.find(kind) != std::string_view::npos && std::has_single_bit(size) &&
                       (kind != 'f' || size > 1) && type.size() > 3 && type[3] == '\'';
  refuse_unless(is_type, fmt::format("is an array of '{}' (numbers and booleans of one to eight bytes can be read)",
                                     type.substr(0, type.find('\''))));
  refuse_unless(shape.size() == 1 || shape.size() == 2,
                fmt::format("is an array of {} dimensions (one row a release: two, or one)", shape.size()));
  refuse_unless(shape.size() == 1 || !after(header, "'fortran_order'").starts_with("True"),
                "is in Fortran order (save numpy.ascontiguousarray of it)");
  auto const rows = shape[0], width = shape.size() == 2 ? shape[1] : 1;
  refuse_unless(rows > 0 && width > 0, "has no releases");
  refuse_unless(width <= most_columns,
                fmt::format("has {} numbers a release (at most {} can be audited)", width, most_columns));
  refuse_unless((bytes.size() - begin) / size / width >= rows, "is no whole NumPy array");

  std::vector<char> numbers(rows * width * 8);
  for (std::size_t i = 0; i < rows * width; ++i) {
    auto const bits = bits_of(bytes.data() + begin + i * size, size, type[0] == '>');
    auto const sign_bit = std::uint64_t{1} << (8 * size - 1);
    auto const whole = static_cast<std::int64_t>((bits ^ sign_bit) - sign_bit);
    auto const value = kind == 'f'   ? size == 8   ? std::bit_cast<double>(bits)
                                       : size == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                                   : half(bits)
                         : kind == 'i' ? static_cast<double>(whole)
                                     : static_cast<double>(bits);
    if (kind != 'f')
      refuse_unless(std::abs(value) <= 0x1p53, fmt::format("number {} is beyond 2^53, and would be rounded", i));
    auto const raw = std::bit_cast<std::uint64_t>(value);
    for (std::size_t k = 0; k < 8; ++k) numbers[8 * i + k] = static_cast<char>(raw >> (8 * k));
  }
  file.text = std::move(numbers);
  file.numbers = width;
  for (std::size_t i = 0; i < rows; ++i) file.lines.emplace_back(file.text.data() + i * width * 8, width * 8);
}

}  // namespace warner::mechanisms::external
