/* A noisy count of the bytes of a dataset, read once: the shared library of version 2. With -DCLAIMS it says what it promises. */
#include <math.h>
#include <stdlib.h>

#include "mechanisms/external/plugin.h"

typedef struct {
  double commas;
} Data;

#ifdef CLAIMS
char const *warner_hello(void) { return "{\"name\": \"commas\", \"version\": \"7\", \"claim\": {\"epsilon\": 1}}"; }
#endif

void *warner_prepare(char const *json, size_t size) {
  Data *const data = malloc(sizeof *data);
  if (!data || json[0] != '{') return free(data), (void *)0;
  data->commas = 0;
  for (size_t i = 0; i < size; ++i) data->commas += json[i] == ',';
  return data;
}

size_t warner_prepared_columns(void const *prepared) { return (void)prepared, 2; }

static double uniform(uint64_t *state) { /* SplitMix64, in (0, 1) */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53 + 0x1p-54;
}

int warner_prepared_release(void const *prepared, uint64_t seed, size_t trials, double *out) {
  Data const *const data = prepared;
  for (size_t i = 0; i < trials; ++i) {
    double const up = floor(-log(uniform(&seed)));
    out[2 * i] = data->commas + up - floor(-log(uniform(&seed)));
    out[2 * i + 1] = 7;
  }
  return 0;
}
