#include "mechanisms/broken/encryption.hpp"

namespace warner::mechanisms::broken {

using central::Encryption;

Entry encryption_known_key_entry() {
  return {.name = "broken/encryption-known-key",
          .summary = "a message xored with a public key",
          .release = "{0..255}^bytes",
          .parameters = central::encryption_parameters(),
          .flaw = "everybody has the key: every release tells the message",
          .reference = "S49",
          .make = [](Given const& given) { return central::make_encryption(given, Encryption::Key::known); }};
}

Entry encryption_short_key_entry() {
  return {.name = "broken/encryption-short-key",
          .summary = "a message xored with a pad expanded from one fresh byte",
          .release = "{0..255}^bytes",
          .parameters = central::encryption_parameters(),
          .flaw = "256 keys make 256 releases: each byte is uniform, but messages share hardly a release",
          .reference = "S49",
          .make = [](Given const& given) { return central::make_encryption(given, Encryption::Key::one_byte); }};
}

}  // namespace warner::mechanisms::broken
