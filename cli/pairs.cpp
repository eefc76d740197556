#include "cli/pairs.hpp"

#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/number.hpp"
#include "mechanisms/generated_pairs.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::Answers;

Answers answers_of(mechanisms::Entry const& entry, mechanisms::Given const& given, char const* option) {
  auto const domain = mechanisms::make(entry, given).domain;
  auto const* answers = domain ? std::get_if<Answers>(&*domain) : nullptr;
  require(answers, fmt::format("{}: {} does not say which vectors of answers are neighbours (name a pair with --pair, or --d and --d-prime)", option, entry.name));
  return *answers;
}

}  // namespace

void add_patterns(CLI::App& command, PatternOptions& options) {
  command.add_option("--pairs", options.pairs, "Patterns of answers, e.g. 'one-above,half-half', or 'all' that the guarantee covers: `measure` takes the most promising, `check` all")->type_name("NAMES");
  command.add_option("--length", options.length, "How many answers")->type_name("N");
  command.add_option("--step", options.step, "With --pairs: how far an answer moves (default: as far as one person moves it)")->type_name("X");
  command.add_option("--base", options.base, "With --pairs: what the answers are before that (default: 1)")->type_name("X");
}

mechanisms::Given with_length(PatternOptions const& options, mechanisms::Entry const& entry, mechanisms::Given given) {
  if (!options.length || !entry.make) return given;
  auto const name = answers_of(entry, given, "length").length;
  auto const length = static_cast<double>(count_from("--length", *options.length));
  require(!name.empty(), fmt::format("length: {} has one answer", entry.name));
  auto const [found, fresh] = given.emplace(name, length);
  require(fresh || found->second == length, fmt::format("length: {} and --{} = {} are at odds", length, name, found->second));
  return given;
}

std::vector<mechanisms::Pair> pairs_from(PatternOptions const& options, mechanisms::Entry const& entry, mechanisms::Given const& given) {
  if (options.pairs.empty()) {
    require(!options.step && !options.base, "pairs: --step and --base say something of --pairs alone");
    return {};
  }
  require(entry.make || options.length, "pairs: --length says how many answers there are");
  auto const as_asked = [&] { return Answers{.n = count_from("--length", *options.length), .moves = Answers::Moves::all, .step = options.step ? real_from("--step", *options.step) : 1.0}; };
  auto const answers = entry.make ? answers_of(entry, given, "pairs") : as_asked();
  auto const step = options.step ? real_from("--step", *options.step) : answers.step, base = options.base ? real_from("--base", *options.base) : 1.0;
  if (options.pairs == "all") return mechanisms::patterns_of(answers, step, base);
  std::vector<mechanisms::Pair> pairs;
  std::istringstream names{options.pairs};
  for (std::string name; std::getline(names, name, ',');) pairs = mechanisms::without_repeats(std::move(pairs), {mechanisms::pattern_named(name, answers, step, base)});
  return pairs;
}

}  // namespace warner::cli
