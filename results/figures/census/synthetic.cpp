#include <utility>

#include <fmt/format.h>

#include "results/figures/census/census.hpp"
#include "results/figures/census/marginals.hpp"
#include "sim/require.hpp"
#include "sim/stream.hpp"

namespace warner::results {
namespace {

/// A stream for each thing that is permuted: columns have their own, names the last.
constexpr std::uint64_t given_names = 100, family_names = 101;

sim::Stream stream_of(std::uint64_t seed, std::uint64_t what) {
  return {{.seed = seed, .purpose = sim::Purpose::census}, what};
}

/// Exactly uniform on {0, .., n - 1}: Lemire's multiplication, with his rejection [L19].
std::uint64_t below(sim::Stream& stream, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  for (;;) {
    auto const product = static_cast<Wide>(stream.word()) * n;
    if (static_cast<std::uint64_t>(product) >= (0 - n) % n) return static_cast<std::uint64_t>(product >> 64);
  }
}

/// Fisher and Yates: every order equally likely.
template <class T>
void shuffle(std::vector<T>& values, sim::Stream& stream) {
  for (auto i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(stream, i)]);
}

/// A thousand words of three syllables' parts, all different.
std::vector<std::string> words(char const* const (&heads)[10], char const* const (&middles)[10],
                               char const* const (&tails)[10]) {
  std::vector<std::string> all;
  for (auto const* head : heads)
    for (auto const* middle : middles)
      for (auto const* tail : tails) all.push_back(std::string{head} + middle + tail);
  return all;
}

}  // namespace

std::vector<std::string> invented_names(std::size_t n, std::uint64_t seed) {
  static constexpr char const* given_heads[] = {"Al", "Be", "Ca", "Do", "El", "Fa", "Gi", "Ha", "Jo", "Mi"};
  static constexpr char const* given_middles[] = {"ba", "de", "li", "mo", "na", "ra", "ri", "so", "ta", "vi"};
  static constexpr char const* given_tails[] = {"", "n", "l", "s", "ra", "na", "lo", "th", "met", "dis"};
  static constexpr char const* family_heads[] = {"Ash",  "Brom", "Cald", "Dun", "Ever",
                                                 "Fenn", "Hol",  "Kirk", "Mal", "Thorn"};
  static constexpr char const* family_middles[] = {"", "a", "ber", "den", "ing", "le", "o", "ring", "s", "wen"};
  static constexpr char const* family_tails[] = {"by",  "croft", "dale",  "ford", "ham",
                                                 "ley", "more",  "stead", "ton",  "wick"};
  auto given = words(given_heads, given_middles, given_tails),
       family = words(family_heads, family_middles, family_tails);
  require(n <= given.size() * family.size(),
          fmt::format("names: {} are more than the {} there are", n, given.size() * family.size()));
  auto given_stream = stream_of(seed, given_names), family_stream = stream_of(seed, family_names);
  shuffle(given, given_stream);
  shuffle(family, family_stream);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i)  // (i mod 1000, i div 1000 + i) visits every pair once
    names.push_back(given[i % given.size()] + ' ' + family[(i / given.size() + i) % family.size()]);
  return names;
}

Census synthetic_census(std::uint64_t seed) {
  Census census;
  census.source = "synthetic census";
  std::uint64_t number = 0;
  for (auto const& marginal : marginals()) {
    std::vector<std::string> values;
    for (auto const& [value, count] : marginal.counts) values.insert(values.end(), count, std::string{value});
    auto stream = stream_of(seed, number++);
    shuffle(values, stream);
    if (marginal.column != "education") {
      census.columns.push_back({std::string{marginal.column}, std::move(values)});
      continue;
    }
    std::vector<std::string> years;
    for (auto& value : values) {
      auto const comma = value.find(',');
      years.push_back(value.substr(comma + 1));
      value.resize(comma);
    }
    census.columns.push_back({"education", std::move(values)});
    census.columns.push_back({"education_num", std::move(years)});
  }
  census.columns.push_back({"name", invented_names(census.rows(), seed)});
  return census;
}

}  // namespace warner::results
