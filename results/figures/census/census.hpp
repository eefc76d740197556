#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warner::results {

/// A census: one row a person, columns of words. "?" and the empty word are missing values.
struct Census {
  std::string source;  ///< "synthetic census", or the base name of its file
  std::vector<std::pair<std::string, std::vector<std::string>>>
      columns;  ///< by normalised name: "age", "native_country"

  /// Lines that do not have as many fields as the header (or an age that is no number): they are left out, and counted.
  std::uint64_t malformed = 0;
  std::vector<std::uint64_t> malformed_lines;  ///< line numbers of the first few, from 1

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().second.size(); }
  /// Null when there is no such column.
  std::vector<std::string> const* find(std::string_view name) const;
  /// @throws std::invalid_argument that names the census and the columns it has.
  std::vector<std::string> const& column(std::string_view name) const;
  /// The ages; -1 where missing.
  std::vector<int> ages() const;
};

bool is_missing(std::string_view value);

/// Reads UCI Adult in any of its common clothes: comma or comma-and-space between fields, with a header or (the
/// original adult.data) without, blank lines; headers are matched without regard to case, spaces, hyphens and
/// underscores, and "Target" and "Country" of the revised file are `income` and `native_country`.
/// @throws std::invalid_argument that names the file and the reason: missing, a folder, empty, not text, no row, no age
/// column.
Census read_census(std::filesystem::path const& path);

/// The same from text; `name` is what errors and `source` call it.
Census parse_census(std::string_view text, std::string const& name);

/// A census of invented people, the default: each column is a random order of exactly the multiset of the UCI column
/// (32,561 values), so one-way counts are those of the true file; education and education_num keep together, and
/// nothing else of the joint structure is UCI's or is claimed. The sampling weight fnlwgt is left out. Names are
/// invented, no two alike. A function of the seed (purpose `census`).
Census synthetic_census(std::uint64_t seed);

/// n invented names "Given Family", no two alike; n is at most 1,000,000. The synthetic census has them, and so does a
/// file without a name column when a question is about one person.
std::vector<std::string> invented_names(std::size_t n, std::uint64_t seed);

}  // namespace warner::results
