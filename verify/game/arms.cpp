#include "verify/game/arms.hpp"

namespace warner::verify {

Arms::Arms(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Purpose purpose,
           std::uint64_t seed, sim::Generator generator)
    : mechanism_{mechanism},
      pair_{pair},
      width_{mechanism.columns(pair.d).size()},
      key_d_{sim::key_of({seed, purpose, sim::Arm::d, generator})},
      key_d_prime_{sim::key_of({seed, purpose, sim::Arm::d_prime, generator})} {}

mechanisms::ConstBatch Arms::release(sim::Arm arm, std::uint64_t block, std::uint64_t n,
                                     mechanisms::Releases& memory) const {
  auto const batch = memory.shaped(n, width_);
  auto drawn = stream(arm, block);
  mechanism_.release(arm == sim::Arm::d ? pair_.d : pair_.d_prime, drawn, batch);
  return batch;
}

}  // namespace warner::verify
