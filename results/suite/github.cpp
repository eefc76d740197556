#include "results/suite/github.hpp"

#include <fmt/format.h>

#include "results/audit/readable.hpp"
#include "results/suite/explanation.hpp"

namespace warner::results {
namespace {

constexpr std::size_t most = 10;           // annotations of a kind that GitHub shows in a step
constexpr std::size_t most_bytes = 32768;  // of one; GitHub takes 64 KiB

/// The text of a command.
std::string as_data(std::string_view text) {
  std::string escaped;
  for (auto const c : cut(readable(text), most_bytes))
    if (c == '%') escaped += "%25";
    else if (c == '\n') escaped += "%0A";
    else escaped += c;
  return escaped;
}

/// The value of a property of a command.
std::string as_property(std::string_view text) {
  std::string escaped;
  for (auto const c : as_data(text))
    if (c == ':') escaped += "%3A";
    else if (c == ',') escaped += "%2C";
    else escaped += c;
  return escaped;
}

std::string annotation(char const* kind, Outcome const& outcome) {
  auto const column = outcome.place.column > 0 ? fmt::format(",col={}", outcome.place.column) : "";
  auto const place = outcome.place.line > 0 ? fmt::format("file={},line={}{},", as_property(outcome.place.file),
                                                          outcome.place.line, column)
                                            : "";
  return fmt::format("::{} {}title={}::{}\n", kind, place, as_property("Privacy: " + outcome.name),
                     as_data(sentence(outcome) + "\n" + as_block(explanation(outcome), 0)));
}

std::string annotations(char const* kind, std::vector<Outcome const*> const& outcomes) {
  std::string text;
  auto const shown = outcomes.size() <= most ? outcomes.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) text += annotation(kind, *outcomes[i]);
  if (shown < outcomes.size())
    text += fmt::format("::{} title=Privacy::{} more, which the log and the step's summary have\n", kind,
                        outcomes.size() - shown);
  return text;
}

}  // namespace

std::string to_github(Run const& run) {
  std::vector<Outcome const*> errors, warnings;
  for (auto const& outcome : run.outcomes)
    if (outcome.verdict == Verdict::failed || outcome.verdict == Verdict::error) errors.push_back(&outcome);
    else if (outcome.verdict == Verdict::inconclusive) warnings.push_back(&outcome);
  return annotations("error", errors) + annotations("warning", warnings);
}

}  // namespace warner::results
