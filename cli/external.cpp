#include "cli/external.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/dataset.hpp"
#include "cli/number.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/process/command_line.hpp"
#include "mechanisms/external/program.hpp"
#include "mechanisms/external/recorded.hpp"
#include "mechanisms/external/release/schema_json.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using namespace mechanisms::external;

constexpr std::uint64_t budget_of_programs = 1'000'000, most_numbers = 10'000, part_tried_out = 100;

void require_library(ExternalOptions const& options) {
  std::error_code error;
  require(options.plugin.empty() || std::filesystem::is_regular_file(options.plugin, error),
          fmt::format("{}: there is no such library", options.plugin));
}

std::vector<std::string> fingerprints_of_library(ExternalOptions const& options) {
  return {results::fingerprint(results::read_file(options.plugin))};
}

Launch launch_from(ExternalOptions const& options, results::Question const& question) {
  Launch launch;
  launch.name = options.exec.empty() ? options.plugin : options.exec;
  if (options.exec.empty())
    launch.words = {std::filesystem::read_symlink("/proc/self/exe").string(), "plugin-host",
                    std::filesystem::absolute(options.plugin).string()};
  else launch.words = words_of(options.exec);
  launch.once = options.exec.empty();
  launch.interrupted = question.options.execution.interrupted;
  launch.ideal = options.ideal;
  launch.crash_is_a_release = options.crash_is_a_release;
  launch.schema = options.schema;
  launch.most_tried = std::max<std::uint64_t>(launch.most_tried, question.options.budget / part_tried_out);
  launch.numbers = count_from("--binary", options.binary);
  require(launch.numbers <= most_numbers,
          fmt::format("--binary: {} numbers a release are more than {}", launch.numbers, most_numbers));
  auto const seconds = real_from("--timeout", options.timeout);
  require(seconds > 0 && seconds <= 1e6, fmt::format("--timeout: {} is not in (0, 1e6] seconds", options.timeout));
  launch.timeout = std::chrono::milliseconds{static_cast<std::int64_t>(seconds * 1000) + 1};
  auto const megabytes = count_from("--memory-limit", options.memory_limit);
  require(megabytes >= 1 && megabytes <= (std::uint64_t{1} << 40),
          fmt::format("--memory-limit: {} is not a number of MiB", options.memory_limit));
  launch.memory_limit = megabytes << 20;
  return launch;
}

/// A library gets numbers, a program what was typed.
ExternalMechanism program_from(ExternalOptions const& options, std::optional<WrittenPair> const& typed,
                               bool budget_given, results::Question& question) {
  if (!budget_given) question.options.budget = budget_of_programs;
  auto const launch = launch_from(options, question);
  auto const numbers = written(*question.pair), datasets = launch.once ? numbers : typed.value_or(numbers);
  Program const program{datasets, *question.claim, launch, question.options.seed};
  mechanisms::Parameters parameters{{"columns", static_cast<double>(program.columns(arms().d).size())}};
  if (launch.numbers > 0) parameters.emplace_back("binary", static_cast<double>(launch.numbers));
  auto const is_plugin = options.exec.empty();
  return {.name = is_plugin ? options.plugin : options.exec,
          .kind = is_plugin ? "plugin" : "exec",
          .instance = {.mechanism = program, .pairs = {arms()}, .parameters = parameters},
          .fingerprints = is_plugin ? fingerprints_of_library(options) : std::vector<std::string>{},
          .schema = to_json(program.reading().schema()),
          .ideal = options.ideal,
          .crash_is_a_release = options.crash_is_a_release,
          .datasets = datasets == numbers ? std::nullopt : std::optional{datasets},
          .finish = [program] { program.finish(); },
          .notes = [program] { return program.reading().notes(); }};
}

std::string fingerprint(ReleaseFile const& file) { return results::fingerprint({file.text.data(), file.text.size()}); }

