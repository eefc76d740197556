#pragma once

#include <cstddef>
#include <cstdint>

#include "mechanisms/contract/batch.hpp"
#include "mechanisms/contract/mechanism.hpp"
#include "sim/stream.hpp"

namespace warner::verify {

/// Both arms of a game: the dataset of each, and the streams of one purpose that their releases are drawn from.
class Arms {
 public:
  /// `mechanism` and `pair` must outlive the arms.
  Arms(mechanisms::AnyMechanism const& mechanism, mechanisms::Pair const& pair, sim::Purpose purpose,
       std::uint64_t seed, sim::Generator generator);

  std::size_t width() const { return width_; }

  /// The stream of one arm in one block.
  sim::Stream stream(sim::Arm arm, std::uint64_t block) const { return {key(arm), block}; }

  /// The first n releases of one arm in one block, which lie in `memory` until it is used again.
  mechanisms::ConstBatch release(sim::Arm arm, std::uint64_t block, std::uint64_t n,
                                 mechanisms::Releases& memory) const;

  /// Calls use(arm, releases) for D and then for D', with as many releases of a block; nothing for an arm without any.
  template <class Use>
  void release(std::uint64_t block, std::uint64_t under_d, std::uint64_t under_d_prime, mechanisms::Releases& memory,
               Use const& use) const {
    if (under_d > 0) use(sim::Arm::d, release(sim::Arm::d, block, under_d, memory));
    if (under_d_prime > 0) use(sim::Arm::d_prime, release(sim::Arm::d_prime, block, under_d_prime, memory));
  }

 private:
  sim::Key const& key(sim::Arm arm) const { return arm == sim::Arm::d ? key_d_ : key_d_prime_; }

  mechanisms::AnyMechanism const& mechanism_;
  mechanisms::Pair const& pair_;
  std::size_t width_;
  sim::Key key_d_, key_d_prime_;
};

}  // namespace warner::verify
