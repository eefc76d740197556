#include "verify/scores/rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace warner::verify {
namespace {

using mechanisms::Column;
using Columns = std::vector<Column>;

constexpr std::size_t words_shown = 6, rows_shown = 4;

/// The column that a feature is, where it is one that was named.
Column const* column_of(Feature const& feature, Columns const& columns) {
  auto const is_one = feature.kind == Feature::Kind::coordinate && feature.column < columns.size();
  return is_one ? &columns[feature.column] : nullptr;
}

/// "a, b or c"
std::string either(std::vector<std::string> const& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

bool is_wanted(Strategy const& strategy, Bins const& bins, double y, Guess wanted) {
  auto const bin = std::ranges::upper_bound(bins.edges, y) - bins.edges.begin();
  return strategy.guess(bins.log_ratio[static_cast<std::size_t>(bin)]) == wanted;
}

/// "something else", or which numbers of it, where the strategy guesses `wanted` at some unknown words and not at
/// others.
std::vector<std::string> unknown_words_said(Strategy const& strategy, Bins const& bins, Guess wanted) {
  auto const first =
      static_cast<std::size_t>(std::ranges::upper_bound(bins.edges, Column::first_unknown_word) - bins.edges.begin());
  auto const end = bins.log_ratio.size();
  auto const is_said = [&](std::size_t bin) { return strategy.guess(bins.log_ratio[bin]) == wanted; };
  std::vector<std::string> said;
  for (auto bin = first; bin < end; ++bin) {
    if (!is_said(bin)) continue;
    auto last = bin;
    while (last + 1 < end && is_said(last + 1)) ++last;
    auto const below = last + 1 < end ? fmt::format("below {:.4g}", bins.edges[last]) : "";
    auto const from = bin > first ? fmt::format("from {:.4g} on", bins.edges[bin - 1]) : "";
    said.push_back(below.empty() && from.empty() ? "something else"
                                                 : fmt::format("something else with a number {}{}{}", from,
                                                               below.empty() || from.empty() ? "" : " and ", below));
    bin = last;
  }
  return said;
}

/// "y is 'yes' or 'no'": the words for whose numbers the strategy guesses `wanted`.
std::string words_said(Strategy const& strategy, Bins const& bins, Column const& column, Guess wanted) {
  std::vector<std::string> words;
  std::size_t more = 0;
  for (std::size_t i = 0; i < column.words.size(); ++i)
    if (!column.words[i].empty() && is_wanted(strategy, bins, static_cast<double>(i), wanted))
      words.size() < words_shown ? words.push_back(column.words[i]) : void(++more);
  if (more > 0) words.push_back(fmt::format("one of {} more", more));
  for (auto& numbers : unknown_words_said(strategy, bins, wanted)) words.push_back(std::move(numbers));
  return words.empty() ? "never" : fmt::format("{} is {}", column.name, either(words));
}

/// "y[0] = 1": of a column that is 0 or 1.
std::string flag_said(Strategy const& strategy, Bins const& bins, Column const& column, Guess wanted) {
  auto const zero = is_wanted(strategy, bins, 0, wanted), one = is_wanted(strategy, bins, 1, wanted);
  if (zero && one) return "always";
  if (!zero && !one) return "never";
  return fmt::format("{} = {}{}", column.name, zero ? 0 : 1, zero && column.zero_for_none ? ", or there is none" : "");
}

/// 2^k as people write it.
std::string power_of_two(int k) {
  return k >= 0 && k <= 20   ? fmt::format("{}", 1 << k)
         : k < 0 && k >= -20 ? fmt::format("1/{}", 1 << -k)
                             : fmt::format("2^{}", k);
}

/// The first power from an edge on; those of doubles are -1074 to 1023, and 1100 stands for that of zero.
int power_from(double edge) { return static_cast<int>(std::ceil(std::clamp(edge, -2000.0, 2000.0))); }

/// "y[0] is a multiple of 4, but not of 8": where the lowest bit lies in the bins of `wanted`.
std::string multiples(Strategy const& strategy, Bins const& bins, Guess wanted, Columns const& columns) {
  auto const y = describe({Feature::Kind::coordinate, bins.feature.column}, columns);
  std::string text;
  for (std::size_t i = 0; i < bins.log_ratio.size(); ++i) {
    if (strategy.guess(bins.log_ratio[i]) != wanted) continue;
    auto const from = i > 0 ? std::optional{power_from(bins.edges[i - 1])} : std::nullopt;
    auto const below = i < bins.edges.size() ? std::optional{power_from(bins.edges[i])} : std::nullopt;
    text += text.empty() ? "" : " or ";
    if (from && below)
      text += fmt::format("{} is a multiple of {}, but not of {}", y, power_of_two(*from), power_of_two(*below));
    else if (from)
      text += fmt::format(
          "{} is {}", y,
          *from > 1000 ? "0" : (*from > 5 ? "0 or a multiple of " : "a multiple of ") + power_of_two(*from));
    else if (below)
      text += *below > 1000 ? fmt::format("{} is not 0", y)
                            : fmt::format("{} is no multiple of {}", y, power_of_two(*below));
    else text += "always";
  }
  return text.empty() ? "never" : text;
}

/// "y[0] < 0.5 or 2 <= y[0] < 3": the bins in which the strategy guesses `wanted`.
std::string intervals(Strategy const& strategy, Bins const& bins, Guess wanted, Columns const& columns) {
  auto const* column = column_of(bins.feature, columns);
  if (column && !column->words.empty()) return words_said(strategy, bins, *column, wanted);
  if (bins.feature.kind == Feature::Kind::lowest_bit) return multiples(strategy, bins, wanted, columns);
  if (column && column->kind == Column::Kind::flag) return flag_said(strategy, bins, *column, wanted);
  std::string text;
  auto const y = describe(bins.feature, columns);
  auto holds_zero = false;
  for (std::size_t i = 0; i < bins.log_ratio.size(); ++i) {
    if (strategy.guess(bins.log_ratio[i]) != wanted) continue;
    if (!text.empty()) text += " or ";
    auto const has_left = i > 0, has_right = i < bins.edges.size();
    if (!has_left && !has_right) text += "always";
    else if (!has_left) text += fmt::format("{} < {}", y, bins.edges[i]);
    else if (!has_right) text += fmt::format("{} >= {}", y, bins.edges[i - 1]);
    else text += fmt::format("{} <= {} < {}", bins.edges[i - 1], y, bins.edges[i]);
    holds_zero = holds_zero || ((!has_left || bins.edges[i - 1] <= 0) && (!has_right || bins.edges[i] > 0));
  }
  if (column && column->zero_for_none && holds_zero) text += ", or there is none";
  return text.empty() ? "never" : text;
}

/// A number of a release, as its column has it.
std::string said(double y, std::size_t j, Columns const& columns) {
  if (j >= columns.size() || columns[j].words.empty()) return fmt::format("{}", y);
  auto const& words = columns[j].words;
  return y >= 0 && y < static_cast<double>(words.size()) ? words[static_cast<std::size_t>(y)] : "something else";
}

/// "{(1, 0), (2, 0), .. 7 more}": the atoms at which the strategy guesses `guessed`, or does not; "" where there are
/// none.
std::string table_rows(Strategy const& strategy, Atoms const& atoms, Guess guessed, bool does, Columns const& columns) {
  std::string text;
  std::size_t shown = 0, matching = 0;
  for (std::size_t row = 0; row < atoms.log_ratio.size(); ++row) {
    if ((strategy.guess(atoms.log_ratio[row]) == guessed) != does) continue;
    ++matching;
    if (shown == rows_shown) continue;
    text += shown++ == 0 ? "{(" : ", (";
    for (std::size_t j = 0; j < atoms.width; ++j)
      text += fmt::format("{}{}", j == 0 ? "" : ", ", said(atoms.releases[row * atoms.width + j], j, columns));
    text += ")";
  }
  if (matching == 0) return "";
  return text + (matching > shown ? fmt::format(", .. {} more}}", matching - shown) : "}");
}

/// The releases of a table for which the strategy guesses `wanted`; where it does so of all that are in no table, what
/// they are not.
std::string rows(Strategy const& strategy, Atoms const& atoms, Guess wanted, Columns const& columns) {
  auto const holds_others = strategy.guess(0) == wanted;
  auto const listed = table_rows(strategy, atoms, wanted, !holds_others, columns);
  if (listed.empty()) return holds_others ? "always" : "never";
  return (holds_others ? "y not in " : "y in ") + listed;
}

std::string describe_side(Strategy const& strategy, Guess wanted, Columns const& columns) {
  if (auto const* bins = std::get_if<Bins>(&strategy.score)) return intervals(strategy, *bins, wanted, columns);
  if (auto const* atoms = std::get_if<Atoms>(&strategy.score)) return rows(strategy, *atoms, wanted, columns);
  auto const threshold = wanted == Guess::d ? strategy.say_d_from : strategy.say_d_prime_to;
  if (std::isinf(threshold) && (threshold > 0) == (wanted == Guess::d)) return "never";
  auto const* what = std::holds_alternative<Additive>(strategy.score)      ? "sum of log ratios"
                     : std::holds_alternative<Trees>(strategy.score)       ? "log ratio of trees"
                     : std::holds_alternative<SumOverRows>(strategy.score) ? "sum of log ratios of rows"
                                                                           : "log likelihood ratio";
  return fmt::format("{} {} {}", what, wanted == Guess::d ? ">=" : "<=", threshold);
}

}  // namespace

std::string say_d(Strategy const& strategy, Columns const& columns) {
  return describe_side(strategy, Guess::d, columns);
}
std::string say_d_prime(Strategy const& strategy, Columns const& columns) {
  return describe_side(strategy, Guess::d_prime, columns);
}
std::string plain_event(Strategy const& strategy, Columns const& columns) {
  if (!strategy.plain) return {};
  return describe_side({strategy.plain->bins, 1, -std::numeric_limits<double>::infinity()}, Guess::d, columns);
}

}  // namespace warner::verify
