#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/datasets.hpp"
#include "cli/external.hpp"
#include "cli/number.hpp"
#include "cli/shell_words.hpp"
#include "cli/signals.hpp"
#include "cli/verb.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "results/audit/readable.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::Column;
using mechanisms::external::Asked;

struct Options {
  ExternalOptions external;
  DatasetOptions data;
  std::vector<std::string> command;
  std::string seed = "1";
};

/// Releases a second, of one process, as long as a short while allows.
double speed_of(Asked const& program, mechanisms::Dataset const& arm, std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  constexpr auto enough = std::chrono::milliseconds{300};
  mechanisms::Releases memory;
  auto const width = program.columns(arm).size();
  std::size_t made = 0, more = 1;
  auto const start = Clock::now();
  for (std::uint64_t block = 1; Clock::now() - start < enough; ++block) {
    sim::Stream stream{{seed, sim::Purpose::bench}, block};
    program.release(arm, stream, memory.shaped(more, width));
    made += more;
    more = std::min<std::size_t>(2 * more, sim::block_size);
  }
  return static_cast<double>(made) / std::chrono::duration<double>(Clock::now() - start).count();
}

std::string kind_in_words(Column const& column) {
  constexpr std::size_t shown = 8;
  std::string text;
  switch (column.kind) {
    case Column::Kind::real: text = "a number, taken as ideal"; break;
    case Column::Kind::floating: text = "a floating-point number, to the last bit"; break;
    case Column::Kind::integer: text = "a whole number"; break;
    case Column::Kind::flag: text = "0 or 1"; break;
    case Column::Kind::category: {
      auto words = column.words;
      std::erase(words, "");
      auto const more = words.size() > shown;
      if (more) words.resize(shown);
      text = fmt::format("{}{}", fmt::join(words, ", "), more ? ", .." : "");
      text += words.size() < 2 ? ", or something else" : "";
    }
  }
  return text + (column.zero_for_none ? "; 0 where there is none" : "");
}

/// Releases of a program that speaks in numbers have no text.
void print_numbers(Tried const& tried, mechanisms::Dataset const& arm, std::uint64_t seed) {
  constexpr std::size_t releases = 5, numbers = 8;
  auto const width = tried.program.columns(arm).size();
  mechanisms::Releases memory;
  sim::Stream stream{{seed, sim::Purpose::try_out}, 1};
  auto const out = memory.shaped(releases, width);
  tried.program.release(arm, stream, out);
  for (std::size_t i = 0; i < releases; ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < std::min(width, numbers); ++j) row.push_back(out.column(j)[i]);
    std::cout << fmt::format("{}{:.6g}{}\n", i == 0 ? "" : std::string(22, ' '), fmt::join(row, ", "),
                             width > numbers ? fmt::format(", .. ({} numbers)", width) : "");
  }
}

void print_releases(Tried const& tried, std::uint64_t seed) {
  for (std::size_t arm = 0; arm < 2; ++arm) {
    std::cout << fmt::format("  releases of {:<8}", arm == 0 ? "D" : "D'");
    auto first = true;
    for (auto const& [text, dataset] : tried.program.reading().sample()) {
      if (dataset != static_cast<std::size_t>(arm == 0 ? tried.pair.d[0] : tried.pair.d_prime[0])) continue;
      std::cout << fmt::format("{}{}\n", first ? "" : std::string(22, ' '),
                               results::readable_line(mechanisms::external::shown(text)));
      first = false;
    }
    if (first) print_numbers(tried, arm == 0 ? tried.pair.d : tried.pair.d_prime, seed);
  }
}

void print_columns(std::vector<Column> const& columns) {
  constexpr std::size_t shown = 20;
  std::size_t widest = 0;
  for (std::size_t j = 0; j < std::min(shown, columns.size()); ++j) widest = std::max(widest, columns[j].name.size());
  for (std::size_t j = 0; j < std::min(shown, columns.size()); ++j)
    std::cout << fmt::format("  {:<20}{:<{}}  {}\n", j == 0 ? "columns" : "", results::readable_line(columns[j].name),
                             widest, results::readable_line(kind_in_words(columns[j])));
  if (columns.size() > shown) std::cout << fmt::format("{:22}and {} more\n", "", columns.size() - shown);
}

/// The options that hand over the same data again.
std::string typed_data(DatasetOptions const& data) {
  std::string text;
  auto const add = [&](char const* name, std::string const& value) {
    if (!value.empty()) text += fmt::format(" {} {}", name, shell_word(value));
  };
  add("--d", data.d), add("--d-prime", data.d_prime), add("--d-file", data.d_file);
  add("--d-prime-file", data.d_prime_file), add("--data", data.data), add("--neighbours", data.neighbours);
  add("--unit", data.unit), add("--rows-per-unit", data.rows_per_unit), add("--bounds", data.bounds);
  return text + (data.finite ? " --finite" : "") + (data.as_files ? " --as-files" : "");
}

