#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/pairs.hpp"
#include "mechanisms/contract/neighbours.hpp"

namespace warner::cli {

/// The datasets that a program is asked about, as typed: texts or @files, files whose paths it gets, or a table that
/// neighbours are made from.
struct DatasetOptions {
  std::string d, d_prime;
  std::string d_file, d_prime_file;
  std::string data, neighbours, unit, rows_per_unit, bounds;
  bool as_files = false, finite = false;

  bool are_made() const { return !data.empty(); }
  /// What only a program can be asked about.
  bool says_more_than_numbers() const {
    return as_files || finite || !(d_file + d_prime_file + data + neighbours + unit + rows_per_unit + bounds).empty();
  }
  bool are_given() const { return !d.empty() || !d_file.empty() || are_made(); }
  bool say_anything() const { return says_more_than_numbers() || !(d + d_prime).empty(); }
};

/// @param options: must live as long as the command.
void add_datasets(Command& command, DatasetOptions& options);

/// The datasets that a program is to be asked about, as it reads them, and pairs of them: {i} stands for dataset i.
struct GivenData {
  std::vector<std::string> datasets;
  std::vector<mechanisms::Pair> pairs;
  std::vector<std::string> files{};  ///< whose paths are handed over
  bool made = false;                 ///< whether the pairs were made from a table
  bool relation_is_guessed = false;
  /// Of data that are handed over as files in this folder: what is in them, and how their names end.
  std::shared_ptr<void const> folder{};
  std::vector<std::string> contents{};
  std::string extension{};
};

/// @param rounds: whether whole numbers with more digits than a double has go through as they are.
/// @throws std::invalid_argument that says what was wrong; results of reading a file.
GivenData data_from(DatasetOptions const& options, bool rounds, std::uint64_t seed);
/// The one dataset that a program is asked about where there is no pair, as it reads it.
/// @throws std::invalid_argument where none was given, or two were.
std::string one_dataset(DatasetOptions const& options, bool rounds);
/// Of pairs of numbers.
GivenData data_from(std::vector<mechanisms::Pair> const& pairs);

/// Pairs of vectors of answers that any program may be asked about: the patterns at each length.
std::vector<mechanisms::Pair> pairs_of_lengths(PatternOptions const& options);

/// A list of numbers, or of words for them; none where the text is anything else, or long.
std::optional<mechanisms::Dataset> numbers_in(std::string const& text);

/// A typed dataset: the text itself, or, after an @, that of a file.
std::string typed_dataset(std::string const& text);

}  // namespace warner::cli
