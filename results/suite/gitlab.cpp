#include "results/suite/gitlab.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "results/audit/json.hpp"
#include "results/audit/readable.hpp"
#include "results/suite/explanation.hpp"
#include "results/suite/identity.hpp"
#include "results/suite/rule.hpp"

namespace warner::results {
namespace {

char const* severity_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::failed: return "critical";
    case Verdict::error: return "major";
    default: return "minor";
  }
}

std::string description_of(Outcome const& outcome) {
  return readable_line(fmt::format("{}: {}{}", outcome.name, sentence(outcome),
                                   outcome.command.empty() ? "" : fmt::format("; again: {}", outcome.command)));
}

}  // namespace

std::string to_gitlab(Run const& run) {
  auto list = Json::array();
  auto const names = identities(run);
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    auto const& outcome = run.outcomes[i];
    if (outcome.verdict == Verdict::passed) continue;
    list.push_back({{"description", description_of(outcome)},
                    {"check_name", rule_of(outcome).id},
                    {"fingerprint", names[i]},
                    {"severity", severity_of(outcome.verdict)},
                    {"location",
                     {{"path", readable_line(outcome.place.file)},
                      {"lines", {{"begin", std::max<std::size_t>(1, outcome.place.line)}}}}}});
  }
  return list.dump(2) + "\n";
}

}  // namespace warner::results
