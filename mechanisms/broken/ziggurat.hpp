#pragma once

#include "sim/stream.hpp"

namespace warner::mechanisms::broken {

/// A standard normal by the ziggurat of 256 layers [MT00], as in numpy: 8 bits name a layer, one is the sign, 52 a
/// point across it. Mostly one word and one product; else a comparison in the layer's overhang, or Marsaglia's tail.
/// Layers are computed in fifty digits, logarithms are our own.
double ziggurat_gaussian(sim::Stream& stream);

}  // namespace warner::mechanisms::broken
