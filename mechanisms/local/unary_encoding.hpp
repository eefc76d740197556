#pragma once

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::local {

/// Unary encodings [WBLJ17]: a category becomes the string of k bits with a 1 in its place, and every bit is reported
/// by a coin of its own.
///   symmetric-unary-encoding        a bit is kept with probability e^(epsilon/2) / (1 + e^(epsilon/2)): epsilon, tight
///   optimised-unary-encoding        Pr[1 | 1] = 1/2, Pr[1 | 0] = 1 / (1 + e^epsilon): epsilon, tight, and the least
///                                   variance
///   thresholded-histogram-encoding  the bits "noisy entry above theta" of the string plus Laplace noise of scale 2 /
///                                   epsilon: truly ln(p (1 - q) / (q (1 - p))) < epsilon. Sampled as the coins they
///                                   are; theta in (1/2, 1).
Entry symmetric_unary_encoding_entry();
Entry optimised_unary_encoding_entry();
Entry thresholded_histogram_encoding_entry();

/// The theta in (1/2, 1) with the least variance of the estimated counts, q (1 - q) / (p - q)^2.
double best_theta(double epsilon);

}  // namespace warner::mechanisms::local
