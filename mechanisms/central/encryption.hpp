#pragma once

#include <cstdint>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/contract/mechanism.hpp"

namespace warner::mechanisms::central {

/// A message of bytes, each xored with a byte of a pad. What is private about it is the key alone.
///   fresh      the pad is uniform and as long as the message: the release is uniform, epsilon is 0 [S49]
///   known      the pad is public: the release is the message, delta is 1
///   one_byte   the pad is expanded from a fresh byte: every byte of the release is uniform, but there are at most 256
///              releases a message
///
/// Guarantee:  epsilon = 0 is claimed, and true of `fresh` alone.
/// Data:       the bytes of the message.
class Encryption {
 public:
  enum class Key { fresh, known, one_byte };
  /// @throws std::invalid_argument unless 1 <= bytes <= 8.
  Encryption(Key key, std::size_t bytes);

  std::vector<Column> columns(Dataset const& dataset) const;
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const;
  Guarantee guarantee() const { return PureDp{0}; }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const;
  /// By enumeration of the keys.
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const;

  /// Byte j of the pad of a word of key: for one_byte each is a bijection of the word's low byte.
  std::uint64_t pad(std::uint64_t key, std::size_t j) const;

 private:
  std::uint64_t keys() const { return key_ == Key::known ? 1 : 256; }  // where they are enumerated
  Key key_;
  std::size_t bytes_;
};

/// What the entries, sound and broken, share: the parameter `bytes`, from `least` to 8, and a pair of messages that
/// differ in every byte, or in the last alone.
std::vector<Parameter> encryption_parameters(std::uint64_t least);
Instance make_encryption(Arguments& values, Encryption::Key key);

}  // namespace warner::mechanisms::central
