#include "cli/datasets.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/dataset.hpp"
#include "cli/number.hpp"
#include "cli/temporary_folder.hpp"
#include "mechanisms/catalogue/generated_pairs.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/data/neighbours.hpp"
#include "mechanisms/external/data/read_table.hpp"
#include "mechanisms/external/requests.hpp"
#include "results/audit/file.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using namespace mechanisms::external;

constexpr std::size_t most_as_numbers = std::size_t{1} << 20;  // characters: longer lists are data like any other

bool is_number(std::string const& text) {
  double value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

mechanisms::Relation relation_from(std::string const& text) {
  require(text == "add-remove" || text == "substitute",
          fmt::format("--neighbours: '{}' is neither add-remove (one unit more or less) nor substitute (one unit "
                      "changed)",
                      text));
  return text == "substitute" ? mechanisms::Relation::substitute : mechanisms::Relation::add_remove;
}

/// A table, and what may be wrong with it on standard error.
Table table_noted(std::string const& name) {
  auto table = table_from(results::read_file(name), name);
  for (auto const& note : table.notes) std::cerr << fmt::format("warner: note: {}\n", note);
  return table;
}

/// JSON as typed, on one line.
std::string dataset_typed(std::string const& option, std::string const& text) {
  if (text.starts_with('@') && is_csv(text)) return json_of(table_noted(text.substr(1)));
  if (text.starts_with('@')) return dataset_of_file(results::read_file(text.substr(1)), text.substr(1));
  require(is_json(text), fmt::format("{}: '{}' is not JSON (a list such as [0, 1], an object, \"a text\" in quotes; "
                                     "@FILE reads one)",
                                     option, shortened(text)));
  return on_one_line(text);
}

/// A path as a program gets it: a text.
std::string path_typed(std::string const& option, std::string const& name) {
  std::error_code error;
  require(std::filesystem::is_regular_file(name, error), fmt::format("{}: there is no file {}", option, name));
  return json_string(name);
}

mechanisms::Relation guessed_relation(std::string const& d, std::string const& d_prime) {
  return items_in(d) == items_in(d_prime) ? mechanisms::Relation::substitute : mechanisms::Relation::add_remove;
}

/// "income=0:100", or "0:100" where there is one column.
Bounds bounds_from(std::string const& text, Table const& table) {
  auto const equals = text.rfind('='), colon = text.rfind(':');
  require(colon != std::string::npos && (equals == std::string::npos || equals < colon),
          fmt::format("--bounds: '{}' is no COLUMN=LEAST:MOST (say income=0:100)", text));
  require(equals != std::string::npos || table.columns.size() == 1,
          fmt::format("--bounds: '{}' names no column (say income=0:100)", text));
  auto const from = equals == std::string::npos ? 0 : equals + 1;
  return {equals == std::string::npos ? table.columns.front() : text.substr(0, equals),
          {real_from("--bounds", text.substr(from, colon - from)), real_from("--bounds", text.substr(colon + 1))}};
}

/// The datasets become files, whose paths, equally long, are what the program gets.
void hand_over_as_files(GivenData& data, Table const& table, bool csv) {
  auto const folder = std::make_shared<TemporaryFolder>();
  data.extension = csv ? ".csv" : ".json";
  for (std::size_t i = 0; i < data.datasets.size(); ++i) {
    data.contents.push_back(csv ? csv_of(data.datasets[i], table) : data.datasets[i] + "\n");
    auto const file = folder->path() / fmt::format("{:04}{}", i, data.extension);
    results::write_file(file, data.contents.back());
    data.datasets[i] = json_string(file.string());
  }
  data.folder = folder;
}

GivenData made_from(DatasetOptions const& options, std::uint64_t seed) {
  require(options.d.empty() && options.d_file.empty(), "data: give --data, or --d with --d-prime, not both");
  require(!options.neighbours.empty(),
          "--data: --neighbours says which datasets are neighbours: add-remove (one unit more or less) or substitute "
          "(one unit changed)");
  auto const table = table_noted(options.data);
  NeighbourOptions how{
      .relation = relation_from(options.neighbours), .unit = options.unit, .finite = options.finite, .seed = seed};
  if (!options.rows_per_unit.empty()) how.rows_per_unit = positive_count_from("--rows-per-unit", options.rows_per_unit);
  std::istringstream parts{options.bounds};
  for (std::string part; std::getline(parts, part, ',');) how.bounds.push_back(bounds_from(part, table));
  auto made = neighbours_of(table, how);
  require(!made.pairs.empty(), fmt::format("--data: {} has no neighbours to try", options.data));
  GivenData data{.datasets = std::move(made.datasets), .pairs = std::move(made.pairs), .made = true};
  if (options.as_files) hand_over_as_files(data, table, is_csv(options.data));
  return data;
}

}  // namespace

