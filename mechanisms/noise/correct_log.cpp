#include "mechanisms/noise/correct_log.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "mechanisms/noise/fifty_digits.hpp"

namespace warner::mechanisms::noise {
namespace {

/// high + low, |low| at most half an ulp of high.
struct Double2 {
  double high = 0, low = 0;
};

Double2 sum_of(double a, double b) {  // exact, for any a and b
  auto const s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
Double2 operator+(Double2 a, Double2 b) {
  auto const high = sum_of(a.high, b.high), low = sum_of(a.low, b.low);
  auto const once = sum_of(high.high, high.low + low.high);
  return sum_of(once.high, once.low + low.low);
}
Double2 operator*(Double2 a, Double2 b) {
  auto const p = a.high * b.high;
  return sum_of(p, std::fma(a.high, b.high, -p) + (a.high * b.low + a.low * b.high));
}
Double2 operator*(Double2 a, double b) { return a * Double2{b, 0}; }
/// a / b for doubles that may be wide.
Double2 quotient(Double2 a, Double2 b) {
  auto const first = a.high / b.high;
  auto const rest = a + b * -first;
  auto const second = rest.high / b.high;
  auto const last = (rest + b * -second).high / b.high;
  return sum_of(first, second) + Double2{last, 0};
}

Double2 rounded(FiftyDigits const& x) {
  auto const high = x.convert_to<double>();
  return {high, FiftyDigits{x - high}.convert_to<double>()};
}

/// x = mantissa 2^exponent, the mantissa in [3/4, 3/2), so that nothing cancels near 1.
struct Parts {
  double mantissa;
  int exponent;
};

/// The 26 leading bits, and the others.
Double2 halves(double x) {
  auto const high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~((std::uint64_t{1} << 27) - 1));
  return {high, x - high};
}

Parts parts_of(double x) {
  constexpr auto of_mantissa = (std::uint64_t{1} << 52) - 1, one = std::uint64_t{1023} << 52;
  auto const normal = x >= 0x1p-1022;
  auto const bits = std::bit_cast<std::uint64_t>(normal ? x : x * 0x1p54);
  auto const mantissa = std::bit_cast<double>((bits & of_mantissa) | one);  // [1, 2)
  auto const exponent = static_cast<int>(bits >> 52) - 1023 - (normal ? 0 : 54);
  return mantissa < 1.5 ? Parts{mantissa, exponent} : Parts{mantissa / 2, exponent + 1};
}

/// Twenty digits in plain doubles, which nearly always decide the last bit: ln m = -ln r + ln(1 + z), r a short
/// number near 1 / m and z = m r - 1 exactly.
class Quick {
 public:
  Quick() : log_2_{split(log(FiftyDigits{2}))} {
    for (int i = 0; i < many; ++i) {
      auto const near = 0.75 + static_cast<double>(i) / cells;
      auto const shortest = near < 1 ? 128 : 256;  // so that z has 53 bits, |z| being below 2^-7
      auto const r = std::round(shortest / near) / shortest;
      of_[static_cast<std::size_t>(i)] = {r, split(-log(FiftyDigits{r}))};
    }
  }

  std::optional<double> log_of(Parts x) const {
    auto const& [r, minus_log_r] = of_[static_cast<std::size_t>(x.mantissa * cells - (0.75 * cells - 0.5))];
    auto const [m_high, m_low] = halves(x.mantissa);
    auto const z = (m_high * r - 1) + m_low * r;  // exact
    auto const [z_high, z_low] = halves(z);
    double const exponent = x.exponent, z2 = z * z;
    auto const base = exponent * log_2_.high + minus_log_r.high;  // exact
    auto const first = sum_of(base, z), high = sum_of(first.high, -(z_high * z_high) / 2);
    auto const beyond = z * z2 * series(z, z2) - z_low * (z + z_high) / 2;
    auto const low = first.low + high.low + (exponent * log_2_.low + minus_log_r.low + beyond);
    // What is rounded is below 2^-22 where the result is above 2^-10, and below z^3 where it is z.
    auto const error = base == 0 ? 0x1p-66 * std::fabs(z) : 0x1p-72;
    auto const up = high.high + (low + error), down = high.high + (low - error);
    return up == down ? std::optional{up} : std::nullopt;
  }

