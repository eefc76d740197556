#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::mechanisms {

/// One entry of the catalogue, made at several lengths of its vectors of answers.
struct OfLengths {
  AnyMechanism mechanism;           ///< releases a dataset as the instance of its length does
  std::vector<Instance> instances;  ///< one of each length, in the order asked for
};

/// Makes the entry at each of the lengths, so that pairs of all lengths compete in one audit.
/// @throws std::invalid_argument without lengths; for entries whose datasets have one length; where `values` names a
/// length; and where the claims of two lengths differ.
OfLengths make_of_lengths(Entry const& entry, ParameterValues const& values, std::span<std::size_t const> lengths);

/// Lengths worth trying: the entry's own, then 1, 2 and twice its own, as far as it can be made so with the same claim.
/// Empty where its datasets have one length, or `values` names it.
std::vector<std::size_t> lengths_worth_trying(Entry const& entry, ParameterValues const& values);

}  // namespace warner::mechanisms
