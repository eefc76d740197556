#include <cstring>

#include <Random123/ars.h>
#include <Random123/philox.h>

#include "sim/ars.hpp"
#include "sim/philox.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

TEST_CASE("both generators agree with Random123 on a thousand counters and keys", "[sim]") {
  std::uint64_t x = 1;
  auto const next = [&] { return x = x * 6364136223846793005u + 1442695040888963407u; };
  for (int i = 0; i < 1000; ++i) {
    Word128 const counter{next(), next()}, key{next(), next()};
    ars1xm128i_ctr_t c;
    ars1xm128i_key_t k;
    std::memcpy(&c, &counter, 16);
    std::memcpy(&k, &key, 16);
    auto const theirs = ars1xm128i_R(7, c, k);
    std::uint64_t expected[2];
    std::memcpy(expected, &theirs, 16);
    CHECK(ars4x32_7(counter, key) == Word128{expected[0], expected[1]});

    philox4x32_ctr_t pc{{static_cast<std::uint32_t>(counter.low), static_cast<std::uint32_t>(counter.low >> 32),
                         static_cast<std::uint32_t>(counter.high), static_cast<std::uint32_t>(counter.high >> 32)}};
    philox4x32_key_t pk{{static_cast<std::uint32_t>(key.low), static_cast<std::uint32_t>(key.low >> 32)}};
    auto const p = philox4x32_R(10, pc, pk);
    CHECK(philox4x32_10({pc.v[0], pc.v[1], pc.v[2], pc.v[3]}, {pk.v[0], pk.v[1]}) ==
          std::array<std::uint32_t, 4>{p.v[0], p.v[1], p.v[2], p.v[3]});
  }
}
