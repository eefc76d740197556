#include <cstdio>
#include <cstdlib>

extern "C" {
#include <TestU01.h>
}

// TestU01's SmallCrush on 32-bit numbers from standard input (scripts/quality).
namespace {

unsigned next() {
  unsigned bits;
  if (std::fread(&bits, sizeof bits, 1, stdin) != 1) {
    std::fputs("small_crush: the stream has ended\n", stderr);
    std::exit(2);
  }
  return bits;
}

}  // namespace

int main() {
  char name[] = "standard input";
  auto* const generator = unif01_CreateExternGenBits(name, next);
  bbattery_SmallCrush(generator);
  unif01_DeleteExternGenBits(generator);
  for (int test = 0; test < bbattery_NTests; ++test)
    if (bbattery_pVal[test] < 1e-9 || bbattery_pVal[test] > 1 - 1e-9) return 1;
  return 0;
}
