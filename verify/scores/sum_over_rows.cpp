#include "verify/scores/sum_over_rows.hpp"

#include <algorithm>
#include <functional>

namespace warner::verify {

using mechanisms::ConstBatch;

SumOverRowsTable::SumOverRowsTable(SumOverRows const& score) : score_{score} {
  if (auto const* trees = std::get_if<Trees>(&score.of_row)) trees_.emplace(*trees);
  else atoms_ = std::make_shared<AtomsTable>(std::get<Atoms>(score.of_row));
}

ConstBatch SumOverRowsTable::row_of(ConstBatch releases, std::size_t row) {
  auto const& shape = score_.shape;
  if (shape.step == 1) return releases.columns(shape.column(row, 0), shape.length);
  row_.clear();
  for (std::size_t k = 0; k < shape.length; ++k) {
    auto const column = releases.column(shape.column(row, k));
    row_.insert(row_.end(), column.begin(), column.end());
  }
  return {row_.data(), releases.releases(), shape.length};
}

void SumOverRowsTable::add(ConstBatch releases, std::span<double> out) {
  for (std::size_t row = 0; row < score_.shape.rows; ++row) {
    auto const one = row_of(releases, row);
    if (trees_) {
      trees_->add(one, out);
      continue;
    }
    looked_up_.assign(out.size(), 0.0);
    atoms_->look_up(one, looked_up_);
    std::ranges::transform(out, looked_up_, out.begin(), std::plus{});
  }
}

}  // namespace warner::verify
