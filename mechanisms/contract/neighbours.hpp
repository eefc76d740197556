#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms {

/// A dataset: numbers, records coded as numbers, or the answers of queries; the mechanism says which.
using Dataset = std::vector<double>;

/// When two datasets are neighbours.
enum class Relation {
  substitute,   ///< one record is replaced
  add_remove,   ///< one record more or less
  one_differs,  ///< one entry of an answer vector moves by at most the sensitivity
  all_differ,   ///< every entry of an answer vector may move by at most the sensitivity
  value,        ///< any two values of one person (local model)
};
std::string_view name_of(Relation relation);
/// @throws std::invalid_argument for a name that is none.
Relation relation_from(std::string_view name);

/// Two neighbouring datasets: the question of an audit. The game is symmetric in them.
struct Pair {
  Dataset d, d_prime;
  Relation relation = Relation::substitute;
  std::string label{};  ///< "one above", "half and half"; empty when it has no name
};

/// The eight patterns of answer vectors, length >= 1, around answers that are all `base`, in steps of `step` (the
/// sensitivity) [D18]: one above, one below, one above rest below, one below rest above, half and half, all above, all
/// below, X shape. The first two are one_differs pairs, the rest all_differ. Duplicates, in either order, are dropped:
/// 2 patterns are left at length 1, 7 at lengths 2 and 3, where half and half is one above rest below.
std::vector<Pair> eight_patterns(std::size_t length, double step = 1, double base = 1);

/// All answers but the last c above, those below (all_differ): where a sparse vector that stops after c flags spends
/// most.
/// @throws std::invalid_argument unless 1 <= c < length.
Pair rest_above_last_below(std::size_t length, std::size_t c, double step = 1, double base = 1);
/// All answers but the last above (all_differ, and monotone). @throws std::invalid_argument unless length >= 2.
Pair all_but_last_above(std::size_t length, double step = 1, double base = 1);

/// The neighbour with `record` appended (add_remove).
Pair add(Dataset const& dataset, double record, std::string label = {});
/// The neighbour without the record at `index` (add_remove). @throws std::invalid_argument outside the dataset.
Pair remove(Dataset const& dataset, std::size_t index);
/// The neighbour with the record at `index` replaced (substitute). @throws std::invalid_argument outside the dataset.
Pair substitute(Dataset const& dataset, std::size_t index, double record, std::string label = {});
/// Datasets k substitutions apart: the first k records replaced by `record`. @throws std::invalid_argument if k > size.
Pair group(Dataset const& dataset, std::size_t k, double record);

}  // namespace warner::mechanisms