void add_datasets(Command& command, DatasetOptions& options) {
  command
      .add_option(
          "--d", options.d,
          "Dataset D as a JSON list, e.g. '[0]' (default: the mechanism's own pair), or @FILE; of a program any "
          "JSON, or @FILE.csv; that D and D' are neighbours is taken for granted")
      .type_name("DATA");
  command.add_option("--d-prime", options.d_prime, "Its neighbour D'").type_name("DATA");
  auto const* group = "Data for a mechanism of your own (docs/external.md)";
  command.add_option("--d-file", options.d_file, "In place of --d: the program gets the file's path, as a text")
      .type_name("FILE")
      .group(group);
  command.add_option("--d-prime-file", options.d_prime_file, "Likewise").type_name("FILE").group(group);
  command
      .add_option("--data", options.data,
                  "A table (CSV, or a JSON list of rows) that pairs of neighbours are made from: the search takes the "
                  "most promising")
      .type_name("FILE")
      .group(group);
  command
      .add_option("--neighbours", options.neighbours,
                  "Which datasets are neighbours: add-remove (one unit more or less) or substitute (one unit changed)")
      .type_name("RELATION")
      .group(group);
  command.add_option("--unit", options.unit, "The column that says whose a row is (default: each row is a unit)")
      .type_name("COLUMN")
      .group(group);
  command
      .add_option("--rows-per-unit", options.rows_per_unit,
                  "How many rows a unit has at most, where the mechanism takes that for granted (default: any number)")
      .type_name("N")
      .group(group);
  command
      .add_flag("--as-files", options.as_files,
                "The program gets the paths of files in the format of --data, in place of the data")
      .group(group);
  command
      .add_option(
          "--bounds", options.bounds,
          "From where to where a column's numbers go, e.g. income=0:100,age=0:120: both ends and beyond are tried")
      .type_name("COLUMN=LEAST:MOST,..")
      .group(group);
  command
      .add_flag("--finite", options.finite,
                "The mechanism takes for granted that cells are there and numbers finite: no null, NaN or infinity is "
                "tried")
      .group(group);
}

std::string typed_dataset(std::string const& text) {
  return text.starts_with('@') ? results::read_file(text.substr(1)) : text;
}

std::optional<mechanisms::Dataset> numbers_in(std::string const& text) {
  if (text.size() > most_as_numbers || !text.starts_with('[')) return std::nullopt;
  auto const document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_array()) return std::nullopt;
  for (auto const& item : document)
    if (!item.is_number() && !(item.is_string() && is_number(item.get<std::string>()))) return std::nullopt;
  return dataset_from("dataset", text, LongNumbers::rounded);
}

GivenData data_from(DatasetOptions const& options, bool rounds, std::uint64_t seed) {
  if (options.are_made()) return made_from(options, seed);
  require(options.unit.empty() && options.bounds.empty() && options.rows_per_unit.empty() && !options.as_files &&
              !options.finite,
          "--data: --unit, --rows-per-unit, --bounds, --finite and --as-files say something of a table alone");
  auto const files = !options.d_file.empty();
  require(!files || options.d.empty(), "pair: give --d, or --d-file, not both");
  require(options.d.empty() == options.d_prime.empty() && options.d_file.empty() == options.d_prime_file.empty(),
          "pair: --d and --d-prime go together (as do --d-file and --d-prime-file)");
  GivenData data;
  if (files) {
    data.files = {options.d_file, options.d_prime_file};
    data.datasets = {path_typed("--d-file", options.d_file), path_typed("--d-prime-file", options.d_prime_file)};
  } else {
    data.datasets = {dataset_typed("--d", options.d), dataset_typed("--d-prime", options.d_prime)};
  }
  auto const& d = data.datasets[0];
  auto const& d_prime = data.datasets[1];
  require(compact(d) != compact(d_prime), "pair: --d and --d-prime are the same dataset");
  if (!rounds)  // a library gets doubles
    for (auto const& text : data.datasets)
      if (numbers_in(text)) dataset_from("--d", text, LongNumbers::refused);
  data.relation_is_guessed = options.neighbours.empty();
  data.pairs = {
      {{0}, {1}, options.neighbours.empty() ? guessed_relation(d, d_prime) : relation_from(options.neighbours), {}}};
  return data;
}

std::string one_dataset(DatasetOptions const& options, bool rounds) {
  require(!options.d.empty() || !options.d_file.empty(),
          "dataset: none was given (--d takes it as JSON, or @FILE; --d-file hands over the file's path)");
  require(options.d.empty() || options.d_file.empty(), "dataset: give --d, or --d-file, not both");
  if (!options.d_file.empty()) return path_typed("--d-file", options.d_file);
  auto text = dataset_typed("--d", options.d);
  if (!rounds && numbers_in(text)) dataset_from("--d", text, LongNumbers::refused);  // a library gets doubles
  return text;
}

GivenData data_from(std::vector<mechanisms::Pair> const& pairs) {
  GivenData data;
  auto const number_of = [&](mechanisms::Dataset const& dataset) {
    auto const text = written(dataset);
    auto const known = std::ranges::find(data.datasets, text);
    if (known == data.datasets.end()) data.datasets.push_back(text);
    return static_cast<double>(std::ranges::find(data.datasets, text) - data.datasets.begin());
  };
  for (auto const& pair : pairs) {
    auto const d = number_of(pair.d), d_prime = number_of(pair.d_prime);
    data.pairs.push_back({{d}, {d_prime}, pair.relation, pair.label});
  }
  return data;
}

std::vector<mechanisms::Pair> pairs_of_lengths(PatternOptions const& options) {
  auto const lengths = lengths_from(options);
  std::vector<mechanisms::Pair> all;
  for (auto const n : lengths) {
    require(n >= 1, "length: 0 answers have no pattern");
    auto pairs = mechanisms::generated_pairs(
        mechanisms::Answers{.n = n,
                            .moves = mechanisms::Answers::Moves::all,
                            .step = options.step ? real_from("--step", *options.step) : 1.0});
    if (lengths.size() > 1)
      for (auto& pair : pairs) pair.label += fmt::format(", of {}", n);
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  return all;
}

}  // namespace warner::cli
