#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::mechanisms {

/// An entry of the catalogue at several lengths of its vectors of answers.
struct OfLengths {
  AnyMechanism mechanism;           ///< releases a dataset as the instance of its length does
  std::vector<Instance> instances;  ///< of each length, in the order that was asked for
};

/// entry.make at each of the lengths: its datasets may then have any of them, and so a pair of one length competes with
/// a pair of another.
/// @throws std::invalid_argument where there are none, for entries that take one answer or no vectors of answers, where
/// `given` names a length itself, and where the entry does not promise the same at all of them.
OfLengths make_of_lengths(Entry const& entry, Given const& given, std::span<std::size_t const> lengths);

/// The lengths that are worth trying, the entry's own first: one answer, two, and twice as many. Only those that the
/// entry can be made of, with the same promise. None where its datasets have one length, or `given` names it.
std::vector<std::size_t> lengths_worth_trying(Entry const& entry, Given const& given);

}  // namespace warner::mechanisms
