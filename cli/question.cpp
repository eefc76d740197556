#include "cli/question.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/claim_options.hpp"
#include "cli/dataset.hpp"
#include "cli/number.hpp"
#include "cli/signals.hpp"
#include "mechanisms/catalogue/lengths.hpp"
#include "mechanisms/catalogue/pairs_to_try.hpp"
#include "mechanisms/contract/signed_zeros.hpp"
#include "sim/generator_name.hpp"
#include "sim/require.hpp"
#include "verify/game/playable.hpp"

namespace warner::cli {
namespace {

/// The parameters of all mechanisms, in the order of the catalogue, each as most of those that take it understand it.
std::vector<std::pair<std::string, std::string>> parameters_of_the_catalogue() {
  std::vector<std::string> names;
  std::map<std::string, std::vector<std::pair<std::string, int>>> meanings;
  for (auto const& entry : mechanisms::registry())
    for (auto const& parameter : entry.parameters) {
      auto& known = meanings[parameter.name];
      if (known.empty()) names.push_back(parameter.name);
      auto const same = std::ranges::find(known, parameter.meaning, &std::pair<std::string, int>::first);
      if (same == known.end()) known.emplace_back(parameter.meaning, 1);
      else ++same->second;
    }
  std::vector<std::pair<std::string, std::string>> all;
  for (auto const& name : names) {
    auto const& known = meanings[name];
    auto const usual = std::ranges::max_element(known, {}, &std::pair<std::string, int>::second);
    all.emplace_back(name, usual->first + (known.size() > 1 ? "; or as `warner list NAME` has it" : ""));
  }
  return all;
}

bool takes(mechanisms::Entry const& entry, std::string_view name) {
  for (auto const& parameter : entry.parameters)
    if (parameter.name == name) return true;
  return false;
}

std::optional<mechanisms::Pair> pair_from(QuestionOptions const& options, mechanisms::Entry const& entry,
                                          mechanisms::ParameterValues const& values) {
  if (options.pair_label == "search") {
    require(options.data.d.empty() && options.data.d_prime.empty(),
            "pair: give --pair search or --d with --d-prime, not both");
    return std::nullopt;
  }
  if (!options.pair_label.empty()) {
    require(options.data.d.empty() && options.data.d_prime.empty(),
            "pair: give --pair or --d with --d-prime, not both");
    require(
        entry.make != nullptr,
        fmt::format("pair: '{}' is unknown (a mechanism outside the catalogue has no pairs; give --d and --d-prime)",
                    options.pair_label));
    auto const instance = mechanisms::make(entry, values);
    for (auto const& pair : mechanisms::pairs_to_try({&instance, 1}).pairs)
      if (pair.label == options.pair_label) return pair;
    std::string known;
    for (auto const& pair : instance.pairs)
      if (!pair.label.empty()) known += (known.empty() ? "" : ", ") + pair.label;
    require(false, fmt::format("pair: '{}' is unknown (of this mechanism: {}; or the label of one that a search has "
                               "found at this length; or search, and, for check, all)",
                               options.pair_label, known.empty() ? "none has a name" : known));
  }
  require(options.data.d.empty() == options.data.d_prime.empty(), "pair: --d and --d-prime go together");
  if (options.data.d.empty()) return std::nullopt;
  mechanisms::Pair pair{dataset_from("--d", typed_dataset(options.data.d)),
                        dataset_from("--d-prime", typed_dataset(options.data.d_prime)),
                        mechanisms::Relation::substitute,
                        {}};
  if (pair.d.size() != pair.d_prime.size()) pair.relation = mechanisms::Relation::add_remove;
  return entry.make ? mechanisms::without_signed_zeros(std::move(pair)) : pair;
}

/// The lengths that compete: those that were named; or, where a search may choose the pair whole and the claim is the
/// mechanism's own, which it makes of any length, those that are worth trying.
void ask_lengths(QuestionOptions const& options, mechanisms::Entry const& entry, results::Question& question) {
  auto const any_pair = question.search_pairs && question.pairs.empty();
  if (options.patterns.have_lengths()) {
    require(any_pair || !question.pairs.empty() || options.every_pair,
            "length: several of them go with --pairs, --pair search or, for check, --pair all");
    if (entry.make) question.lengths = lengths_from(options.patterns);
  } else if (entry.make && any_pair && !question.claim) {
    question.lengths = mechanisms::lengths_worth_trying(entry, question.values);
    question.lengths_are_usual = true;
  }
}

}  // namespace

std::shared_ptr<QuestionOptions> add_question(Command& command) {
  auto options = std::make_shared<QuestionOptions>();
  add_datasets(command, options->data);
  command
      .add_option(
          "--pair", options->pair_label,
          "One of the mechanism's named pairs, e.g. 'one above' (or one by the label that a search's record has), or "
          "'search': the most promising of these, of generated ones, and of other lengths; `check` takes 'all'")
      .type_name("NAME");
  add_patterns(command, options->patterns);
  add_claims(command, options->claim, "--claim-epsilon",
             "Test this epsilon instead of the mechanism's own claim: pure, unless a delta is given");
  command
      .add_option("--budget", options->budget,
                  "Trials altogether (of a program 1e6, of recorded releases as many as they allow, of a few "
                  "mechanisms more: see list)")
      .type_name("N")
      .capture_default_str()
      .each([options](auto const&) { options->budget_given = true; });
  command
      .add_option("--until-width", options->until_width,
                  "As many trials as bring the bound within this of its estimate; --budget is then the most "
                  "[100 times the usual one]")
      .type_name("X");
  command
      .add_option(
          "--time", options->time,
          "As many trials as this takes here, by short pilots; they are fixed before the audit begins [no limit]")
      .type_name("90s|10m|2h");
  command.add_option("--level", options->level, "Probability that the bound is above the truth, at most")
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
  command.add_flag("--white-box", options->white_box, "Let the strategy read the mechanism's density");
  command.add_flag(
      "--timing", options->timing,
      "Release one at a time: how long it took, in nanoseconds, is one more column (no run has the same ones)");
  command.add_flag("--low-bits", options->low_bits,
                   "Let the strategy read the last bits of columns that stand for ideal real numbers, too");
  add_external(command, options->external);
  for (auto const& [parameter, meaning] : parameters_of_the_catalogue())
    command
        .add_option_function(
            "--" + parameter,
            [options, name = parameter](std::string const& text) { options->parameters[name] = text; }, meaning)
        .type_name("X")
        .group("Parameters of mechanisms (`warner list NAME` says which a mechanism takes, and what they mean there)");
  return options;
}

namespace {

/// The options that cost nothing to read: what is wrong with them is said before anything is computed.
void read_options(QuestionOptions const& options, mechanisms::Entry const& entry, results::Question& question) {
  auto& asked = question.options;
  auto const outside = options.external.is_asked_for();
  asked.low_bits = options.low_bits;
  asked.timing = options.timing;
  asked.budget = options.budget_given || outside ? count_from("--budget", options.budget)
                                                 : static_cast<std::uint64_t>(entry.budget);
  require(asked.budget >= 1, "budget: 0 trials can show nothing (give at least one, better 1e6)");
  if (options.search_budget) asked.search = positive_count_from("--search-budget", *options.search_budget);
  asked.level = level_from("--level", options.level);
  asked.seed = seed_from("--seed", options.seed);
  asked.generator = sim::generator_named("--generator", options.generator);
  asked.white_box = options.white_box;
  asked.execution.threads = options.threads;
  asked.execution.keeper = options.keeper;
  asked.execution.interrupted = options.interrupted ? options.interrupted : &interruption();
}

}  // namespace

namespace {

/// A budget that was named is the most that a width may take; the usual one is what a search is for.
void ask_width(QuestionOptions const& options, std::uint64_t usual, results::Question& question) {
  if (!options.until_width) return;
  constexpr std::uint64_t more = 100;
  auto const width = real_from("--until-width", *options.until_width);
  require(width > 0 && std::isfinite(width),
          fmt::format("--until-width: {} is not above 0 (0.01 is a hundredth of a nat)", *options.until_width));
  require(!question.outside || !question.outside->in_order,
          "--until-width: recorded releases are as many as they are (do without it)");
  auto& asked = question.options;
  asked.until = {width, options.budget_given ? asked.budget : more * usual};
  asked.budget = std::min(usual, asked.budget);
}

/// A time takes the place of a budget.
void ask_time(QuestionOptions const& options, results::Question& question) {
  if (!options.time) return;
  require(!options.budget_given, "--time: the budget follows from it (give --time or --budget, not both)");
  require(!question.outside || !question.outside->in_order,
          "--time: recorded releases are as many as they are (do without it)");
  question.seconds = seconds_from("--time", *options.time);
}

/// Whether a label of a pair was typed that stands for one pair.
bool any_label(QuestionOptions const& options) { return !options.pair_label.empty() && options.pair_label != "search"; }

/// The datasets that a program is asked about, and their pairs; none where none were given.
std::optional<GivenData> data_of_program(QuestionOptions const& options, results::Question const& question) {
  if (!options.external.are_of_a_program()) return std::nullopt;
  auto pairs = question.pairs;
  if (options.pair_label == "search") {
    require(!options.data.say_anything() || options.data.are_made(),
            "pair: give --pair search or --d with --d-prime, not both");
    if (!options.data.are_made()) pairs = pairs_of_lengths(options.patterns);
  }
  if (!pairs.empty()) return data_from(pairs);
  if (!options.data.are_given() && options.data.d_prime.empty() && options.data.d_prime_file.empty())
    return std::nullopt;
  return data_from(options.data, options.external.plugin.empty(), question.options.seed);
}

}  // namespace

results::Question question_from(QuestionOptions const& options) {
  results::Question question;
  question.mechanism = options.mechanism;
  auto const outside = options.external.is_asked_for();
  auto const& entry = outside ? mechanisms::Entry{} : mechanisms::find(options.mechanism);
  read_options(options, entry, question);
  for (auto const& [name, text] : options.parameters) {
    auto const value = real_from("--" + name, text);
    if (name == "delta" && !takes(entry, name)) question.delta = value;  // of the measurement, then
    else question.values[name] = value;
  }
  if (auto const delta = claimed_delta(options.claim)) question.delta = delta;
  require(!question.delta || (*question.delta >= 0 && *question.delta < 1),
          fmt::format("delta: {} is not in [0, 1)", question.delta.value_or(0)));
  require(options.external.are_of_a_program() || !options.data.says_more_than_numbers(),
          "data: --data, --d-file, --neighbours and what goes with them are for programs (--exec, --plugin); the "
          "catalogue's mechanisms take --d and --d-prime, or --pair search");
  require(outside || options.external.binary == ExternalOptions{}.binary,
          "--binary: is for programs (--exec); the catalogue's mechanisms write nothing");
  require(options.external.are_of_a_program() || !options.external.crash_is_a_release,
          "--crash-is-a-release: is for programs (--exec, --plugin); nothing else can die");
  question.values = with_length(options.patterns, entry, std::move(question.values));
  auto const any_program = options.external.are_of_a_program() && options.pair_label == "search";
  if (!any_program) question.pairs = pairs_from(options.patterns, entry, question.values);
  require(question.pairs.empty() || (options.pair_label.empty() && !options.data.say_anything()),
          "pairs: give --pairs, --pair, --data with what goes with it, or --d with --d-prime");
  if (!options.external.are_of_a_program() || any_label(options))
    question.pair = question.pairs.size() == 1 ? question.pairs.front() : pair_from(options, entry, question.values);
  question.search_pairs = options.pair_label == "search" || question.pairs.size() > 1;
  if (entry.make && question.pair) verify::width_of(mechanisms::make(entry, question.values).mechanism, *question.pair);
  question.also = claims_from(options.claim);  // last: it may take seconds
  if (!question.also.empty()) {
    question.claim = question.also.front();
    question.also.erase(question.also.begin());
  }
  ask_lengths(options, entry, question);
  if (outside) ask_outside(options.external, data_of_program(options, question), options.budget_given, question);
  ask_time(options, question);
  ask_width(options, outside ? audit_budget_of_programs : static_cast<std::uint64_t>(entry.budget), question);
  return question;
}

}  // namespace warner::cli
