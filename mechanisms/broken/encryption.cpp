#include "mechanisms/central/encryption.hpp"

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

using central::Encryption;

/// Encryptions whose keys hide too little; each claims epsilon = 0.
///   encryption-known-key  a public pad: delta = 1. Flaw: support
///   encryption-short-key  a pad expanded from one fresh byte: at most 256 of the 65536 releases of two bytes, each
///                         byte uniform: infinite. Flaw: support. Only whole releases betray it. With a key of 128 bits
///                         no feasible audit would see it, which is no proof of anything.
Entry encryption_known_key_entry() {
  return {.name = "broken/encryption-known-key",
          .summary = "a message xored with a public key",
          .release = "{0..255}^bytes",
          .parameters = central::encryption_parameters(1),
          .flaw = "everybody has the key: every release tells the message",
          .reference = "S49",
          .make = [](Arguments& values) { return central::make_encryption(values, Encryption::Key::known); }};
}

Entry encryption_short_key_entry() {
  return {.name = "broken/encryption-short-key",
          .summary = "a message xored with a pad expanded from one fresh byte",
          .release = "{0..255}^bytes",
          .parameters = central::encryption_parameters(2),  // a byte of key hides a byte of message perfectly
          .flaw = "256 keys make 256 releases: each byte is uniform, but messages share hardly a release",
          .reference = "S49",
          .make = [](Arguments& values) { return central::make_encryption(values, Encryption::Key::one_byte); }};
}

}  // namespace warner::mechanisms::broken
