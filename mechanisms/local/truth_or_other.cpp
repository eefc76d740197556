#include "mechanisms/local/truth_or_other.hpp"

#include <algorithm>
#include <array>

#include "sim/scalar.hpp"

namespace warner::mechanisms::local {

void keep_or_replace(sim::Stream& stream, std::uint64_t threshold, std::size_t k, std::span<double> categories) {
  auto const others = static_cast<std::uint64_t>(k - 1);
  std::array<std::uint64_t, 512> words;  // a release takes two: is it the truth, and which other
  for (std::size_t i = 0; i < categories.size(); i += words.size() / 2) {
    auto const n = std::min(words.size() / 2, categories.size() - i);
    stream.fill(std::span{words}.first(2 * n));
    for (std::size_t j = 0; j < n; ++j) {
      // Which of the others: each has its share of 2^52 points, to within one.
      auto const truth = static_cast<std::uint64_t>(categories[i + j]);
      auto const other =
          static_cast<std::uint64_t>(sim::scalar::unit_open(words[2 * j + 1]) * static_cast<double>(others));
      categories[i + j] = static_cast<double>(words[2 * j] < threshold ? truth : other + (other >= truth));
    }
  }
}

}  // namespace warner::mechanisms::local
