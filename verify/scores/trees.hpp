#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "verify/scores/feature.hpp"

namespace warner::verify {

/// A sum of small tables, each read at the cuts that a release is beyond: what features say together.
///
/// Every level of a tree has one cut, so that a tree is a table of 2^cuts log ratios: an oblivious tree [PGVDG18].
struct Trees {
  struct Cut {
    std::size_t feature = 0;  ///< of `features`
    double from = 0;          ///< beyond are values >= this; NaN is not
  };
  struct Tree {
    std::vector<Cut> cuts;          ///< at most `most_cuts`
    std::vector<double> log_ratio;  ///< at the sum of 2^k over the cuts k that the release is beyond
  };
  static constexpr std::size_t most_cuts = 8;
  std::vector<Feature> features;
  std::vector<Tree> trees;
};

/// Evaluates one on many batches; one a thread.
class TreesTable {
 public:
  /// `score` must outlive the table.
  explicit TreesTable(Trees const& score);

  /// Adds the scores of releases to out. The same bits on every instruction set.
  void add(mechanisms::ConstBatch releases, std::span<double> out);

 private:
  using Place = std::uint16_t;
  Trees const& score_;
  std::vector<std::vector<double>> edges_;        // of each feature, all its cuts, increasing
  std::vector<std::vector<Place>> first_beyond_;  // of each cut of each tree, the least number of edges beyond it
  std::vector<double> scratch_, counted_;
  std::vector<std::vector<Place>> reached_;  // of each feature, how many of its edges each release is beyond
  std::vector<Place> places_;
};

}  // namespace warner::verify
