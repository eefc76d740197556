#include "cli/external.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/claim.hpp"
#include "cli/dataset.hpp"
#include "cli/number.hpp"
#include "cli/program_folder.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/data/read_table.hpp"
#include "mechanisms/external/process/command_line.hpp"
#include "mechanisms/external/program.hpp"
#include "mechanisms/external/recorded.hpp"
#include "mechanisms/external/release/limits.hpp"
#include "mechanisms/external/release/schema_json.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using namespace mechanisms::external;

constexpr std::uint64_t part_tried_out = 100;
constexpr std::size_t most_in_record = std::size_t{1} << 16;  // characters of a dataset that is no list of numbers

void require_library(ExternalOptions const& options) {
  std::error_code error;
  require(options.plugin.empty() || std::filesystem::is_regular_file(options.plugin, error),
          fmt::format("{}: there is no such library", options.plugin));
}

std::vector<std::string> fingerprints_of_library(ExternalOptions const& options) {
  return {results::fingerprint(results::read_file(options.plugin))};
}

/// What a record calls the mechanism.
std::string name_of(ExternalOptions const& options) {
  return options.callable ? options.callable->name : options.exec.empty() ? options.plugin : options.exec;
}

/// Whence it is, as a record has it.
std::string kind_of(ExternalOptions const& options) {
  return options.callable          ? "callable"
         : !options.exec.empty()   ? "exec"
         : !options.plugin.empty() ? "plugin"
                                   : "releases";
}

Launch launch_from(ExternalOptions const& options, results::Question const& question) {
  Launch launch;
  launch.name = name_of(options);
  if (options.callable) launch.words = {};
  else if (options.exec.empty())
    launch.words = {own_program().string(), "plugin-host", std::filesystem::absolute(options.plugin).string()};
  else launch.words = words_of(options.exec);
  launch.prepares = !options.plugin.empty();
  launch.interrupted = question.options.execution.interrupted;
  launch.ideal = options.ideal;
  launch.crash_is_a_release = options.crash_is_a_release;
  launch.schema = options.schema;
  launch.most_tried = std::max<std::uint64_t>(launch.most_tried, question.options.budget / part_tried_out);
  launch.numbers = count_from("--binary", options.binary);
  require(launch.numbers <= most_columns,
          fmt::format("--binary: {} numbers a release are more than {}", launch.numbers, most_columns));
  auto const seconds = real_from("--timeout", options.timeout);
  require(seconds > 0 && seconds <= 1e6, fmt::format("--timeout: {} is not in (0, 1e6] seconds", options.timeout));
  launch.timeout = std::chrono::milliseconds{static_cast<std::int64_t>(seconds * 1000) + 1};
  auto const megabytes = count_from("--memory-limit", options.memory_limit);
  require(megabytes >= 1 && megabytes <= (std::uint64_t{1} << 40),
          fmt::format("--memory-limit: {} is not a number of MiB", options.memory_limit));
  launch.memory_limit = megabytes << 20;
  return launch;
}

/// What a program says that it promises, in the words of the command line.
std::optional<mechanisms::Guarantee> claim_said(Hello const& hello) {
  ClaimOptions claim;
  for (auto const& [key, value] : hello.claim) {
    if (key == "rdp") {
      claim.rdp.push_back(value);
      continue;
    }
    auto* const part = key == "epsilon"    ? &claim.epsilon
                       : key == "rho"      ? &claim.rho
                       : key == "delta"    ? &claim.delta
                       : key == "mu"       ? &claim.mu
                       : key == "tradeoff" ? &claim.tradeoff
                                           : nullptr;
    require(part != nullptr,
            fmt::format("claim: a program says '{}' (epsilon, delta, mu, rho, rdp and tradeoff are known; "
                        "--claim-epsilon and the like stand in place of what it says)",
                        key));
    *part = value;
  }
  auto const epsilon = claimed_epsilon(claim), delta = claimed_delta(claim);
  if (epsilon && delta) return mechanisms::ApproximateDp{*epsilon, *delta};
  require(!delta, "claim: a program says a delta without an epsilon");
  auto const all = claims_from(claim);
  require(all.size() <= 1,
          "claim: a program says several at once (one of them can be audited; --claim-epsilon and the "
          "like may be several)");
  return all.empty() ? std::nullopt : std::optional{all.front()};
}

