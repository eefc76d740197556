#pragma once

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::local {

/// RAPPOR [EPK14]: a value becomes a Bloom filter of m bits by h hashes. Once and for all, a bit is replaced by a fair
/// coin with probability f; in every report, a permanent 1 is shown as 1 with probability q, a permanent 0 with
/// probability p. `rappor-one-time` shows the permanent bits.
///
/// Guarantee:  with q* = f (p + q) / 2 + (1 - f) q and p* = f (p + q) / 2 + (1 - f) p, filters that differ in h bits
///             each way spend h ln(q* (1 - p*) / (p* (1 - q*))), tight, and others less. One-time: 2 h ln((1 - f/2) /
///             (f/2)).
/// Data:       m bits, the filter itself: which bits a pair of values shares is for the caller to choose. The first
///             pair differs in 2 h bits.
Entry rappor_entry();
Entry rappor_one_time_entry();

}  // namespace warner::mechanisms::local
