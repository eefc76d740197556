/* The same as a shared library: it never looks at its data (constant_time.c). */
#include "mechanisms/external/plugin.h"

size_t warner_columns(double const* dataset, size_t size) {
  (void)dataset, (void)size;
  return 1;
}

int warner_release(double const* dataset, size_t size, uint64_t seed, size_t trials, double* out) {
  (void)dataset, (void)size, (void)seed;
  for (size_t i = 0; i < trials; ++i) out[i] = 7;
  return 0;
}
