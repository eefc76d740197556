#include "cli/pairs.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/number.hpp"
#include "cli/parts.hpp"
#include "mechanisms/catalogue/generated_pairs.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::Answers;

Answers answers_of(mechanisms::Entry const& entry, mechanisms::ParameterValues const& values, char const* option) {
  auto const domain = mechanisms::make(entry, values).domain;
  auto const* answers = domain ? std::get_if<Answers>(&*domain) : nullptr;
  require(
      answers,
      fmt::format(
          "{}: {} does not say which vectors of answers are neighbours (name a pair with --pair, or --d and --d-prime)",
          option, entry.name));
  return *answers;
}

mechanisms::ParameterValues with_one_length(mechanisms::Entry const& entry, mechanisms::ParameterValues values,
                                            std::size_t length) {
  auto const name = answers_of(entry, values, "length").length;
  require(!name.empty(), fmt::format("length: {} has one answer", entry.name));
  auto const [found, fresh] = values.emplace(name, static_cast<double>(length));
  require(fresh || found->second == static_cast<double>(length),
          fmt::format("length: {} and --{} = {} are at odds", length, name, found->second));
  return values;
}

}  // namespace

void add_patterns(Command& command, PatternOptions& options) {
  command
      .add_option("--pairs", options.pairs,
                  "Patterns of answers, e.g. 'one-above,half-half', or 'all' that the guarantee covers: `measure` "
                  "takes the most promising, `check` all")
      .type_name("NAMES");
  command
      .add_option("--length", options.length,
                  "How many answers; with --pairs or --pair search several lengths '5,20' compete (a search that is "
                  "given neither this nor a claim tries the best pairs with 1, 2 and twice as many answers, too)")
      .type_name("N");
  command
      .add_option("--step", options.step,
                  "With --pairs: how far an answer moves (default: as far as one person moves it)")
      .type_name("X");
  command.add_option("--base", options.base, "With --pairs: what the answers are before that (default: 1)")
      .type_name("X");
}

std::vector<std::size_t> lengths_from(PatternOptions const& options) {
  std::vector<std::size_t> lengths;
  if (!options.length) return lengths;
  require(!options.length->empty(), "length: it is empty (say '5', or '5,20')");
  for (auto const& part : parts_of(*options.length)) lengths.push_back(count_from("--length", part));
  return lengths;
}

mechanisms::ParameterValues with_length(PatternOptions const& options, mechanisms::Entry const& entry,
                                        mechanisms::ParameterValues values) {
  auto const lengths = lengths_from(options);
  return lengths.size() == 1 && entry.make ? with_one_length(entry, std::move(values), lengths.front()) : values;
}

std::vector<mechanisms::Pair> pairs_from(PatternOptions const& options, mechanisms::Entry const& entry,
                                         mechanisms::ParameterValues const& values) {
  if (options.pairs.empty()) {
    require(!options.step && !options.base, "pairs: --step and --base say something of --pairs alone");
    return {};
  }
  auto const lengths = lengths_from(options);
  require(entry.make || !lengths.empty(), "pairs: --length says how many answers there are");
  std::vector<Answers> all;
  for (auto const n : lengths)
    all.push_back(entry.make ? answers_of(entry, with_one_length(entry, values, n), "pairs")
                             : Answers{.n = n,
                                       .moves = Answers::Moves::all,
                                       .step = options.step ? real_from("--step", *options.step) : 1.0});
  if (lengths.empty()) all.push_back(answers_of(entry, values, "pairs"));
  std::vector<mechanisms::Pair> pairs;
  for (auto const& answers : all) {
    auto const step = options.step ? real_from("--step", *options.step) : answers.step,
               base = options.base ? real_from("--base", *options.base) : 1.0;
    if (options.pairs == "all")
      pairs = mechanisms::without_repeats(std::move(pairs), mechanisms::patterns_of(answers, step, base));
    else
      for (auto const& name : parts_of(options.pairs))
        pairs = mechanisms::without_repeats(std::move(pairs), {mechanisms::pattern_named(name, answers, step, base)});
  }
  return pairs;
}

}  // namespace warner::cli
