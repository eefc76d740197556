#include "cli/utility_question.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/dataset.hpp"
#include "cli/number.hpp"
#include "cli/parts.hpp"
#include "cli/signals.hpp"
#include "mechanisms/contract/signed_zeros.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/release/schema.hpp"
#include "mechanisms/external/requests.hpp"
#include "sim/generator_name.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::Column;
using Kind = verify::UtilityClaim::Kind;

constexpr std::uint64_t budget_of_programs = 100'000;

bool is_number(Column const& column) { return column.kind != Column::Kind::category; }

/// A column by itself: its name, with its number where others are called the same.
std::string name_of(std::vector<Column> const& columns, std::size_t at) {
  auto const same = std::ranges::count_if(
      columns, [&](Column const& other) { return is_number(other) && other.name == columns[at].name; });
  return same > 1 ? fmt::format("{}[{}]", columns[at].name, at) : columns[at].name;
}

std::string all_names(std::vector<Column> const& columns) {
  std::string all;
  for (std::size_t j = 0; j < std::min<std::size_t>(columns.size(), 20); ++j)
    if (is_number(columns[j])) all += (all.empty() ? "" : ", ") + name_of(columns, j);
  return all;
}

std::size_t column_named(std::string const& option, std::vector<Column> const& columns, std::string const& typed) {
  auto const field = "y." + typed;  // of a release with fields, which columns are called by
  auto const name = std::ranges::count(columns, field, &Column::name) > 0 ? field : typed;
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (is_number(columns[j]) && (name_of(columns, j) == name || columns[j].name == name)) {
      require(name_of(columns, j) == name || std::ranges::count(columns, name, &Column::name) == 1,
              fmt::format("{}: several columns are called {} (say one of {})", option, name, all_names(columns)));
      return j;
    }
  require(false,
          fmt::format("{}: no column of numbers is called '{}' (there are: {})", option, name, all_names(columns)));
  return 0;
}

/// The category that says what is at a place, and which of its numbers says that this is there.
std::optional<std::pair<std::size_t, double>> where_is(std::vector<Column> const& columns, std::string const& place,
                                                       std::string_view kind) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    auto const& [name, of_kind, words, zero] = columns[j];
    if (of_kind != Column::Kind::category || name != place) continue;
    for (auto const word : {kind, std::string_view{"present"}})
      if (auto const found = std::ranges::find(words, word); found != words.end())
        return std::pair{j, static_cast<double>(found - words.begin())};
  }
  return std::nullopt;
}

/// The column, and what shows that a release has a number there: at its place, and at those that it is part of.
verify::AnswerColumn answer_at(std::vector<Column> const& columns, std::size_t at) {
  using mechanisms::external::Value;
  verify::AnswerColumn answer{at, {}};
  if (!columns[at].zero_for_none) return answer;
  auto place = columns[at].name;
  for (auto kind = Value::Kind::number;;) {
    if (auto const where = where_is(columns, place, mechanisms::external::word_of(kind)))
      answer.where.push_back(*where);
    auto const end = place.find_last_of(".[");
    if (end == std::string::npos) break;
    kind = place[end] == '[' ? Value::Kind::list : Value::Kind::map;
    place.resize(end);
  }
  require(!answer.where.empty(),
          fmt::format("--answers: {} is not always a number, and nothing tells when", name_of(columns, at)));
  return answer;
}

double share_from(std::string const& option, std::string const& text) {
  auto const share = real_from(option, text);
  require(share > 0 && share < 1, fmt::format("{}: {} is not in (0, 1) (say 0.95)", option, text));
  return share;
}

std::vector<double> truth_from(std::string const& text) {
  if (text.find('[') != std::string::npos || text.starts_with('@'))
    return dataset_from("--truth", typed_dataset(text), LongNumbers::rounded);
  std::vector<double> truth;
  for (auto const& part : parts_of(text)) truth.push_back(real_from("--truth", part));
  return truth;
}

std::atomic<bool> const* interruption_of(UtilityOptions const& options) {
  return options.interrupted ? options.interrupted : &interruption();
}

