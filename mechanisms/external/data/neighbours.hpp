#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/contract/neighbours.hpp"
#include "mechanisms/external/data/extremes.hpp"
#include "mechanisms/external/data/table.hpp"

namespace warner::mechanisms::external {

/// The bounds that an author states of a column.
struct Bounds {
  std::string column;
  Range range;
};

/// What an author calls neighbours.
struct NeighbourOptions {
  Relation relation = Relation::add_remove;  ///< or substitute
  std::string unit{};                        ///< the column that says whose a row is; empty: each row is a unit
  std::size_t rows_per_unit = 0;             ///< that one unit has at most; 0: any number
  std::vector<Bounds> bounds{};
  bool finite = false;                              ///< no cell is made null, NaN or infinite
  std::uint64_t seed = 1;                           ///< of the choice among rows and columns that are alike
  std::size_t most_pairs = 64;                      ///< beyond them no pair is made
  std::size_t most_bytes = std::size_t{256} << 20;  ///< of datasets as long as the table; three are made in any case
};

/// Datasets as JSON, each on one line, and pairs of them: {i} stands for dataset i (arms.hpp).
struct NeighbourPairs {
  std::vector<std::string> datasets;
  std::vector<Pair> pairs;  ///< with the relation, and a label that says what differs
  std::size_t possible;     ///< how many pairs there were to choose from
};

/// Makes pairs of neighbours out of a table, the same ones for the same seed.
///
///   removed    a unit: of the largest and smallest number of each column; of each rare category; with most rows and
///              fewest; with a null; one that is there twice; the first, the last, any; of no more units than half as
///              many as most_pairs, all
///   added      or changed, one unit: each extreme cell (extremes.hpp) of each column, columns with bounds first; all
///              numbers at their upper, all at their lower bound; a duplicate of another row; a unit of many rows.
///              Up to four rows of the table are made so, in turn
///   magnitude  the table; 0 to 10 equal rows and, as far as the table reaches, around 12, 15, 20, 25, 30, 50, 100
///
/// One unit differs between D and D': with add_remove it is in one of them alone, with substitute it has other rows in
/// each. Pairs beyond the relation are never made.
/// @throws std::invalid_argument for a column that is not there, for other relations, and where a unit has more rows
/// than rows_per_unit.
NeighbourPairs neighbours_of(Table const& table, NeighbourOptions const& options);

}  // namespace warner::mechanisms::external
