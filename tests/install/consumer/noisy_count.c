/* A program of this project: a count with two-sided geometric noise at the epsilon that stands on its command line. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double geometric(uint64_t *state, double epsilon) { /* SplitMix64 */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return floor(-log((double)((z ^ (z >> 31)) >> 11) * 0x1p-53 + 0x1p-54) / epsilon);
}

int main(int count, char **words) {
  double const epsilon = count > 1 ? atof(words[1]) : 1;
  double data;
  long trials;
  unsigned long long seed;
  while (scanf(" {\"dataset\": [%lf], \"trials\": %ld, \"seed\": %llu}", &data, &trials, &seed) == 3) {
    uint64_t state = seed;
    while (trials-- > 0) {
      double const up = geometric(&state, epsilon);
      printf("%.0f\n", data + up - geometric(&state, epsilon));
    }
    fflush(stdout);
  }
  return 0;
}
