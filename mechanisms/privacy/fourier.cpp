#include "mechanisms/privacy/fourier.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace warner::mechanisms::privacy {

void fourier(std::vector<Complex>& values, bool inverse) {
  auto const n = values.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bits reversed
    auto bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  std::vector<Complex> twiddles(n / 2);
  for (std::size_t half = 1; half < n; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      auto const angle = std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(half);
      // the coarser stages' twiddles are computed anew: together no more than one table
      twiddles[k] = {std::cos(static_cast<double>(angle)), (inverse ? 1 : -1) * std::sin(static_cast<double>(angle))};
    }
    for (std::size_t start = 0; start < n; start += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        auto& a = values[start + k];
        auto& b = values[start + k + half];
        auto const w = twiddles[k];
        Complex const turned{b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
        b = {a.re - turned.re, a.im - turned.im};
        a = {a.re + turned.re, a.im + turned.im};
      }
  }
  if (inverse)
    for (auto& v : values) v = {v.re / static_cast<double>(n), v.im / static_cast<double>(n)};
}

double fourier_error(std::size_t size) {
  // per stage mu + gamma_4 (sqrt 2 + mu), mu at most two units of roundoff for our twiddles: below 8 units
  return 8 * (std::numeric_limits<double>::epsilon() / 2) * static_cast<double>(std::bit_width(size));
}

}  // namespace warner::mechanisms::privacy
