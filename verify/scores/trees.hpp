#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/cut_tables.hpp"
#include "sim/edges.hpp"
#include "verify/scores/feature.hpp"

namespace warner::verify {

/// A sum of small tables, each read at the cuts that a release is beyond: what features say together.
///
/// Every level of a tree has one cut, so that a tree is a table of 2^cuts log ratios: an oblivious tree [PGVDG18].
struct Trees {
  struct Cut {
    std::size_t feature = 0;  ///< of `features`
    double from = 0;          ///< beyond are values >= this; NaN is not

    friend bool operator==(Cut const&, Cut const&) = default;
  };
  struct Tree {
    std::vector<Cut> cuts;          ///< at most `most_cuts`
    std::vector<double> log_ratio;  ///< at the sum of 2^k over the cuts k that the release is beyond

    friend bool operator==(Tree const&, Tree const&) = default;
  };
  static constexpr std::size_t most_cuts = sim::CutTable::cuts;
  std::vector<Feature> features;
  std::vector<Tree> trees;

  friend bool operator==(Trees const&, Trees const&) = default;
};

/// Trees that have no more cuts than one may have, joined: the same sums, to rounding, from fewer trees.
Trees joined(Trees score);

/// Evaluates one on many batches; one a thread.
class TreesTable {
 public:
  /// `score` must outlive the table. @throws std::invalid_argument where a feature has 32,767 cuts or more.
  explicit TreesTable(Trees const& score);

  /// Adds the scores of releases to out. The same bits on every instruction set.
  void add(mechanisms::ConstBatch releases, std::span<double> out);

 private:
  /// @param cuts: of each feature.
  TreesTable(Trees const& score, std::vector<std::vector<double>> const& cuts);

  Trees const& score_;
  std::vector<sim::Edges> edges_;  // of each feature, all its cuts
  sim::CutTables tables_;
  std::vector<double> scratch_{};
  std::vector<std::vector<std::int16_t>> reached_;  // of each feature, how many of its edges; one where there is none
};

}  // namespace warner::verify
