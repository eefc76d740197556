#include "cli/rule_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "verify/scores/feature.hpp"
#include "verify/scores/strategy.hpp"

namespace warner::cli {
namespace {

using Words = std::map<std::string, double>;

constexpr std::size_t record_keeps = 64;  // words at most: there may be more (mechanisms/external/layout.hpp)

/// Numbers in the text of a rule that stand for words, as those words.
std::string with_words(std::string rule, Words const& words) {
  auto const digit = [&](std::size_t at) {
    return at < rule.size() && (std::string_view{"0123456789."}.find(rule[at]) != std::string_view::npos);
  };
  for (auto const& [word, value] : words) {
    auto const number = fmt::format("{}", value), quoted = fmt::format("'{}'", word);
    for (auto at = rule.find(number); at != std::string::npos; at = rule.find(number, at + 1))
      if (!(at > 0 && digit(at - 1)) && !digit(at + number.size())) rule.replace(at, number.size(), quoted);
  }
  return rule;
}

/// The bins of a column tell nothing but words apart: its edges are where only words are numbers.
bool only_parts_words(verify::Bins const& bins) {
  constexpr double beyond_numbers = 0x1p32;
  return bins.feature.kind == verify::Feature::Kind::coordinate && !bins.edges.empty() &&
         bins.edges.front() >= beyond_numbers;
}

/// Which of the words a strategy takes for a dataset. Words have no order, so that bins of their numbers say little.
std::string words_said(verify::Strategy const& strategy, verify::Bins const& bins, Words const& words, bool for_d) {
  std::vector<std::string> said;
  for (auto const& [word, value] : words) {
    auto const score =
        bins.log_ratio[static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, value) - bins.edges.begin())];
    if (for_d ? score >= strategy.say_d_from : score <= strategy.say_d_prime_to) said.push_back(word);
  }
  std::string text;
  for (std::size_t i = 0; i < said.size(); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == said.size() ? " or " : ", ", said[i]);
  return text + (words.size() >= record_keeps && !said.empty() ? ", .." : "");
}

std::string rule(results::Record const& record, bool for_d) {
  auto const& strategy = record.measurement.strategy;
  auto const text = for_d ? verify::say_d(strategy) : verify::say_d_prime(strategy);
  if (!record.external || record.external->words.empty()) return text;
  auto const& words = record.external->words;
  if (auto const* bins = std::get_if<verify::Bins>(&strategy.score); bins && only_parts_words(*bins))
    if (auto const said = words_said(strategy, *bins, words, for_d); !said.empty())
      return fmt::format("{} is {}", verify::describe(bins->feature), said);
  return with_words(text, words);
}

}  // namespace

std::string says_d(results::Record const& record) { return rule(record, true); }
std::string says_d_prime(results::Record const& record) { return rule(record, false); }

bool reads_last_bits(verify::Strategy const& strategy) {
  constexpr double on_purpose = -20;  // nobody rounds to steps finer than 2^-20, and then adds
  auto const* bins = std::get_if<verify::Bins>(&strategy.score);
  return bins && bins->feature.kind == verify::Feature::Kind::lowest_bit && !bins->edges.empty() &&
         bins->edges.front() < on_purpose;
}

}  // namespace warner::cli
