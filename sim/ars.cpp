#include "sim/ars.hpp"

#include "sim/aes_rounds.hpp"

namespace warner::sim {

Word128 ars4x32_7(Word128 counter, Word128 key) {
  auto state = counter ^ key;
  for (int round = 1; round <= ars_rounds; ++round) {
    key = {key.low + ars_weyl.low, key.high + ars_weyl.high};
    state = round < ars_rounds ? aes_round(state, key) : aes_last_round(state, key);
  }
  return state;
}

}  // namespace warner::sim
