#include "cli/suite_keys.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "cli/question.hpp"
#include "cli/utility_question.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

Json const text = {{"type", "string"}}, texts = {{"type", "array"}, {"items", {{"type", "string"}}}},
           truth = {{"type", "boolean"}}, positive = {{"type", "number"}, {"exclusiveMinimum", 0}},
           probability = {{"type", "number"}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 1}},
           number_or_hole = {{"type", {"number", "string"}}}, whole = {{"type", "integer"}, {"minimum", 0}},
           anything = Json::object();

std::vector<SuiteKey> of_both() {
  return {{"violation",
           {{"type", "number"}, {"exclusiveMinimum", 1}},
           "What must be found: a leak of so many times what is claimed (1.2)"},
          {"power", probability, "The probability with which it must be found, at least (0.99)"},
          {"speaks",
           {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}},
           "In what share of the trials the releases that show it occur (0.1)"},
          {"time", positive, "Seconds at most; what is not found by then is inconclusive"}};
}

std::vector<SuiteKey> joined(std::vector<SuiteKey> first, std::vector<SuiteKey> const& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<SuiteKey> mechanism_keys() {
  return {{"name", text, "What reports call the entry; of no other entry"},
          {"group", text, "Reports list entries of a group together"},
          {"tags", texts, "Words to select by (-k)"},
          {"mechanism", text, "A name from `warner list`"},
          {"parameters", {{"type", "object"}}, "Of that mechanism: { epsilon = 1, n = 5 }"},
          {"exec", text, "Or a program and its arguments (docs/external.md)"},
          {"python", text, "Or a function of Python's: module:function"},
          {"frame", text, "Of a function of data frames: the table whose columns and types they have"},
          {"plugin", text, "Or a shared library"},
          {"releases", texts, "Or two files of recorded releases, of D and of D'"},
          {"sources", texts, "Files and folders that the program is made of: baselines tell versions apart by them"},
          {"matrix",
           {{"type", "object"}, {"additionalProperties", {{"type", "array"}}}},
           "Lists of values by name: an entry for every combination. A name is a parameter, a key of the entry, or "
           "{NAME} in its texts"}};
}

/// The options of a verb, but those that say where an answer goes, and those that entries say in words of their own.
std::vector<OptionFacts> those_of(std::vector<OptionFacts> all) {
  static std::set<std::string_view> const otherwise{"level", "seed",  "threads", "budget",   "until-width",
                                                    "time",  "exec",  "plugin",  "releases", "json",
                                                    "out",   "sweep", "journal"};
  std::erase_if(all, [](OptionFacts const& option) {
    return otherwise.contains(option.name) || option.name.starts_with("claim") ||
           option.heading.starts_with("Parameters");
  });
  return all;
}

}  // namespace

std::vector<SuiteKey> const& keys_of_suite() {
  static auto const keys = joined(
      {{"level", probability,
        "A suite of sound mechanisms has a failed entry with this probability at most (1e-6); entries share it evenly"},
       {"seed", whole, "Names every draw (1)"},
       {"interpreter", text, "Runs the entries that are functions of Python's (python3)"},
       {"test", {{"type", "array"}}, "The claims of privacy, an entry each"},
       {"accuracy", {{"type", "array"}}, "The claims of accuracy, an entry each"}},
      of_both());
  return keys;
}

std::vector<SuiteKey> const& keys_of_entry(std::string const& verb) {
  static auto const of_accuracy =
      joined(mechanism_keys(), {{"budget", whole, "Releases at most (100000)"},
                                {"time", positive, "Seconds at most; what is not found by then is inconclusive"}});
  static auto const of_privacy =
      joined(joined(mechanism_keys(),
                    {{"epsilon", number_or_hole,
                      "The claim: epsilon-DP (of a mechanism of the catalogue: its own, where none is given)"},
                     {"delta", number_or_hole, "at this delta (0)"},
                     {"mu", number_or_hole, "or mu-Gaussian DP"},
                     {"rho", number_or_hole, "or rho-zero-concentrated DP"},
                     {"rdp", anything, "or Renyi divergences by order: { \"2\" = 0.5 }"},
                     {"tradeoff", anything,
                      "or a trade-off function: 'gaussian sigma=1 x10', or points [[1, 1e-6], [0.5, 0.01]]"},
                     {"leaks", truth, "The claim is to be refuted: a twin that is broken on purpose"},
                     {"budget", whole, "Trials at most, in place of what power and violation take"}}),
             of_both());
  return verb == "utility" ? of_accuracy : of_privacy;
}

std::vector<OptionFacts> const& options_of_entry(std::string const& verb) {
  static auto const of_privacy = [] {
    CommandLine line{"", "warner"};
    auto check = line.program().add_subcommand("check", "");
    auto const question = add_question(check);
    return those_of(check.options());
  }();
  static auto const of_accuracy = [] {
    CommandLine line{"", "warner"};
    auto utility = line.program().add_subcommand("utility", "");
    auto const question = add_utility_options(utility);
    return those_of(utility.options());
  }();
  return verb == "utility" ? of_accuracy : of_privacy;
}

std::string as_key(std::string name) { return std::ranges::replace(name, '-', '_'), name; }
std::string as_option(std::string key) { return std::ranges::replace(key, '_', '-'), key; }

}  // namespace warner::cli
