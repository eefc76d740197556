#include "mechanisms/noise/correct_log.hpp"

#include <array>
#include <cmath>

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
  auto const& table = tables();
  int exponent = 0;
  auto mantissa = std::frexp(x, &exponent) * 2;  // [1, 2)
  --exponent;
  if (mantissa > 1.5) mantissa /= 2, ++exponent;  // so that nothing cancels near 1
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
