#include "verify/scores/atoms.hpp"

#include <algorithm>
#include <cmath>

#include "sim/digits.hpp"
#include "verify/scores/release_hash.hpp"

namespace warner::verify {
namespace {

constexpr std::size_t most_numbers = std::size_t{1} << 16;  // scores in a table by number: half a mebibyte

bool same(double a, double b) { return bits_of(a) == bits_of(b); }

}  // namespace

AtomsTable::AtomsTable(Atoms const& score) : score_{score} {
  if (number_atoms()) return;
  rows_ = HashTable<std::size_t>{score.log_ratio.size()};
  for (std::size_t row = 0; row < score.log_ratio.size(); ++row)
    rows_.add(hash_of_release(score.width, [&](std::size_t j) { return score.releases[row * score.width + j]; }), row);
}

/// Numbers the releases where every number of every atom is a small integer; a table then holds the score of each.
bool AtomsTable::number_atoms() {
  auto const rows = score_.log_ratio.size();
  std::vector<Digit> digits;
  double numbers = 1;
  for (std::size_t j = 0; j < score_.width && rows > 0; ++j) {
    auto lowest = score_.releases[j], highest = lowest;
    for (std::size_t row = 0; row < rows; ++row) {
      auto const y = score_.releases[row * score_.width + j];
      if (!(std::fabs(y) < 0x1p31 && same(y, std::floor(y) + 0.0))) return false;
      lowest = std::min(lowest, y);
      highest = std::max(highest, y);
    }
    digits.push_back({lowest, highest - lowest + 1});
    numbers *= digits.back().base;
    if (numbers > static_cast<double>(most_numbers)) return false;
  }
  digits_ = std::move(digits);
  numbered_.assign(static_cast<std::size_t>(numbers), 0.0);
  for (auto row = rows; row > 0; --row) {  // of equal rows the first counts
    std::size_t number = 0;
    for (std::size_t j = 0; j < score_.width; ++j)
      number = number * static_cast<std::size_t>(digits_[j].base) +
               static_cast<std::size_t>(score_.releases[(row - 1) * score_.width + j] - digits_[j].lowest);
    numbered_[number] = score_.log_ratio[row - 1];
  }
  return true;
}

void AtomsTable::look_up(mechanisms::ConstBatch releases, std::span<double> out) const {
  if (!numbered_.empty()) {
    for (std::size_t j = 0; j < digits_.size(); ++j)
      sim::add_digits(releases.column(j), digits_[j].lowest, digits_[j].base, out);
    return sim::look_up(out, numbered_, out);
  }
  for (std::size_t i = 0; i < releases.releases(); ++i) {
    auto const* row = rows_.find_if(hash_of(releases, i), [&](std::size_t at) {
      std::size_t j = 0;
      while (j < score_.width && same(score_.releases[at * score_.width + j], releases(i, j))) ++j;
      return j == score_.width;
    });
    if (row) out[i] = score_.log_ratio[*row];
  }
}

}  // namespace warner::verify
