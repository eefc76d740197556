#include "mechanisms/central/encryption.hpp"

#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

Encryption::Encryption(Key key, std::size_t bytes) : key_{key}, bytes_{bytes} {
  require(bytes >= 1 && bytes <= 8, fmt::format("bytes: {} are not 1 to 8", bytes));
}

std::vector<Column> Encryption::columns(Dataset const& dataset) const {
  require_categories(dataset, bytes_, 255);
  return std::vector<Column>(bytes_, Column{"byte", Column::Kind::category});
}

std::uint64_t Encryption::pad(std::uint64_t key, std::size_t j) const {
  if (key_ == Key::fresh) return key >> (8 * j) & 255;
  if (key_ == Key::known) return 0xD308A3856A883F24u >> (8 * j) & 255;  // the first digits of pi - 3 in base 256
  auto z = (key & 255) ^ (0x1B * j & 255);                              // odd factors and shifted xors are bijections
  for (std::size_t round = 0; round <= j; ++round) {
    z = z * 0x9D & 255;
    z ^= z >> 3;
  }
  return z;
}

void Encryption::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::vector<std::uint64_t> keys(out.releases());
  if (key_ != Key::known) stream.fill(keys);
  for (std::size_t j = 0; j < bytes_; ++j) {
    auto const byte = out.column(j);
    auto const message = static_cast<std::uint64_t>(dataset[j]);
    for (std::size_t i = 0; i < byte.size(); ++i) byte[i] = static_cast<double>(message ^ pad(keys[i], j));
  }
}

void Encryption::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const impossible = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto possible = true;
    std::vector<std::uint64_t> shown;  // the pad that makes this release
    for (std::size_t j = 0; j < bytes_; ++j) {
      auto const y = releases(i, j);
      possible = possible && y >= 0 && y <= 255 && y == std::floor(y);
      shown.push_back(possible ? static_cast<std::uint64_t>(y) ^ static_cast<std::uint64_t>(dataset[j]) : 0);
    }
    if (possible && key_ == Key::fresh) {
      out[i] = -8 * std::log(2.0) * static_cast<double>(bytes_);
      continue;
    }
    std::uint64_t makers = 0;
    for (std::uint64_t key = 0; possible && key < keys(); ++key) {
      auto makes = true;
      for (std::size_t j = 0; j < bytes_; ++j) makes = makes && pad(key, j) == shown[j];
      makers += makes;
    }
    out[i] = makers == 0 ? impossible : std::log(static_cast<double>(makers) / static_cast<double>(keys()));
  }
}

std::optional<privacy::PairPrivacy> Encryption::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime || key_ == Key::fresh) return privacy::equal_pair();
  std::map<std::vector<std::uint64_t>, std::pair<double, double>> masses;
  for (std::uint64_t key = 0; key < keys(); ++key) {
    std::vector<std::uint64_t> there, back;
    for (std::size_t j = 0; j < bytes_; ++j) {
      there.push_back(static_cast<std::uint64_t>(pair.d[j]) ^ pad(key, j));
      back.push_back(static_cast<std::uint64_t>(pair.d_prime[j]) ^ pad(key, j));
    }
    masses[there].first += 1 / static_cast<double>(keys());
    masses[back].second += 1 / static_cast<double>(keys());
  }
  std::vector<double> p, q;
  for (auto const& [_, mass] : masses) {
    p.push_back(mass.first);
    q.push_back(mass.second);
  }
  return privacy::finite_pair(p, q);
}

std::vector<Parameter> encryption_parameters(std::uint64_t least) {
  return {{"bytes", 2, "length of the message, 1 to 8", Whole{least, 8}}};
}

Instance make_encryption(Arguments& values, Encryption::Key key) {
  auto const bytes = values.whole("bytes");
  Dataset const zeros(bytes, 0.0), ones(bytes, 255.0);
  auto last = zeros;
  last.back() = 1;
  return {Encryption{key, bytes},
          {{zeros, ones, Relation::substitute, "every byte"}, {zeros, last, Relation::substitute, "the last bit"}}};
}

Entry encryption_one_time_pad_entry() {
  return {.name = "encryption-one-time-pad",
          .summary = "a message xored with a fresh key of its length",
          .release = "{0..255}^bytes",
          .parameters = encryption_parameters(1),
          .reference = "S49",
          .make = [](Arguments& values) { return make_encryption(values, Encryption::Key::fresh); }};
}

}  // namespace warner::mechanisms::central
