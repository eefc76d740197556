#pragma once

#include <vector>

namespace warner::mechanisms::privacy {

struct Complex {
  double re = 0, im = 0;
};

/// Discrete Fourier transform in place, size a power of two; the inverse divides by the size. Plain radix two with
/// twiddles rounded once from the library's sine and cosine, so that the classical bound holds: the error is at most
/// fourier_error(size) times the result, both in the Euclidean norm [H02, theorem 24.2].
void fourier(std::vector<Complex>& values, bool inverse);
double fourier_error(std::size_t size);

}  // namespace warner::mechanisms::privacy
