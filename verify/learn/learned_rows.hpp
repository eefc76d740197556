#pragma once

#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "verify/scores/score.hpp"

namespace warner::verify {

/// Scores of releases that are rows, as the records of a synthetic table: a table of rows, trees and octants, each
/// learned on the rows of all releases together, and summed over the rows of one.
///
/// Rows are of at most 16 numbers, and of the shape in which two of their numbers together, or three, part the datasets
/// the most beyond what each says alone. None where none do beyond chance, or of more than 256 columns.
std::vector<Score> learn_rows(mechanisms::ConstBatch under_d, mechanisms::ConstBatch under_d_prime);

}  // namespace warner::verify
