#pragma once

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "verify/scores/atoms.hpp"
#include "verify/scores/row_shape.hpp"
#include "verify/scores/trees.hpp"

namespace warner::verify {

/// The sum over the rows of a release of one score of a row: the log ratio of rows that are drawn independently, or
/// stand in random order and say little each.
struct SumOverRows {
  RowShape shape;
  std::variant<Atoms, Trees> of_row;  ///< reads rows as releases of shape.length columns

  friend bool operator==(SumOverRows const&, SumOverRows const&) = default;
};

/// Evaluates one on many batches; one a thread, best copied from another.
class SumOverRowsTable {
 public:
  /// `score` must outlive the table.
  explicit SumOverRowsTable(SumOverRows const& score);

  /// Adds the scores of releases to out. The same bits on every instruction set.
  void add(mechanisms::ConstBatch releases, std::span<double> out);

 private:
  mechanisms::ConstBatch row_of(mechanisms::ConstBatch releases, std::size_t row);

  SumOverRows const& score_;
  std::optional<TreesTable> trees_{};
  std::shared_ptr<AtomsTable const> atoms_{};  // copies share it
  std::vector<double> row_{}, looked_up_{};
};

}  // namespace warner::verify