/// The options that start the same program in the same way.
std::string typed(ExternalOptions const& external) {
  ExternalOptions const usual;
  auto text =
      external.exec.empty() ? " --plugin " + shell_word(external.plugin) : " --exec " + shell_word(external.exec);
  auto const add = [&](char const* name, std::string ExternalOptions::*value) {
    if (external.*value != usual.*value) text += fmt::format(" {} {}", name, shell_word(external.*value));
  };
  add("--binary", &ExternalOptions::binary), add("--timeout", &ExternalOptions::timeout);
  add("--memory-limit", &ExternalOptions::memory_limit);
  return text + (external.ideal ? " --ideal-numbers" : "") +
         (external.crash_is_a_release ? " --crash-is-a-release" : "");
}

ExitCode try_out(Options options) {
  require(options.command.empty() || options.external.exec.empty(),
          "try: give the command after -- or with --exec, not both");
  if (!options.command.empty()) options.external.exec = shell_words(options.command);
  require(options.external.are_of_a_program(),
          "try: no program was named (say warner try -- python3 my_mechanism.py, or --exec 'COMMAND', or --plugin)");
  auto const without_data = !options.data.are_given();
  if (without_data) options.data.d = "[0]", options.data.d_prime = "[1]";
  auto const seed = seed_from("--seed", options.seed);
  auto const data = data_from(options.data, true, seed);
  auto const tried = tried_out(options.external, data, seed, {1, nullptr, &interruption()});
  auto const& hello = tried.program.hello();
  auto const& name = options.external.exec.empty() ? options.external.plugin : options.external.exec;
  std::cout << fmt::format("{}{}\n", name,
                           hello.name.empty()      ? ""
                           : hello.version.empty() ? fmt::format("  ({})", hello.name)
                                                   : fmt::format("  ({} {})", hello.name, hello.version));
  auto const text_of = [&](mechanisms::Dataset const& arm) {
    return mechanisms::external::shortened(data.datasets.at(static_cast<std::size_t>(arm[0])));
  };
  std::cout << fmt::format("  neighbours          D = {}, D' = {}{}\n", text_of(tried.pair.d),
                           text_of(tried.pair.d_prime),
                           without_data ? " (no data were given: --d and --d-prime, or --data, hand them over)"
                           : data.pairs.size() > 1 ? fmt::format(" (the first of {} pairs)", data.pairs.size())
                                                   : "");
  if (auto const failed = tried.program.failures().size(); failed > 0)
    std::cout << fmt::format("  fails on            {} of {} datasets, for one: {}\n", failed, data.datasets.size(),
                             tried.program.failures().begin()->second);
  print_releases(tried, seed);
  print_columns(tried.program.reading().schema().columns());
  for (auto const& note : tried.program.notes())
    std::cout << fmt::format("  note                {}\n", results::readable_line(note));
  auto const speed = speed_of(tried.program, tried.pair.d, seed);
  std::cout << fmt::format(
      "  speed               {:.2g} releases a second, one process: a million take {:.2g} s of its own\n"
      "                      (what an audit does with them comes on top)\n",
      speed, 1e6 / speed);
  std::cout << fmt::format("  claim               {}\n",
                           tried.claim ? mechanisms::describe(*tried.claim) + " (its own)"
                                       : "it says none: what is promised goes after --claim-epsilon");
  std::cout << fmt::format("  audit it by         warner check{}{}{}\n", typed(options.external),
                           typed_data(options.data), tried.claim ? "" : " --claim-epsilon 1");
  tried.program.finish();
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_try(Command& app) {
  auto command = app.add_subcommand(
      "try", "Start a program of your own: ten of its releases, the columns that they become, its speed, the audit");
  auto const options = std::make_shared<Options>();
  add_external(command, options->external);
  add_datasets(command, options->data);
  command.describe("--exec", "The program and its arguments, in place of what stands after --");
  command.describe("--d", "Dataset D as any JSON, or @FILE, or @FILE.csv (default: [0])");
  command.describe("--d-prime", "Its neighbour D' (default: [1])");
  command.describe("--data", "A table that pairs of neighbours are made from: the first is shown");
  command.add_option("command", options->command, "The program and its arguments, after --").type_name("-- COMMAND");
  command.add_option("--seed", options->seed, "Names every draw").type_name("N").capture_default_str();
  command.footer(
      "Examples:\n"
      "  warner try -- python3 examples/external/laplace.py 1\n"
      "  warner try --exec 'python3 examples/external/incomes.py' --data examples/external/incomes.csv --neighbours "
      "add-remove\n"
      "What is said to it, and what it says, a line each; of a block it makes so many releases, all from the seed:\n"
      "  {\"dataset\": [0], \"trials\": 2, \"seed\": 7}\n"
      "  0.25\n"
      "  -1.5\n"
      "Nothing is certified. Exit code 0; 4 where the program crashed, hung, or gave no answer.");
  return {command, [options] { return try_out(*options); }};
}

}  // namespace warner::cli