/// The pair as a record has it: numbers, or none.
mechanisms::Pair shown_pair(WrittenPair const& texts, mechanisms::Pair const& arms) {
  auto const d = numbers_in(texts.d), d_prime = numbers_in(texts.d_prime);
  mechanisms::Pair pair{{}, {}, arms.relation, arms.label};
  if (d && d_prime) pair.d = *d, pair.d_prime = *d_prime;
  return pair;
}

bool are_numbers(WrittenPair const& texts) { return numbers_in(texts.d) && numbers_in(texts.d_prime); }

/// Tries a program out, or a function in its place.
/// @param claim: none: what it says itself is read later.
Asked started(Datasets datasets, std::optional<mechanisms::Guarantee> const& claim, ExternalOptions const& options,
              Launch const& launch, std::uint64_t seed) {
  if (!options.callable) return Program{std::move(datasets), claim, launch, seed};
  auto const respondent = options.callable->about(datasets.texts);
  return Asked{std::move(datasets), claim, respondent, how_read(launch), seed};
}

/// What a record has of a program, but for its datasets.
ExternalMechanism described(ExternalOptions const& options, Asked const& program, Launch const& launch,
                            std::vector<std::string> const& datasets) {
  mechanisms::Parameters parameters{{"columns", static_cast<double>(program.columns(arms().d).size())}};
  if (launch.numbers > 0) parameters.emplace_back("binary", static_cast<double>(launch.numbers));
  return {.name = name_of(options),
          .kind = kind_of(options),
          .instance = {.mechanism = program, .pairs = {arms()}, .parameters = parameters},
          .fingerprints = options.plugin.empty() ? std::vector<std::string>{} : fingerprints_of_library(options),
          .schema = to_json(program.reading().schema()),
          .ideal = options.ideal,
          .crash_is_a_release = options.crash_is_a_release,
          .hello = program.hello(),
          .anew = [datasets, launch] { return processes_of(datasets, launch); },
          .finish = [program] { program.finish(); },
          .notes = [program] { return program.notes(); }};
}

/// The program with the claim that is tested: the typed one, or what it says itself.
Asked with_claim(Asked const& program, ExternalOptions const& options, results::Question const& question) {
  if (question.claim) return program;
  auto const said = claim_said(program.hello());
  require(said.has_value(),
          fmt::format("claim: {} needs --claim-epsilon (with --claim-delta, where there is one) or --claim-mu: what is "
                      "promised (a program may say so itself: docs/external.md)",
                      options.callable ? options.callable->name : "--" + kind_of(options)));
  return program.claiming(*said);
}

/// Starts a program with the datasets of one pair.
/// @param contents: of the files that the texts are paths of, where they are made.
Sought::One program_with(WrittenPair texts, std::optional<WrittenPair> contents, mechanisms::Pair const& pair,
                         GivenData const& data, ExternalOptions const& options, results::Question const& question) {
  auto const launch = launch_from(options, question);
  auto const shown = shown_pair(texts, pair);
  auto const numbers = are_numbers(texts);
  if (numbers && !options.plugin.empty()) texts = written(shown);  // a library gets doubles
  auto const program =
      with_claim(started(texts, question.claim, options, launch, question.options.seed), options, question);
  auto mechanism = described(options, program, launch, {texts.d, texts.d_prime});
  mechanism.files = data.files;
  for (auto const& file : data.files) mechanism.fingerprints.push_back(results::fingerprint(results::read_file(file)));
  if (contents) {
    mechanism.dataset_fingerprints = {results::fingerprint(contents->d), results::fingerprint(contents->d_prime)};
    mechanism.by_path = true;
    mechanism.beside_as = data.extension;
    mechanism.beside = std::make_shared<WrittenPair const>(*std::move(contents));
    mechanism.finish = [program, folder = data.folder] { program.finish(); };
    return {std::move(mechanism), shown};
  }
  auto const is_long = std::max(texts.d.size(), texts.d_prime.size()) > most_in_record;
  if (is_long && !numbers)
    mechanism.dataset_fingerprints = {results::fingerprint(texts.d), results::fingerprint(texts.d_prime)};
  else if (!numbers || texts != written(shown)) mechanism.datasets = texts;
  if (data.made || (is_long && !numbers)) mechanism.beside = std::make_shared<WrittenPair const>(std::move(texts));
  auto relation = shown;
  if (data.relation_is_guessed && !program.hello().relation.empty())
    relation.relation =
        program.hello().relation == "substitute" ? mechanisms::Relation::substitute : mechanisms::Relation::add_remove;
  return {std::move(mechanism), std::move(relation)};
}

