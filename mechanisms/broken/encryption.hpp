#pragma once

#include "mechanisms/central/encryption.hpp"

namespace warner::mechanisms::broken {

/// Encryptions whose keys hide too little; each claims epsilon = 0.
///   encryption-known-key  a public pad: delta = 1. Flaw: support
///   encryption-short-key  a pad expanded from one fresh byte: at most 256 of the 65536 releases of two bytes, each
///                         byte uniform: infinite. Flaw: support. Only whole releases betray it. With a key of 128 bits
///                         no feasible audit would see it, which is no proof of anything.
Entry encryption_known_key_entry();
Entry encryption_short_key_entry();

}  // namespace warner::mechanisms::broken