/// What is asked about: a mechanism with one dataset.
struct Subject {
  mechanisms::AnyMechanism mechanism;
  mechanisms::Dataset dataset;
  std::optional<mechanisms::external::ExternalMechanism> outside{};
  std::optional<std::uint64_t> rows{};
};

Subject of_catalogue(UtilityOptions const& options, results::UtilityRecord& record) {
  require(!options.mechanism.empty(),
          "mechanism: none was named (`warner list` shows all; --exec takes a program of your own)");
  require(options.external.binary == ExternalOptions{}.binary,
          "--binary: is for programs (--exec); the catalogue's mechanisms write nothing");
  require(options.data.d_file.empty(), "--d-file: is for programs (--exec, --plugin); the catalogue's take --d");
  auto const& entry = mechanisms::find(options.mechanism);
  mechanisms::ParameterValues values;
  for (auto const& [name, text] : options.parameters) values[name] = real_from("--" + name, text);
  auto const instance = mechanisms::make(entry, values);
  record.mechanism = entry.name;
  record.parameters = instance.parameters;
  auto const dataset = options.data.d.empty()
                           ? instance.pairs.front().d
                           : mechanisms::without_signed_zeros(dataset_from("--d", typed_dataset(options.data.d)));
  record.dataset = mechanisms::external::written(dataset);
  record.exact = mechanisms::exact_accuracy(entry.name, instance.parameters, dataset);
  return {instance.mechanism, dataset};
}

Subject from_outside(UtilityOptions const& options, std::uint64_t seed, results::UtilityRecord& record) {
  require(options.mechanism.empty(),
          fmt::format("mechanism: give a name ('{}') or one of --exec, --plugin and --releases", options.mechanism));
  require(options.parameters.empty(),
          "parameters: those of the catalogue's mechanisms do not go with a program (its own belong into its command)");
  auto alone = started_alone(options.external, options.data, seed, {1, nullptr, interruption_of(options)});
  record.mechanism = alone.mechanism.name;
  record.by = alone.mechanism.kind;
  record.parameters = alone.mechanism.instance.parameters;
  record.fingerprints = alone.mechanism.fingerprints;
  record.dataset = alone.dataset;
  return {alone.mechanism.instance.mechanism, mechanisms::external::arms().d, alone.mechanism, alone.rows};
}

/// Puts columns and truth into the question.
void choose_columns(UtilityOptions const& options, Subject const& subject, results::UtilityRecord& record,
                    verify::UtilityOptions& asked) {
  auto const columns = subject.mechanism.columns(subject.dataset);
  std::set<std::size_t> ends;
  if (!options.interval.empty()) {
    auto const names = parts_of(options.interval);
    require(names.size() == 2, fmt::format("--interval: '{}' is no LOW,HIGH, two columns", options.interval));
    auto const low = column_named("--interval", columns, names[0]),
               high = column_named("--interval", columns, names[1]);
    require(low != high, fmt::format("--interval: {} is both ends", names[0]));
    asked.interval = {answer_at(columns, low), answer_at(columns, high)};
    record.interval = {name_of(columns, low), name_of(columns, high)};
    ends = {low, high};
  }
  std::vector<std::size_t> chosen;
  if (!options.answers.empty()) {
    for (auto const& name : parts_of(options.answers)) chosen.push_back(column_named("--answers", columns, name));
  } else {
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (is_number(columns[j]) && !ends.contains(j)) chosen.push_back(j);
  }
  require(!chosen.empty() || asked.interval, "answers: the releases have no numbers to compare with a truth");
  for (auto const j : chosen) {
    asked.answers.push_back(answer_at(columns, j));
    record.answers.push_back(name_of(columns, j));
  }
  auto const& exact = record.exact;
  if (exact && exact->truth.size() == columns.size()) {
    for (auto const j : chosen) asked.truth.push_back(exact->truth[j]);
    if (chosen.size() != columns.size()) record.exact->within = {};
  }
  if (!options.truth.empty()) {
    auto const typed = truth_from(options.truth);
    if (typed != asked.truth) record.exact.reset();
    asked.truth = typed;
  }
  require(!asked.truth.empty(), fmt::format("truth: --truth says what {} should have answered (one number for each "
                                            "of: {})",
                                            record.mechanism, fmt::join(record.answers, ", ")));
  auto const wanted = std::max<std::size_t>(1, chosen.size());
  require(asked.truth.size() == wanted, fmt::format("--truth: {} numbers for {} answers ({}; --answers picks some)",
                                                    asked.truth.size(), wanted, fmt::join(record.answers, ", ")));
  record.truth = asked.truth;
}

}  // namespace