/// Starts a program with all datasets, and leaves out the pairs that it can not be asked about.
Sought::All program_with_all(GivenData const& data, ExternalOptions const& options, results::Question const& question) {
  std::vector<std::string> names;
  for (auto const& text : data.datasets) names.push_back(shortened(text));
  auto const launch = launch_from(options, question);
  auto const program =
      with_claim(started(Datasets{data.datasets, names}, question.claim, options, launch, question.options.seed),
                 options, question);
  auto const fails = [&](mechanisms::Dataset const& arm) { return program.failures().contains(arm_of(arm)); };
  Sought::All all{described(options, program, launch, data.datasets), {}};
  for (auto const& pair : data.pairs)
    if (fails(pair.d) || fails(pair.d_prime)) all.mechanism.left_out.push_back(pair.label);
    else all.pairs.push_back(pair);
  if (auto const& left_out = all.mechanism.left_out; !left_out.empty() && !options.callable)  // whose record says it
    std::cerr << fmt::format(
        "warner: {}: fails on {} of {} pairs, which are left out (the record has all), such as '{}':\n{}\n",
        name_of(options), left_out.size(), data.pairs.size(), left_out.front(), program.failures().begin()->second);
  if (all.pairs.empty()) throw ProgramFailed{program.failures().begin()->second};
  return all;
}

}  // namespace

Tried tried_out(ExternalOptions const& options, GivenData const& data, std::uint64_t seed,
                sim::Execution const& execution) {
  require(options.releases.empty() && options.exec.empty() != options.plugin.empty(),
          "try: give one of --exec and --plugin");
  require_library(options);
  results::Question question{};
  question.options.seed = seed;
  question.options.budget = audit_budget_of_programs;
  question.options.execution = execution;
  std::vector<std::string> names;
  if (data.pairs.size() > 1)
    for (auto const& text : data.datasets) names.push_back(shortened(text));
  auto const program =
      started(Datasets{data.datasets, names}, std::nullopt, options, launch_from(options, question), seed);
  for (auto const& pair : data.pairs)
    if (!program.failures().contains(arm_of(pair.d)) && !program.failures().contains(arm_of(pair.d_prime)))
      return {program, pair, claim_said(program.hello())};
  throw ProgramFailed{program.failures().begin()->second};
}

namespace {

/// The rows of one file. Their schema is learned from some of them, which a second file would have shown as well.
Alone recorded_alone(ExternalOptions const& options, std::uint64_t seed) {
  constexpr std::size_t most_learned_from = 20'000;
  ReleaseFiles files{read_release_file(options.releases.at(0)), {}, true};
  files.d_prime = {.path = files.d.path, .text = {}, .hash = files.d.hash};
  auto const many = std::min(files.d.lines.size(), most_learned_from);
  files.d_prime.lines.assign(files.d.lines.begin(), files.d.lines.begin() + static_cast<std::ptrdiff_t>(many));
  files.d_prime.numbers = files.d.numbers;
  files.d_prime.names = files.d.names;
  Recorded const recorded{files, mechanisms::PureDp{0}, options.ideal, seed};
  Alone alone{{.name = options.releases.front(),
               .kind = "releases",
               .instance = {.mechanism = recorded, .pairs = {arms()}},
               .fingerprints = {results::fingerprint(files.d.hash)},
               .schema = to_json(recorded.reading().schema()),
               .files = options.releases,
               .in_order = true,
               .notes = [recorded] { return recorded.reading().notes(); }}};
  alone.rows = recorded.rows_d();
  return alone;
}

}  // namespace

