#include "results/suite/sarif.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "results/audit/json.hpp"
#include "results/audit/provenance.hpp"
#include "results/audit/readable.hpp"
#include "results/suite/explanation.hpp"
#include "results/suite/identity.hpp"
#include "results/suite/place.hpp"
#include "results/suite/rule.hpp"
#include "results/suite/run_text.hpp"

namespace warner::results {
namespace {

Json text(std::string_view words) { return {{"text", readable(words)}}; }

Json rules_json() {
  auto list = Json::array();
  for (auto const& rule : rules())
    list.push_back({{"id", rule.id},
                    {"name", rule.name},
                    {"shortDescription", text(rule.summary)},
                    {"fullDescription", text(rule.summary)},
                    {"help", text(rule.help)},
                    {"defaultConfiguration", {{"level", "error"}}},
                    {"properties", {{"tags", {"security", "privacy"}}, {"precision", "very-high"}}}});
  return list;
}

Json locations_of(Outcome const& outcome) {
  Json physical{{"artifactLocation", {{"uri", uri_of(outcome.place.file)}}}};
  if (outcome.place.line > 0) {
    physical["region"] = {{"startLine", outcome.place.line}};
    if (outcome.place.column > 0) physical["region"]["startColumn"] = outcome.place.column;
  }
  Json logical{{"fullyQualifiedName", readable_line(outcome.name)}};
  return Json::array({{{"physicalLocation", physical}, {"logicalLocations", Json::array({logical})}}});
}

std::string message_of(Outcome const& outcome) {
  return fmt::format("{}: {}.\n\n{}", outcome.name, sentence(outcome), as_block(explanation(outcome), 0));
}

Json result_of(Outcome const& outcome, std::string const& identity) {
  auto const& rule = rule_of(outcome);
  return {{"ruleId", rule.id},
          {"ruleIndex", &rule - rules().data()},
          {"kind", "fail"},
          {"level", "error"},
          {"message", text(message_of(outcome))},
          {"locations", locations_of(outcome)},
          {"partialFingerprints", {{"warnerClaim/v1", identity}, {"primaryLocationLineHash", identity}}}};
}

Json notification_of(Outcome const& outcome) {
  return {{"level", "warning"}, {"message", text(message_of(outcome))}, {"locations", locations_of(outcome)}};
}

}  // namespace

std::string to_sarif(Run const& run) {
  auto results = Json::array(), notifications = Json::array();
  auto const names = identities(run);
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    auto const& outcome = run.outcomes[i];
    if (outcome.verdict == Verdict::failed || outcome.verdict == Verdict::error)
      results.push_back(result_of(outcome, names[i]));
    else if (outcome.verdict == Verdict::inconclusive) notifications.push_back(notification_of(outcome));
  }
  notifications.push_back({{"level", "note"}, {"message", text(summary_of(run))}});
  Json invocation{{"executionSuccessful", !run.interrupted}, {"toolExecutionNotifications", notifications}};
  if (!run.started.empty()) invocation["startTimeUtc"] = run.started;
  Json driver{{"name", "Warner"}, {"version", provenance().version}, {"rules", rules_json()}};
  Json document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", Json::array({{{"tool", {{"driver", driver}}},
                                       {"automationDetails", {{"id", "warner/" + readable_line(run.suite)}}},
                                       {"columnKind", "unicodeCodePoints"},
                                       {"invocations", Json::array({invocation})},
                                       {"results", results}}})}};
  return document.dump(2) + "\n";
}

}  // namespace warner::results