ExternalMechanism recorded_from(ExternalOptions const& options, bool budget_given, results::Question& question) {
  require(!question.options.timing, "--timing: recorded releases have no duration (write it down as one more field)");
  if (!question.pair) question.pair = mechanisms::Pair{{0}, {1}, mechanisms::Relation::substitute, "recorded"};
  auto const files = read_release_files(options.releases.at(0), options.releases.at(1));
  Recorded const recorded{files, *question.claim, options.ideal, question.options.seed};
  auto const rows = std::min(recorded.rows_d(), recorded.rows_d_prime());
  auto const most = trials_for_rows(rows);
  if (!budget_given) question.options.budget = most;
  require(question.options.budget <= most,
          fmt::format("budget: {} trials may need more than {} releases of one dataset (these allow {} trials)",
                      question.options.budget, rows, most));
  auto const name = options.releases[0] + " " + options.releases[1];
  return {.name = name,
          .kind = "releases",
          .instance = {.mechanism = recorded,
                       .pairs = {arms()},
                       .parameters = {{"rows_d", static_cast<double>(files.d.lines.size())},
                                      {"rows_d_prime", static_cast<double>(files.d_prime.lines.size())},
                                      {"columns", static_cast<double>(recorded.columns(arms().d).size())}}},
          .fingerprints = {fingerprint(files.d), fingerprint(files.d_prime)},
          .schema = to_json(recorded.reading().schema()),
          .ideal = options.ideal,
          .files = options.releases,
          .in_order = true,
          .notes = [recorded] { return recorded.reading().notes(); }};
}

/// The datasets of a record as a program reads them, where they do not follow from the pair; they must not contradict
/// it.
std::optional<WrittenPair> typed_in(results::Record const& record) {
  auto const& datasets = record.external->datasets;
  if (!datasets) return std::nullopt;
  auto const says = [](std::string const& text, mechanisms::Dataset const& dataset) {
    return are_same(dataset_from("external.datasets", text, LongNumbers::rounded), dataset);
  };
  require(says(datasets->d, record.pair.d) && says(datasets->d_prime, record.pair.d_prime),
          "external.datasets: are not those of pair.d and pair.d_prime");
  return as_typed(datasets->d, datasets->d_prime);
}

/// What releases were when the record was made.
std::optional<Schema> made_of(results::External const& external) {
  if (external.schema.empty()) return std::nullopt;
  auto schema = schema_from_json(external.schema);
  require(schema.columns().size() == external.columns.size(),
          fmt::format("external.schema: has {} columns, and external.columns {}", schema.columns().size(),
                      external.columns.size()));
  return schema;
}

void add_limits(Command& command, ExternalOptions& options, std::string const& group) {
  command.add_option("--timeout", options.timeout, "Seconds that the program may take for one request")
      .type_name("SECONDS")
      .capture_default_str()
      .group(group);
  command.add_option("--memory-limit", options.memory_limit, "MiB of data that one process of it may use")
      .type_name("MIB")
      .capture_default_str()
      .group(group);
}

}  // namespace

void add_external(Command& command, ExternalOptions& options) {
  auto const* group = "A mechanism of your own (docs/external.md)";
  command
      .add_option("--exec", options.exec,
                  "A program and its arguments: reads a line of JSON a request, writes a line a release; needs --d, "
                  "--d-prime and a claim")
      .type_name("'COMMAND ARGS'")
      .group(group);
  command
      .add_option(
          "--plugin", options.plugin,
          "A shared library with the two functions of mechanisms/external/plugin.h; needs --d, --d-prime and a claim")
      .type_name("FILE")
      .group(group);
  command
      .add_option("--releases", options.releases,
                  "Two files of recorded releases, of D and of D', one a line; needs a claim")
      .expected(2)
      .type_name("FILE FILE")
      .group(group);
  command
      .add_option("--binary", options.binary,
                  "The program writes so many little-endian float64 a release in place of lines")
      .type_name("K")
      .group(group);
  command
      .add_flag("--ideal-numbers", options.ideal, "Numbers stand for ideal real ones: do not look at their last bits")
      .group(group);
  command
      .add_flag("--crash-is-a-release", options.crash_is_a_release,
                "That the program dies is an outcome like others; it is started anew, and asked for one release at a "
                "time")
      .group(group);
  add_limits(command, options, group);
}