Alone started_alone(ExternalOptions const& options, DatasetOptions const& data, std::uint64_t seed,
                    sim::Execution const& execution) {
  require(!options.exec.empty() + !options.plugin.empty() + !options.releases.empty() == 1,
          "mechanism: give one of --exec, --plugin and --releases");
  require(options.plugin.empty() || options.binary == "0",
          "--binary: a plugin says itself how many numbers a release has");
  if (!options.releases.empty()) return recorded_alone(options, seed);
  require_library(options);
  results::Question question{};
  question.options.seed = seed;
  question.options.budget = audit_budget_of_programs;
  question.options.execution = execution;
  auto const text = one_dataset(data, options.plugin.empty());
  auto const launch = launch_from(options, question);
  auto const program = started(Datasets{std::vector{text}}, std::nullopt, options, launch, seed);
  return {described(options, program, launch, {text}), text};
}

namespace {

void ask_program(ExternalOptions const& options, GivenData given, bool budget_given, results::Question& question) {
  if (!budget_given) question.options.budget = audit_budget_of_programs;
  auto const kept = std::make_shared<GivenData const>(std::move(given));  // it may be long
  auto const& data = *kept;
  auto const one = [kept, options, asked = question](mechanisms::Pair const& pair) {
    auto named = pair;
    for (auto const& known : kept->pairs)
      if (known.d == pair.d && known.d_prime == pair.d_prime) named = known;
    auto const both = [&](std::vector<std::string> const& of) {
      return WrittenPair{of.at(arm_of(pair.d)), of.at(arm_of(pair.d_prime))};
    };
    return program_with(both(kept->datasets),
                        kept->contents.empty() ? std::nullopt : std::optional{both(kept->contents)}, named, *kept,
                        options, asked);
  };
  if (data.pairs.size() > 1 || data.made) {
    require(!question.options.timing, "timing: it does not go with a search over pairs (name one)");
    launch_from(options, question);  // what is wrong with the options is said before anything is started
    question.sought =
        Sought{.name = name_of(options),
               .pairs = data.pairs,
               .all = [kept, options, asked = question] { return program_with_all(*kept, options, asked); },
               .one = one};
    return;
  }
  auto [mechanism, pair] = one(data.pairs.front());
  question.outside = std::move(mechanism);
  question.pair = std::move(pair);
}

ExternalMechanism recorded_from(ExternalOptions const& options, bool budget_given, results::Question& question) {
  require(!question.options.timing, "--timing: recorded releases have no duration (write it down as one more field)");
  if (!question.pair) question.pair = mechanisms::Pair{{}, {}, mechanisms::Relation::substitute, "recorded"};
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
          .fingerprints = {results::fingerprint(files.d.hash), results::fingerprint(files.d_prime.hash)},
          .schema = to_json(recorded.reading().schema()),
          .ideal = options.ideal,
          .files = options.releases,
          .in_order = true,
          .notes = [recorded] { return recorded.reading().notes(); }};
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

void add_external(Command& command, ExternalOptions& options, int datasets) {
  auto const pair = datasets == 2;
  auto const* group = "A mechanism of your own (docs/external.md)";
  command
      .add_option(
          "--exec", options.exec,
          fmt::format("A program and its arguments: reads a line of JSON a request, writes a line a release; {}",
                      pair ? "needs data (--d and --d-prime, or --data) and a claim" : "needs --d"))
      .type_name("'COMMAND ARGS'")
      .group(group);
  command
      .add_option("--plugin", options.plugin,
                  fmt::format("A shared library with the functions of mechanisms/external/plugin.h; needs {}",
                              pair ? "data and a claim" : "--d"))
      .type_name("FILE")
      .group(group);
  command
      .add_option("--releases", options.releases,
                  pair ? "Two files of recorded releases, of D and of D', one a line; needs a claim"
                       : "A file of recorded releases, one a line")
      .expected(datasets)
      .type_name(pair ? "FILE FILE" : "FILE")
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
                "That the program dies is an outcome like others; every release has a process of its own")
      .group(group);
  add_limits(command, options, group);
}

