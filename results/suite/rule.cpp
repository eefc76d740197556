#include "results/suite/rule.hpp"

#include <algorithm>
#include <array>

#include "results/audit/lines.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr std::string_view look =
    "The message holds the rule that tells the two datasets apart, and a command that plays it again. `warner shrink` "
    "makes a smaller example.";

constexpr std::array all{
    Rule{"WARNER001", "PureDpRefuted", "A claim of pure differential privacy (epsilon) is refuted.", look},
    Rule{"WARNER002", "ApproximateDpRefuted",
         "A claim of approximate differential privacy (epsilon, delta) is refuted.", look},
    Rule{"WARNER003", "GaussianDpRefuted", "A claim of Gaussian differential privacy (mu) is refuted.", look},
    Rule{"WARNER004", "ZeroConcentratedDpRefuted",
         "A claim of zero-concentrated differential privacy (rho) is refuted.", look},
    Rule{"WARNER005", "RenyiDpRefuted", "A claim of Renyi differential privacy is refuted.", look},
    Rule{"WARNER006", "TradeoffRefuted", "A claimed trade-off function is refuted.", look},
    Rule{"WARNER007", "SeveralClaimsRefuted", "One of several privacy claims that were made at once is refuted.", look},
    Rule{"WARNER008", "AccuracyRefuted", "A claim of accuracy is refuted.",
         "The message says what was measured, with its interval."},
    Rule{"WARNER009", "LeakNotFound", "A leak that is expected was not found.",
         "A twin that is broken on purpose passed. The test looks less closely than it did, or the twin was mended."},
    Rule{"WARNER010", "FloatingPointLeak",
         "The last bits of floating-point numbers give the datasets away, and a privacy claim is refuted.",
         "Release multiples of a fixed step. The option --ideal-numbers shows whether anything else leaks."},
    Rule{"WARNER020", "NotTested", "A mechanism crashed, timed out or answered garbage: its claim was not tested.",
         "The message says what happened."}};

Rule const& rule(std::string_view id) {
  auto const* const found = std::ranges::find(all, id, &Rule::id);
  require(found != all.end(), "rule: has no such number");
  return *found;
}

Rule const& rule_of(Record const& record) {
  auto const& divergences = record.claimed_divergences;
  if (record.claimed_with_others) return rule("WARNER007");
  if (record.claimed_mu) return rule("WARNER003");
  if (divergences.rho && divergences.renyi.empty()) return rule("WARNER004");
  if (!divergences.rho && !divergences.renyi.empty()) return rule("WARNER005");
  if (!divergences.empty()) return rule("WARNER007");
  if (record.claimed_tradeoff) return rule("WARNER006");
  return rule(record.claim.delta > 0 ? "WARNER002" : "WARNER001");
}

}  // namespace

std::span<Rule const> rules() { return all; }

Rule const& rule_of(Outcome const& outcome) {
  if (outcome.verdict == Verdict::error) return rule("WARNER020");
  if (outcome.leaks) return rule("WARNER009");
  if (!outcome.record) return rule("WARNER008");  // accuracy, of which there is a finding alone
  if (outcome.record->refuted() && reads_last_bits(outcome.record->measurement.strategy)) return rule("WARNER010");
  return rule_of(*outcome.record);
}

}  // namespace warner::results