void ask_outside(ExternalOptions const& options, std::optional<WrittenPair> const& typed, bool budget_given,
                 results::Question& question) {
  auto const* by = !options.exec.empty() ? "--exec" : !options.plugin.empty() ? "--plugin" : "--releases";
  require(!options.exec.empty() + !options.plugin.empty() + !options.releases.empty() == 1,
          "mechanism: give one of --exec, --plugin and --releases");
  require(options.plugin.empty() || options.binary == "0",
          "--binary: a plugin says itself how many numbers a release has");
  require_library(options);
  require(question.mechanism.empty(),
          fmt::format("mechanism: give a name ('{}') or {}, not both", question.mechanism, by));
  require(question.values.empty(), fmt::format("{}: parameters of the catalogue's mechanisms do not go with it (a "
                                               "program's own belong into its command; --claim-epsilon is a claim)",
                                               by));
  require(question.pairs.size() <= 1,
          fmt::format("pairs: {} is audited on one pair at a time ({} were named)", by, question.pairs.size()));
  require(!question.search_pairs, fmt::format("pair: {} has no pairs of its own (give --d and --d-prime)", by));
  require(question.pair || !options.releases.empty(),
          "pair: a program needs --d and --d-prime, two neighbouring datasets as JSON lists (say '[0]' and '[1]')");
  require(!question.pair || (typed && !options.exec.empty()) || !are_same(question.pair->d, question.pair->d_prime),
          "pair: --d and --d-prime are the same dataset");
  require(
      question.claim.has_value(),
      fmt::format(
          "claim: {} needs --claim-epsilon (with --claim-delta, where there is one) or --claim-mu: what is promised",
          by));
  require(!question.options.white_box, fmt::format("--white-box: nothing declares a density ({} is a black box)", by));
  question.outside = !options.releases.empty() ? recorded_from(options, budget_given, question)
                                               : program_from(options, typed, budget_given, question);
}

void add_limits(Command& command, ExternalOptions& options) {
  add_limits(command, options, "A record of a mechanism of your own (docs/external.md)");
}

ExternalMechanism outside_of(results::Record const& record, ExternalOptions options, sim::Execution const& execution) {
  auto const& external = record.external.value();
  results::Question question{.mechanism = record.mechanism, .pair = record.pair, .claim = record.claim};
  question.options.seed = record.seed;
  question.options.execution = execution;
  auto const must_be = [&](std::vector<std::string> const& fingerprints) {
    require(fingerprints == external.fingerprints,
            fmt::format("{}: has changed since the record was made (fingerprint {}, then {})", record.mechanism,
                        fmt::join(fingerprints, " "), fmt::join(external.fingerprints, " ")));
  };
  if (external.kind == "releases") {
    require(external.files.size() == 2,
            fmt::format("external.files: {} names of files (2 are needed to read the releases again)",
                        external.files.size()));
    options.releases = external.files;
    auto const outside = recorded_from(options, false, question);
    must_be(outside.fingerprints);
    return outside;
  }
  require(external.kind == "exec" || external.kind == "plugin",
          fmt::format("external.by: '{}' is unknown", external.kind));
  (external.kind == "exec" ? options.exec : options.plugin) = record.mechanism;
  require_library(options);
  if (external.kind == "plugin") must_be(fingerprints_of_library(options));  // before it is loaded
  options.schema = made_of(external);
  options.crash_is_a_release = external.crash_is_a_release;
  for (auto const& [name, value] : record.parameters)
    if (name == "binary") options.binary = fmt::format("{}", value);
  auto outside = program_from(options, typed_in(record), false, question);
  require(outside.instance.parameters == record.parameters,
          fmt::format("{}: its releases have {} columns (and other ones when the record was made: a program that has "
                      "changed, or draws from more than its seed)",
                      record.mechanism, outside.instance.mechanism.columns(arms().d).size()));
  return outside;
}

}  // namespace warner::cli
