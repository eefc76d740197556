#include "results/suite/explanation.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/audit/readable.hpp"
#include "results/audit/words.hpp"

namespace warner::results {
namespace {

/// A text of a record in which three blanks set off what stands in brackets.
std::string closed_up(std::string text) {
  if (auto const at = text.find("   ("); at != std::string::npos) text.erase(at, 2);
  return text;
}

/// All that is certified, what is in the claim's own currency first; of a claim without one number, the wealth as well.
std::string certified(Record const& record) {
  std::vector<std::string> bounds;
  for (auto const& [label, text] : lines(record)) {
    auto const of_epsilon = label == "epsilon";
    if (!of_epsilon && label != "mu" && label != "rho" && !label.starts_with("Renyi of order")) continue;
    if (!text.starts_with("at least") || text.starts_with("at least 0,")) continue;
    auto const delta = text.find(" at delta");
    auto bound = fmt::format("{} {}{}", label, text.substr(0, text.find(',')),
                             delta == std::string::npos ? "" : text.substr(delta));
    bounds.insert(of_epsilon ? bounds.end() : bounds.begin(), std::move(bound));
  }
  if (!bounds.empty())
    bounds.back() += fmt::format(", {}with {} confidence{}", bounds.size() > 1 && record.sequential ? "each " : "",
                                 confidence(record.measurement.level), record.sequential ? " at all times" : "");
  if (record.claimed_tradeoff && record.sequential && record.claimed_divergences.empty())
    bounds.push_back(bound_in_words(record));
  return bounds.empty() ? "nothing above 0" : fmt::format("{}", fmt::join(bounds, "; "));
}

/// What gives the datasets away, in the words of a release.
std::string event_of(Record const& record) {
  auto const said = lines(record);
  for (auto const* const label : {"in short", "says D' when", "says D when"})
    if (auto const text = text_of(said, label); !text.empty() && !text.starts_with("never")) return closed_up(text);
  return "";
}

std::string trials_of(Outcome const& outcome) {
  auto text = grouped(outcome.trials);
  if (outcome.verdict == Verdict::inconclusive && outcome.planned > 0)
    text += fmt::format(" of {}", grouped(outcome.planned));
  return text + fmt::format(", at level {:.3g}", outcome.level);
}

/// What the planned trials find, and how likely.
std::string power_of(Outcome const& outcome) {
  return fmt::format("a leak of {:.4g} is found with probability {:.4g} by {} trials", outcome.violation, outcome.power,
                     grouped(outcome.planned));
}

void add_witness(Record const& record, std::vector<Line>& list) {
  auto const said = lines(record);
  for (auto const* const label : {"says D when", "says D' when"})
    if (auto const text = text_of(said, label); !text.empty() && !text.starts_with("never"))
      list.push_back({"witness", fmt::format("{} {}", label, closed_up(text))});
  for (auto const* const label : {"reads most", "in short"})
    if (auto const text = text_of(said, label); !text.empty()) list.push_back({label, closed_up(text)});
}

void add_failure(Outcome const& outcome, std::vector<Line>& list) {
  auto const level = ": a sound mechanism fails with this probability at most";
  if (!outcome.record) {
    if (!outcome.finding.empty()) list.push_back({"certified", outcome.finding});
    list.push_back({"trials", trials_of(outcome) + level});
    return;
  }
  auto const& record = *outcome.record;
  list.push_back({"certified", certified(record)});
  list.push_back({"trials", trials_of(outcome) + level});
  list.push_back({"neighbours", text_of(lines(record), "neighbours")});
  add_witness(record, list);
}

void add_silence(Outcome const& outcome, std::vector<Line>& list) {
  list.push_back({"trials", trials_of(outcome)});
  if (!outcome.finding.empty()) list.push_back({"certified", outcome.finding});
  if (outcome.record) {
    auto const said = lines(*outcome.record);
    list.push_back({"certified", certified(*outcome.record)});
    list.push_back({"neighbours", text_of(said, "neighbours")});
    list.push_back({"blind spot", text_of(said, "blind spot")});
  }
  if (outcome.verdict != Verdict::inconclusive && outcome.planned > 0 && outcome.violation > 0)
    list.push_back({"power", power_of(outcome)});
}

}  // namespace

std::string in_short(std::string const& problem) {
  auto const end = problem.find('\n');
  if (end == std::string::npos) return problem;
  auto last = problem.substr(problem.rfind('\n') + 1);
  last.erase(0, last.find_first_not_of(" |"));
  return problem.substr(0, end) + " .. " + last;
}

std::string sentence(Outcome const& outcome) {
  auto const line = [](std::string const& text) { return readable_line(text); };
  switch (outcome.verdict) {
    case Verdict::error:
      return line(fmt::format("{}not tested: {}", outcome.claim.empty() ? "" : outcome.claim + " was ",
                              in_short(outcome.problem)));
    case Verdict::inconclusive:
      return line(fmt::format(
          "{} is not refuted, by {} of {} trials{}", outcome.claim, grouped(outcome.trials), grouped(outcome.planned),
          outcome.more_seconds > 0 ? fmt::format("; the others would take about {:.2g} s more", outcome.more_seconds)
                                   : ""));
    case Verdict::passed:
      return line(outcome.leaks
                      ? fmt::format("{} is refuted, as expected", outcome.claim)
                      : fmt::format("{} is not refuted by {} trials", outcome.claim, grouped(outcome.trials)));
    case Verdict::failed: break;
  }
  if (outcome.leaks)
    return line(
        fmt::format("a leak is expected, and {} is not refuted by {} trials", outcome.claim, grouped(outcome.trials)));
  if (!outcome.record)
    return line(fmt::format("{} is refuted{}", outcome.claim, outcome.finding.empty() ? "" : ": " + outcome.finding));
  auto const event = event_of(*outcome.record);
  return line(fmt::format("{} is refuted: {}{}", outcome.claim, bound_in_words(*outcome.record),
                          event.empty() ? "" : fmt::format("; what gives it away: {}", event)));
}

std::vector<Line> explanation(Outcome const& outcome) {
  std::vector<Line> list;
  auto const add = [&list](char const* label, std::string const& text) {
    if (!text.empty()) list.push_back({label, text});
  };
  add("mechanism", outcome.mechanism == outcome.name ? "" : outcome.mechanism);
  if (!outcome.claim.empty())
    add("claim", outcome.claim + (outcome.leaks ? " (to be refuted: a leak is expected)" : ""));
  if (outcome.verdict == Verdict::error) add("problem", outcome.problem);
  else if ((outcome.verdict == Verdict::failed && !outcome.leaks) ||
           (outcome.verdict == Verdict::passed && outcome.leaks))
    add_failure(outcome, list);
  else add_silence(outcome, list);
  if (outcome.verdict == Verdict::inconclusive && outcome.more_seconds > 0)
    add("more", fmt::format("about {:.2g} s, at the speed seen", outcome.more_seconds));
  for (auto const& note : outcome.notes) add("note", note);
  if (outcome.verdict == Verdict::passed) return list;
  if (outcome.verdict == Verdict::failed && outcome.record && !outcome.record->sequential)
    add("found by", "the strategy of an earlier failure, replayed first on fresh releases");
  add("again", outcome.command);
  add("smaller", outcome.smaller);
  add("record", outcome.regression);
  if (outcome.place.line > 0) add("declared", fmt::format("{}:{}", outcome.place.file, outcome.place.line));
  if (outcome.record) {
    auto const bits = text_of(lines(*outcome.record), "last bits");
    if (outcome.verdict == Verdict::failed) add("hint", bits);
  }
  return list;
}

std::string as_block(std::vector<Line> const& lines, std::size_t indent) {
  std::size_t width = 0;
  for (auto const& line : lines) width = std::max(width, line.label.size());
  std::string block;
  for (auto const& [label, text] : lines) {
    std::string shown;
    for (auto const c : readable(text))
      if (c == '\n') shown += fmt::format("\n{:{}}", "", indent + width + 2);
      else shown += c;
    block += fmt::format("{:{}}{:<{}}  {}\n", "", indent, label, width, shown);
  }
  return block;
}

}  // namespace warner::results
