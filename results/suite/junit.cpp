#include "results/suite/junit.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "results/suite/explanation.hpp"
#include "results/suite/rule.hpp"
#include "results/suite/run_text.hpp"
#include "results/suite/xml.hpp"

namespace warner::results {
namespace {

/// The cases of a group, in their order; groups in the order of their first case.
struct Group {
  std::string name;
  std::vector<Outcome const*> outcomes{};

  std::size_t count(Verdict verdict) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(outcomes, [verdict](auto const* outcome) { return outcome->verdict == verdict; }));
  }
  double seconds() const {
    double sum = 0;
    for (auto const* outcome : outcomes) sum += outcome->seconds;
    return sum;
  }
};

std::vector<Group> groups_of(Run const& run) {
  std::vector<Group> groups;
  for (auto const& outcome : run.outcomes) {
    auto const name = outcome.group.empty() ? std::filesystem::path{run.suite}.stem().string() : outcome.group;
    auto found = std::ranges::find(groups, name, &Group::name);
    if (found == groups.end()) found = groups.insert(groups.end(), {name});
    found->outcomes.push_back(&outcome);
  }
  return groups;
}

std::string outcome_element(Outcome const& outcome) {
  auto const text = xml_text(as_block(explanation(outcome), 0));
  auto const message = xml_attribute(sentence(outcome));
  auto const* const element = outcome.verdict == Verdict::failed ? "failure" : "error";
  switch (outcome.verdict) {
    case Verdict::passed: return fmt::format("<system-out>{}\n{}</system-out>", message, text);
    case Verdict::inconclusive:
      return fmt::format("<skipped message=\"{}\"/>\n      <system-out>{}</system-out>", message, text);
    default:
      return fmt::format("<{0} message=\"{1}\" type=\"{2}\">{3}</{0}>", element, message, rule_of(outcome).name, text);
  }
}

std::string case_element(Outcome const& outcome, Group const& group) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n      {}\n    </testcase>\n",
                     xml_attribute(group.name), xml_attribute(outcome.name), outcome.seconds, outcome_element(outcome));
}

/// "2026-11-23T01:47:37": the time as the format has it, which knows no zones.
std::string timestamp(std::string started) {
  if (started.ends_with('Z')) started.pop_back();
  return started;
}

}  // namespace

std::string to_junit(Run const& run) {
  auto xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\">\n",
      xml_attribute(run.suite), run.outcomes.size(), run.count(Verdict::failed), run.count(Verdict::error),
      run.seconds);
  auto const groups = groups_of(run);
  for (auto const& group : groups) {
    xml += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\" "
        "timestamp=\"{}\" file=\"{}\">\n",
        xml_attribute(group.name), group.outcomes.size(), group.count(Verdict::failed), group.count(Verdict::error),
        group.count(Verdict::inconclusive), group.seconds(), xml_attribute(timestamp(run.started)),
        xml_attribute(run.suite));
    for (auto const* outcome : group.outcomes) xml += case_element(*outcome, group);
    if (&group == &groups.back()) xml += fmt::format("    <system-out>{}</system-out>\n", xml_text(summary_of(run)));
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace warner::results