 private:
  static constexpr int cells = 256, many = cells * 3 / 4 + 1;

  /// The high part in 42 binary places, so that a thousand of it and another one are a double.
  static Double2 split(FiftyDigits const& x) {
    auto const high = std::round(x.convert_to<double>() * 0x1p42) * 0x1p-42;
    return {high, FiftyDigits{x - high}.convert_to<double>()};
  }

  /// 1/3 - z/4 + z^2/5 - .. + z^7/10; what is left out is below 2^-80.
  static double series(double z, double z2) {
    auto const first = (1.0 / 3 - z * (1.0 / 4)) + z2 * (1.0 / 5 - z * (1.0 / 6)),
               second = (1.0 / 7 - z * (1.0 / 8)) + z2 * (1.0 / 9 - z * (1.0 / 10));
    return first + z2 * z2 * second;
  }

  struct Near {
    double r = 1;
    Double2 minus_log_r{};
  };
  Double2 log_2_;
  std::array<Near, many> of_{};
};

constexpr int cells = 64, terms = 7;

struct Tables {
  Double2 log_2;
  std::array<Double2, cells + 1> log_of;  // ln(1 + i / cells)
  std::array<Double2, terms> odd;         // 1 / (2 i + 1)
  Tables() {
    log_2 = rounded(log(FiftyDigits{2}));
    for (int i = 0; i <= cells; ++i) log_of[static_cast<std::size_t>(i)] = rounded(log(FiftyDigits{cells + i} / cells));
    for (int i = 0; i < terms; ++i) odd[static_cast<std::size_t>(i)] = rounded(FiftyDigits{1} / (2 * i + 1));
  }
};

Tables const& tables() {
  static Tables const made;
  return made;
}

}  // namespace

double correct_log(double x) {
  if (x == 1) return 0;
  static Quick const quick;
  auto const [mantissa, exponent] = parts_of(x);
  if (auto const found = quick.log_of({mantissa, exponent})) return *found;
  auto const& table = tables();
  // ln m = ln c + 2 atanh((m - c) / (m + c)), c the next of the table; below 1, c = 1/2 + i / 128.
  auto const scaled = mantissa < 1 ? 2 * mantissa : mantissa;
  auto const i = static_cast<int>(std::floor((scaled - 1) * cells + 0.5));
  auto const near = 1 + static_cast<double>(i) / cells, c = mantissa < 1 ? near / 2 : near;
  auto const s = quotient({mantissa - c, 0}, sum_of(mantissa, c)), s2 = s * s;
  auto series = table.odd[terms - 1];
  for (int k = terms - 2; k >= 0; --k) series = table.odd[static_cast<std::size_t>(k)] + s2 * series;
  auto const whole = mantissa < 1 ? exponent - 1 : exponent;  // of ln 2
  auto value = s * series * 2;
  if (whole != 0 || i != 0) {
    auto const of_table = i == cells ? table.log_2 : table.log_of[static_cast<std::size_t>(i)];
    value = (table.log_2 * static_cast<double>(whole) + of_table) + value;
  }
  // The error is below 2^-95 of the largest term; the sum is rounded correctly unless the rest is that near half an
  // ulp.
  auto const error = 0x1p-95 * std::fmax(1.0, std::fabs(static_cast<double>(whole)));
  auto const up = value.high + (value.low + error), down = value.high + (value.low - error);
  if (up == down) return up;
  return log(FiftyDigits{x}).convert_to<double>();
}

}  // namespace warner::mechanisms::noise
