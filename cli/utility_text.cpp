#include "cli/utility_text.hpp"

#include <array>
#include <cmath>
#include <ostream>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mechanisms/external/data/json_text.hpp"
#include "results/audit/words.hpp"

namespace warner::cli {
namespace {

std::string row(std::string const& name, std::string const& text) { return fmt::format("  {:<19} {}\n", name, text); }

/// "1.41, in [1.40, 1.43], exactly 1.41421".
std::string in_words(verify::Bounded const& value, std::optional<double> const& exact) {
  auto text = fmt::format("{:.6g}", value.estimate);
  if (value.lower && value.upper) text += ", in " + results::interval(*value.lower, *value.upper);
  else if (value.lower) text += ", at least " + results::rounded_down(*value.lower);
  return exact ? text + fmt::format(", exact value {:.6g}", *exact) : text;
}

void print_claims(results::UtilityRecord const& record, std::ostream& out) {
  for (auto const& tested : record.measured.claims) {
    out << row("claim", results::in_words(tested.claim));
    auto const assumes = results::assumed(tested.claim, record.measured);
    if (tested.open) {
      out << row("", fmt::format("open: it rests on {}, which is refuted", assumes));
      continue;
    }
    auto const decision = tested.refuted
                              ? fmt::format("REFUTED at level {:g}, after {} releases", tested.level, tested.after)
                              : fmt::format("not refuted at level {:g}", tested.level);
    out << row("", decision);
    out << row("", results::certified_in_words(tested));
    if (!assumes.empty()) out << row("", fmt::format("if {}", assumes));
    if (tested.detectable && !tested.refuted)
      out << row("", *tested.detectable >= 1
                         ? "so few releases would have refuted nothing"
                         : fmt::format("misses with a probability of {:.4g} would have been refuted with probability "
                                       "0.99",
                                       *tested.detectable));
  }
}

void print_errors(results::UtilityRecord const& record, std::ostream& out) {
  auto const& measured = record.measured;
  auto const& exact = record.exact;
  auto const mean_square = exact ? exact->mean_square() : std::nullopt;
  auto const root = mean_square ? std::optional{std::sqrt(*mean_square)} : std::nullopt;
  out << row("RMSE",
             in_words(measured.rmse, root) + (measured.rmse.upper ? ", if " + results::assumed_of_rmse(measured)
                                                                  : "; not known from above without --largest"));
  out << row(record.answers.size() > 1 ? "largest mean error" : "mean error",
             in_words(measured.bias, exact ? exact->bias : std::nullopt) +
                 (measured.bias.lower         ? ", if " + results::assumed({verify::UtilityClaim::Kind::bias}, measured)
                  : record.answers.size() > 1 ? "; intervals are of one answer (--answers)"
                                              : "; not known without --rmse or --largest, or without their truth"));
  for (auto const& [share, size] : measured.quantiles)
    out << row(fmt::format("{:g} % of |error|", 100 * share),
               "up to " + in_words(size, exact ? exact->quantile(share) : std::nullopt));
}

}  // namespace

void print(results::UtilityRecord const& record, std::ostream& out) {
  auto const& measured = record.measured;
  std::string parameters;
  for (auto const& [name, value] : record.parameters)
    parameters += fmt::format("{}{} = {:g}", parameters.empty() ? "" : ", ", name, value);
  out << record.mechanism << (parameters.empty() ? "" : "  (" + parameters + ")") << '\n';
  auto const truth = record.truth.size() == 1
                         ? fmt::format("{}", record.truth.front())
                         : mechanisms::external::shortened(fmt::format("[{}]", fmt::join(record.truth, ", ")));
  if (!record.dataset.empty()) out << row("dataset", mechanisms::external::shortened(record.dataset));
  out << row("truth", truth);
  if (!measured.claims.empty())
    out << row("decision", fmt::format("{} at level {:g}{}", measured.refuted() ? "REFUTED" : "not refuted",
                                       measured.level, measured.claims.size() > 1 ? ", of all claims together" : ""));
  print_claims(record, out);
  if (measured.releases > 0) {
    if (!record.answers.empty()) print_errors(record, out);
    if (!record.interval.empty()) {
      out << row("coverage", in_words(measured.coverage, std::nullopt));
      out << row("mean width", in_words(measured.width, std::nullopt));
    }
    out << row("", fmt::format("all bounds hold together with {} confidence, at all times",
                               results::confidence(measured.level)));
  }
  if (measured.not_numbers > 0)
    out << row("no number", fmt::format("{} releases, which count as infinitely wrong", measured.not_numbers));
  constexpr std::array ends{"every claim is refuted", "the budget was spent", "interrupted"};
  out << row("releases", fmt::format("{}, after {} to learn bets from; {}", measured.releases, measured.learned_from,
                                     ends[static_cast<std::size_t>(measured.end)]));
  out << row("seed", fmt::format("{}  ({:.2f} s)", record.seed, record.seconds));
}

}  // namespace warner::cli
