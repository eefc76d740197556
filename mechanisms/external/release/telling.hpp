#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// Counts of words in the examples of each dataset, and which of them tell the datasets apart.
class WordCounts {
 public:
  explicit WordCounts(std::size_t datasets) : examples_(datasets) {}

  void count(std::string_view word, std::size_t dataset);
  /// Examples that words are counted in.
  void note_example(std::size_t dataset) { ++examples_[dataset]; }

  std::size_t different() const { return counts_.size(); }
  std::size_t occurrences() const { return occurrences_; }

  /// At most so many words that came so often, by how well they tell datasets apart (chi squared of their counts), then
  /// by how often they came, then by their letters.
  std::vector<std::string> most_telling(std::size_t most, std::size_t least_often = 1) const;

 private:
  double chi_squared(std::vector<std::size_t> const& counts) const;

  std::vector<std::size_t> examples_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> counts_;
  std::size_t occurrences_ = 0;
};

}  // namespace warner::mechanisms::external