std::shared_ptr<UtilityOptions> add_utility_options(Command& command) {
  auto options = std::make_shared<UtilityOptions>();
  command.add_option("mechanism", options->mechanism, "A name from `warner list`");
  command
      .add_option("--d", options->data.d,
                  "The dataset as JSON, e.g. '[0]', or @FILE (default: the first of the mechanism's own pair)")
      .type_name("DATA");
  command
      .add_option("--truth", options->truth,
                  "What would be right: a number for each answer, e.g. 120 or '[1, 2]' (default: the data, where the "
                  "catalogue knows that they are)")
      .type_name("X,..");
  command
      .add_option("--answers", options->answers,
                  "The columns that answer (default: all columns of numbers but those of --interval)")
      .type_name("COLUMN,..");
  command.add_option("--interval", options->interval, "Two columns, the ends of an interval that should hold the truth")
      .type_name("LOW,HIGH");
  auto const* group = "Claims; one that is refuted is exit code 1";
  auto const add = [&](char const* name, std::optional<std::string>& value, char const* meaning) {
    command.add_option(name, value, meaning).type_name("X").group(group);
  };
  add("--rmse", options->rmse, "The root mean square error is at most X");
  add("--bias", options->bias, "The mean error is within [-X, X]; needs --rmse or --largest");
  add("--median", options->median, "The median error is within [-X, X]");
  command
      .add_option("--quantile", options->quantiles,
                  "The size of the error is at most X with probability at least P; may be given again")
      .type_name("P:X")
      .one_at_a_time()
      .group(group);
  add("--coverage", options->coverage, "The interval holds the truth with probability at least X");
  add("--largest", options->largest, "No error is ever above X; with it RMSE and bias have upper bounds");
  command
      .add_option("--budget", options->budget,
                  "Releases at most (of a program 1e5, of recorded releases all); fewer where every claim is refuted")
      .type_name("N")
      .capture_default_str()
      .each([options](auto const&) { options->budget_given = true; });
  command
      .add_option(
          "--level", options->level,
          "Probability that a true claim is refuted, at most, of all claims together (of --bias: it, or what it rests "
          "on, is then false)")
      .type_name("X")
      .capture_default_str();
  command.add_option("--seed", options->seed, "Names every random draw").type_name("N").capture_default_str();
  command.add_option("--generator", options->generator, "ars, philox or aes; another generator is another stream")
      .type_name("NAME")
      .capture_default_str();
  command.add_option("--threads", options->threads, "0: all; the result is the same for any number")
      .capture_default_str()
      .type_name("N")
      .in_range(0, 1024);
  command.add_flag("--json", options->json, "Print the record as JSON (docs/formats/utility.md)");
  command
      .add_option("--sweep", options->sweep,
                  "A row at each of these values: of a parameter, d, truth, a claim, or {NAME} in the command of "
                  "--exec. May be given again: every combination, one level for all")
      .type_name("NAME=VALUE,..")
      .one_at_a_time();
  command.add_option("--out", options->out, "Write the record to this file (with --sweep: the table, as CSV)")
      .names_file_to_write();
  add_external(command, options->external, 1);
  command.add_option("--d-file", options->data.d_file, "In place of --d: the program gets the file's path, as a text")
      .type_name("FILE")
      .group("A mechanism of your own (docs/external.md)");
  std::map<std::string, std::string> parameters;
  for (auto const& entry : mechanisms::registry())
    for (auto const& parameter : entry.parameters) parameters.emplace(parameter.name, parameter.meaning);
  for (auto const& [name, meaning] : parameters)
    command
        .add_option_function(
            "--" + name, [options, name = name](std::string const& text) { options->parameters[name] = text; }, meaning)
        .type_name("X")
        .group("Parameters of mechanisms (warner list says which takes which)");
  return options;
}

