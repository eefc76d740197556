#include "verify/scores/conditional.hpp"

#include <algorithm>
#include <cmath>

namespace warner::verify {
namespace {

/// Two classes may share a hash, once in 2^64: then the first speaks for both.
/// A score is any fixed function, so that nothing breaks.
std::uint64_t with(std::uint64_t hash, std::size_t symbol) {
  hash = (hash ^ symbol) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

}  // namespace

std::size_t symbol_of(std::span<double const> symbols, double y) {
  auto const numbers = symbols.empty() || !std::isnan(symbols.back()) ? symbols : symbols.first(symbols.size() - 1);
  if (std::isnan(y)) return numbers.size();  // the NaN's own place, or that of a number
  auto const at = static_cast<std::size_t>(std::ranges::lower_bound(numbers, y) - numbers.begin());
  return at < numbers.size() && numbers[at] == y ? at : symbols.size();
}

ConditionalTable::ConditionalTable(Conditional const& score) : score_{score}, classes_{score.classes.size()} {
  for (std::size_t c = 0; c < score.classes.size(); ++c) {
    std::uint64_t hash = 0;
    for (auto const symbol : score.classes[c].symbols) hash = with(hash, symbol);
    classes_.add(hash, c);
  }
}

void ConditionalTable::add(mechanisms::ConstBatch releases, std::span<double> out) {
  hashes_.assign(releases.releases(), 0);
  for (std::size_t j = 0; j < score_.symbols.size(); ++j) {
    auto const column = releases.column(j);
    std::span<double const> const symbols = score_.symbols[j];
    if (symbols.empty())
      for (auto& hash : hashes_) hash = with(hash, 0);
    else
      for (std::size_t i = 0; i < hashes_.size(); ++i) hashes_[i] = with(hashes_[i], symbol_of(symbols, column[i]));
  }
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    auto const* at = classes_.find(hashes_[i]);
    if (!at) continue;
    auto const& found = score_.classes[*at];
    out[i] += found.log_ratio;
    for (auto const& bins : found.within) {
      auto const y = releases(i, bins.feature.column);
      auto const bin = std::ranges::upper_bound(bins.edges, y) - bins.edges.begin();
      out[i] += std::isnan(y) ? y : bins.log_ratio[static_cast<std::size_t>(bin)];
    }
  }
}

}  // namespace warner::verify
