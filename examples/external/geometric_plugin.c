/* A count with two-sided geometric noise as a shared library: epsilon = 1, and 2 when it is compiled with -DBROKEN.
 *
 *   cc -O2 -shared -fPIC -I. -o libgeometric.so examples/external/geometric_plugin.c -lm
 *   warner measure --plugin ./libgeometric.so --d '[0]' --d-prime '[1]' --claim-epsilon 1
 */
#include <math.h>

#include "mechanisms/external/plugin.h"

static double uniform(uint64_t *state) { /* SplitMix64, in (0, 1) */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53 + 0x1p-54;
}

size_t warner_columns(double const *dataset, size_t size) { return (void)dataset, (void)size, 1; }

int warner_release(double const *dataset, size_t size, uint64_t seed, size_t trials, double *out) {
#ifdef BROKEN
  double const epsilon = 2;
#else
  double const epsilon = 1;
#endif
  double count = 0;
  for (size_t i = 0; i < size; ++i) count += dataset[i];
  for (size_t i = 0; i < trials; ++i) {
    out[i] = count + floor(-log(uniform(&seed)) / epsilon);
    out[i] -= floor(-log(uniform(&seed)) / epsilon);
  }
  return 0;
}