void ask_outside(ExternalOptions const& options, std::optional<GivenData> data, bool budget_given,
                 results::Question& question) {
  auto const by = options.callable ? options.callable->name : "--" + kind_of(options);
  require(
      !options.exec.empty() + !options.plugin.empty() + !options.releases.empty() + options.callable.has_value() == 1,
      "mechanism: give one of --exec, --plugin and --releases");
  require(options.plugin.empty() || options.binary == "0",
          "--binary: a plugin says itself how many numbers a release has");
  require_library(options);
  require(question.mechanism.empty(),
          fmt::format("mechanism: give a name ('{}') or {}, not both", question.mechanism, by));
  require(question.values.empty(), fmt::format("{}: parameters of the catalogue's mechanisms do not go with it (a "
                                               "program's own belong into its command; --claim-epsilon is a claim)",
                                               by));
  require(!question.options.white_box, fmt::format("--white-box: nothing declares a density ({} is a black box)", by));
  if (!options.releases.empty()) {
    ExternalOptions const usual;
    require(options.binary == usual.binary && options.timeout == usual.timeout &&
                options.memory_limit == usual.memory_limit,
            "--releases: --binary, --timeout and --memory-limit are for programs, and no program is started");
    require(question.pairs.size() <= 1 && !question.search_pairs,
            "pair: releases were recorded of one pair (there is none to choose)");
    require(!question.pair || !are_same(question.pair->d, question.pair->d_prime),
            "pair: --d and --d-prime are the same dataset");
    require(question.claim.has_value(),
            "claim: --releases needs --claim-epsilon (with --claim-delta, where there is one) or --claim-mu: what is "
            "promised");
    question.outside = recorded_from(options, budget_given, question);
    return;
  }
  require(data.has_value(),
          fmt::format("pair: {} has no pairs of its own: give --d and --d-prime, two neighbouring "
                      "datasets as JSON (say '[0]' and '[1]'), or --data with --neighbours, or --pair "
                      "search with --length",
                      by));
  ask_program(options, std::move(*data), budget_given, question);
}

void add_limits(Command& command, ExternalOptions& options) {
  add_limits(command, options, "A record of a mechanism of your own (docs/external.md)");
}

ExternalOptions limits_in(std::vector<std::string> const& words) {
  ExternalOptions limits;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--timeout") limits.timeout = words[i + 1];
    if (words[i] == "--memory-limit") limits.memory_limit = words[i + 1];
  }
  return limits;
}

WrittenPair datasets_of(results::Record const& record, std::string const& file) {
  auto const& external = *record.external;
  if (!external.dataset_files.empty()) {
    require(external.dataset_files.size() == 2 &&
                (external.dataset_fingerprints.empty() || external.dataset_fingerprints.size() == 2),
            "external.dataset_files: are not two");
    auto const folder = std::filesystem::path{file}.parent_path();
    std::array<std::string, 2> texts;
    for (std::size_t i = 0; i < 2; ++i) {
      auto const& name = external.dataset_files[i];
      require(std::filesystem::path{name}.filename() == name,
              fmt::format("external.dataset_files: '{}' is not the name of a file beside the record", shown(name)));
      auto text = results::read_file(folder / name);
      auto print = external.by_path ? results::fingerprint(text) : "";
      texts[i] = external.by_path ? json_string((folder / name).string()) : dataset_of_file(std::move(text), name);
      if (!external.by_path) print = results::fingerprint(texts[i]);
      require(external.dataset_fingerprints.empty() || print == external.dataset_fingerprints[i],
              fmt::format("{}: has changed since the record was made", name));
    }
    WrittenPair read{texts[0], texts[1]};
    require(!external.datasets || *external.datasets == read,
            "external.datasets: are not those of the files beside the record");
    return read;
  }
  require(external.dataset_fingerprints.empty(),
          "external.dataset_files: there are none, and the datasets are too long for a record (--out writes them "
          "beside it)");
  if (!external.datasets) return written(record.pair);
  auto const says = [](std::string const& text, mechanisms::Dataset const& dataset) {
    require(is_json(text), "external.datasets: are not JSON");
    return are_same(numbers_in(text).value_or(mechanisms::Dataset{}), dataset);
  };
  require(!are_numbers(*external.datasets) ||
              (says(external.datasets->d, record.pair.d) && says(external.datasets->d_prime, record.pair.d_prime)),
          "external.datasets: are not those of pair.d and pair.d_prime");
  return {on_one_line(external.datasets->d), on_one_line(external.datasets->d_prime)};
}

