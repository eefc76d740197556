/* Randomised response with one bit of Warner's protocol: the answer is true with probability e / (1 + e), that is epsilon = 1.
 *
 *   cc -O2 -o randomised_response examples/external/randomised_response.c
 *   warner measure --exec ./randomised_response --d '[0]' --d-prime '[1]'
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next(uint64_t *state) { /* SplitMix64 */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int main(void) {
  double bit;
  long trials;
  unsigned long long seed;
  char const *protocol = getenv("WARNER_PROTOCOL"); /* version 2 lets it say what it is; without this line it speaks version 1 */
  if (protocol && !strcmp(protocol, "2")) puts("{\"warner\": 2, \"name\": \"randomised response\", \"version\": \"1\", \"claim\": {\"epsilon\": 1}, \"relation\": \"substitute\", \"seeded\": true}");
  while (scanf(" {\"dataset\": [%lf], \"trials\": %ld, \"seed\": %llu}", &bit, &trials, &seed) == 3) {
    uint64_t state = seed;
    while (trials-- > 0) {
      int lie = (double)(next(&state) >> 11) * 0x1p-53 < 0.2689414213699951;
      puts((bit != 0) != lie ? "yes" : "no");
    }
    fflush(stdout);
  }
  return 0;
}
