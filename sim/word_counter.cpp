#include "sim/word_counter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/scalar.hpp"

namespace warner::sim {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63, mantissas = std::uint64_t{1} << 52;
constexpr std::uint64_t every_word = ~std::uint64_t{0};

/// The number of k in [0, 2^52) with holds(k), where holds is true up to a point and false from there on. Empty when it
/// flickers around that point: the law is not monotone there in its last bits.
template <class Holds>
std::optional<std::uint64_t> length_of_truth(Holds const& holds) {
  std::uint64_t low = 0, high = mantissas;  // true below low, false from high on
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  constexpr std::uint64_t around = 256;
  for (auto k = low - std::min(low, around); k < std::min(low + around, mantissas); ++k)
    if (holds(k) != (k < low)) return std::nullopt;
  return low;
}

/// Laws whose sign is bit 63 and whose magnitude falls in the low 52 bits k: with a plus the variates fall from far
/// above the location down to it, with a minus they rise from far below.
template <class Law>
std::optional<WordCounter> two_sided_counter(Law const& law, std::span<double const> edges) {
  std::vector<WordCounter::Range> ranges;
  for (auto const edge : edges) {
    if (std::isnan(edge)) return std::nullopt;
    auto const positive = length_of_truth([&](std::uint64_t k) { return law(k) >= edge; });
    auto const negative = length_of_truth([&](std::uint64_t k) { return !(law(sign_bit | k) >= edge); });
    if (!positive || !negative) return std::nullopt;
    if (*positive < mantissas && *negative < mantissas)
      return std::nullopt;  // both signs on both sides: no one range of words
    if (*positive < mantissas) ranges.push_back({0, *positive, false});
    else ranges.push_back({sign_bit, *negative, true});
  }
  return WordCounter{sign_bit | (mantissas - 1), std::move(ranges)};
}

}  // namespace

WordCounter::WordCounter(std::uint64_t mask, std::vector<Range> const& ranges) : mask_{mask} {
  for (auto const& range : ranges) {
    ranges_.push_back({range.base, range.width});
    without_.push_back(range.without);
  }
}

void WordCounter::operator()(Stream& stream, std::uint64_t n, std::span<std::uint64_t> counts) const {
  std::array<std::uint64_t, 16> few{};
  std::vector<std::uint64_t> many(ranges_.size() > few.size() ? ranges_.size() : 0);
  auto const inside =
      many.empty() ? std::span<std::uint64_t>{few}.first(ranges_.size()) : std::span<std::uint64_t>{many};
  count_words_in(stream, n, mask_, ranges_, inside);
  for (std::size_t i = 0; i < inside.size(); ++i) counts[i] += without_[i] ? n - inside[i] : inside[i];
}

std::optional<WordCounter> laplace_counter(double location, double scale, std::span<double const> edges) {
  return two_sided_counter([=](std::uint64_t word) { return scalar::laplace(word, location, scale); }, edges);
}

std::optional<WordCounter> two_sided_geometric_counter(double location, double ratio, std::span<double const> edges) {
  auto const rate = scalar::inverse_rate(ratio), shift = scalar::two_sided_shift(ratio, rate);
  return two_sided_counter([=](std::uint64_t word) { return scalar::two_sided_geometric(word, location, rate, shift); },
                           edges);
}

std::optional<WordCounter> bernoulli_counter(std::uint64_t threshold, std::span<double const> edges) {
  std::vector<WordCounter::Range> ranges;
  for (auto const edge : edges) {
    if (edge <= 0) ranges.push_back({0, 0, true});
    else ranges.push_back({0, edge <= 1 ? threshold : 0, false});
  }
  return WordCounter{every_word, std::move(ranges)};
}

}  // namespace warner::sim
