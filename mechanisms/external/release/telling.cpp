#include "mechanisms/external/release/telling.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace warner::mechanisms::external {

void WordCounts::count(std::string_view word, std::size_t dataset) {
  auto found = counts_.find(word);
  if (found == counts_.end())
    found = counts_.emplace(std::string{word}, std::vector<std::size_t>(examples_.size())).first;
  ++found->second[dataset];
  ++occurrences_;
}

double WordCounts::chi_squared(std::vector<std::size_t> const& counts) const {
  auto const all = static_cast<double>(std::reduce(examples_.begin(), examples_.end()));
  auto const share = static_cast<double>(std::reduce(counts.begin(), counts.end())) / all;
  double sum = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    auto const expected = share * static_cast<double>(examples_[k]);
    if (expected == 0) continue;
    auto const off = static_cast<double>(counts[k]) - expected;
    sum += off * off / expected;
  }
  return sum;
}

std::vector<std::string> WordCounts::most_telling(std::size_t most, std::size_t least_often) const {
  std::vector<std::tuple<double, std::ptrdiff_t, std::string_view>> ranked;
  for (auto const& [word, counts] : counts_) {
    auto const often = std::reduce(counts.begin(), counts.end());
    if (often >= least_often) ranked.emplace_back(-chi_squared(counts), -static_cast<std::ptrdiff_t>(often), word);
  }
  std::ranges::sort(ranked);
  ranked.resize(std::min(ranked.size(), most));
  std::vector<std::string> words;
  for (auto const& [chi_squared, often, word] : ranked) words.emplace_back(word);
  return words;
}

}  // namespace warner::mechanisms::external
