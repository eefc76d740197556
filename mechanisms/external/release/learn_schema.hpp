#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mechanisms/external/release/schema.hpp"

namespace warner::mechanisms::external {

/// A release to learn from, and the dataset that it is of.
struct Example {
  Value const* release;
  std::size_t dataset;
};

/// Learns what releases are from some of each dataset.
///
/// Maps:      each key is a place. Rows that have a key or a first item, no two of a release the same, are a map by it.
/// Lists:     each position is a place. Where lengths or words differ, items are counted besides, wherever they stand.
/// Words:     those come first that tell the datasets apart best, by counts of these examples; so do keys. A word has
/// one
///            number at all positions of a list, where most of what stands at one stands at others, too.
/// Texts:     those that hardly ever come twice are taken apart (text_parts.hpp), and learned as maps.
/// Numbers:   0 and 1 alone are flags, whole ones integers, others floating: doubles to the last bit.
/// Limits:    10,000 columns, 1,000 members of a map, 1,000 words of a place. What is beyond is left out.
///
/// @param ideal: whether numbers stand for ideal real ones, so that their last bits mean nothing.
/// @param names: of the fields of a release that is a list; y[0], y[1], .. where there are none.
Schema learn_schema(std::span<Example const> examples, bool ideal = false, std::vector<std::string> const& names = {});

}  // namespace warner::mechanisms::external