ExternalMechanism outside_of(results::Record const& record, std::string const& file, ExternalOptions options,
                             sim::Execution const& execution, bool fresh) {
  auto const& external = record.external.value();
  results::Question question{.mechanism = record.mechanism, .pair = record.pair, .claim = record.claim};
  question.options.seed = record.seed;
  question.options.execution = execution;
  auto const must_be = [&](std::vector<std::string> fingerprints) {
    auto const may_be_another = fresh && external.kind == "plugin";  // version of the library; its data may not
    if (may_be_another && !fingerprints.empty() && !external.fingerprints.empty())
      fingerprints.front() = external.fingerprints.front();
    require(fingerprints == external.fingerprints,
            fmt::format("{}: has changed since the record was made (fingerprint {}, then {})", record.mechanism,
                        fmt::join(fingerprints, " "), fmt::join(external.fingerprints, " ")));
  };
  if (external.kind == "releases") {
    require(external.files.size() == 2,
            fmt::format("external.files: {} names of files (2 are needed to read the releases again)",
                        external.files.size()));
    options.releases = external.files;
    auto outside = recorded_from(options, false, question);
    must_be(outside.fingerprints);
    return outside;
  }
  require(external.kind != "callable" || options.callable,
          fmt::format("{}: is a function in Python, where it is replayed (warner.replay, warner.play_fresh)",
                      record.mechanism));
  require(external.kind == "exec" || external.kind == "plugin" || external.kind == "callable",
          fmt::format("external.by: '{}' is unknown", external.kind));
  if (external.kind != "callable") (external.kind == "exec" ? options.exec : options.plugin) = record.mechanism;
  require_library(options);
  options.schema = made_of(external);
  options.crash_is_a_release = external.crash_is_a_release;
  require(external.seeded || fresh,
          fmt::format("{}: it says that its randomness does not follow from the seeds (its record can not be played "
                      "again; --fresh plays its strategy on fresh releases)",
                      record.mechanism));
  if (external.kind == "plugin" && external.files.empty())
    must_be(fingerprints_of_library(options));  // before it is loaded
  for (auto const& [name, value] : record.parameters)
    if (name == "binary") options.binary = fmt::format("{}", value);
  GivenData data;
  data.files = external.files;
  auto outside = program_with(datasets_of(record, file), std::nullopt, record.pair, data, options, question).mechanism;
  must_be(outside.fingerprints);
  require(outside.instance.parameters == record.parameters,
          fmt::format("{}: its releases have {} columns (and other ones when the record was made: a program that has "
                      "changed, or draws from more than its seed)",
                      record.mechanism, outside.instance.mechanism.columns(arms().d).size()));
  return outside;
}

void name_datasets_beside(std::string const& file, results::Record& record) {
  if (!record.external || !record.external->beside) return;
  auto const name = std::filesystem::path{file}.stem().string();
  auto const& as = record.external->beside_as;
  record.external->dataset_files = {name + ".d" + as, name + ".d_prime" + as};
}

void write_datasets_beside(std::string const& file, results::Record& record) {
  if (!record.external || !record.external->beside) return;
  name_datasets_beside(file, record);
  auto const folder = std::filesystem::path{file}.parent_path();
  auto const& [d, d_prime] = *record.external->beside;
  auto const end = record.external->by_path ? "" : "\n";
  results::write_file(folder / record.external->dataset_files[0], d + end);
  results::write_file(folder / record.external->dataset_files[1], d_prime + end);
}

}  // namespace warner::cli