std::vector<verify::UtilityClaim> claims_in(UtilityOptions const& options) {
  std::vector<verify::UtilityClaim> claims;
  auto const add = [&](Kind kind, char const* option, std::optional<std::string> const& text) {
    if (text) claims.push_back({kind, real_from(option, *text), 0});
  };
  add(Kind::rmse, "--rmse", options.rmse);
  add(Kind::bias, "--bias", options.bias);
  add(Kind::median, "--median", options.median);
  for (auto const& text : options.quantiles) {
    auto const colon = text.find(':');
    require(colon != std::string::npos, fmt::format("--quantile: '{}' is no SHARE:SIZE (say 0.95:3)", text));
    claims.push_back({Kind::quantile, real_from("--quantile", text.substr(colon + 1)),
                      share_from("--quantile", text.substr(0, colon))});
  }
  if (options.coverage) claims.push_back({Kind::coverage, 0, share_from("--coverage", *options.coverage)});
  add(Kind::largest, "--largest", options.largest);
  return claims;
}

UtilityOptions utility_in(std::vector<std::string> const& words) {
  CommandLine line{"", "warner"};
  auto utility = line.program().add_subcommand("utility", "");
  auto const options = add_utility_options(utility);
  line.read(words);
  claims_in(*options);
  return *options;
}

UtilityQuestion utility_question(UtilityOptions const& options) {
  results::UtilityRecord record;
  verify::UtilityOptions asked;
  asked.claims = claims_in(options);
  asked.level = level_from("--level", options.level);
  asked.seed = record.seed = seed_from("--seed", options.seed);
  asked.generator = sim::generator_named("--generator", options.generator);
  record.generator = options.generator;
  auto const outside = options.external.is_asked_for();
  asked.budget = outside && !options.budget_given ? budget_of_programs : count_from("--budget", options.budget);
  auto subject = outside ? from_outside(options, asked.seed, record) : of_catalogue(options, record);
  if (subject.rows) {
    auto const most = *subject.rows - std::min(*subject.rows, verify::learned_from(*subject.rows));
    require(most >= 1, fmt::format("{}: has too few releases", record.mechanism));
    if (!options.budget_given) asked.budget = most;
    require(asked.budget <= most,
            fmt::format("--budget: {} releases of {} (others serve to learn from)", asked.budget, most));
  }
  choose_columns(options, subject, record, asked);
  record.budget = asked.budget;
  asked.execution = {.threads = options.threads,
                     .on_progress = options.on_progress,
                     .interrupted = interruption_of(options),
                     .in_order = subject.outside && subject.outside->in_order};
  return {.mechanism = std::move(subject.mechanism),
          .dataset = std::move(subject.dataset),
          .outside = std::move(subject.outside),
          .asked = std::move(asked),
          .record = std::move(record),
          .is_quiet = static_cast<bool>(options.on_progress)};
}

results::UtilityRecord answer(UtilityQuestion const& question) {
  auto const start = std::chrono::steady_clock::now();
  auto record = question.record;
  auto asked = question.asked;
  sim::ProgressBar bar{record.mechanism};
  if (!question.is_quiet)
    asked.execution.on_progress = [&bar](std::uint64_t done, std::uint64_t all) { bar(done, all); };
  record.measured = verify::measure_utility(question.mechanism, question.dataset, asked);
  bar.finish();
  if (auto const& outside = question.outside) {
    if (outside->finish && record.measured.end != verify::Utility::End::interrupted) outside->finish();
    if (outside->notes) record.notes = outside->notes();
    if (!question.is_quiet)
      for (auto const& note : record.notes) std::cerr << fmt::format("warner: note: {}\n", note);
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

results::UtilityRecord answer(UtilityOptions const& options) { return answer(utility_question(options)); }

}  // namespace warner::cli
