#include "results/suite/run_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/readable.hpp"
#include "results/audit/words.hpp"
#include "results/suite/explanation.hpp"

namespace warner::results {
namespace {

std::string trials_and_seconds(std::uint64_t trials, double seconds) {
  return fmt::format("{} trials  {:.2f} s", grouped(trials), seconds);
}

/// Whether it passed by trials that find a leak no more often than they raise a false alarm.
bool passed_unseeing(Outcome const& outcome) {
  return outcome.verdict == Verdict::passed && !outcome.leaks && outcome.violation > 0 &&
         outcome.power <= outcome.level;
}

/// The largest whole number n such that the level is at most 1 / n.
std::uint64_t one_in(double level) {
  constexpr double rounding = 1e-9;
  return static_cast<std::uint64_t>(std::min(1e18, std::floor(1 / level * (1 + rounding))));
}

/// A text in a column: so many characters wide at least.
std::string padded(std::string const& text, std::size_t width) {
  auto const characters = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  return text + std::string(width - std::min(width, characters), ' ');
}

}  // namespace

std::string line_of(Outcome const& outcome, std::size_t width) {
  auto line =
      fmt::format("{:<12}  {}  {}  {}", word_of(outcome.verdict), padded(readable_line(outcome.name), width),
                  padded(readable_line(outcome.claim), 24), trials_and_seconds(outcome.trials, outcome.seconds));
  if (outcome.verdict == Verdict::passed && outcome.leaks) line += "  leaks, as expected";
  if (outcome.record)
    line += outcome.record->measurement.tally.spoke() == 0 ? "  no event looked worth a guess"
                                                           : fmt::format("  {}", bound_in_words(*outcome.record));
  if (!outcome.finding.empty()) line += "  " + readable_line(outcome.finding);
  if (!outcome.problem.empty()) line += "  " + readable_line(in_short(outcome.problem));
  return line + "\n";
}

std::string block_of(Outcome const& outcome) {
  if (outcome.verdict == Verdict::passed) return "";
  return fmt::format("{}: {}\n{}", readable_line(outcome.name), sentence(outcome), as_block(explanation(outcome)));
}

std::string false_alarms(double level) {
  constexpr double builds_a_year = 3650;
  auto const builds = level < 1 ? fmt::format("at most one build in {} is red by chance", grouped(one_in(level)))
                                : std::string{"any build may be red by chance"};
  auto const a_year = builds_a_year * level;
  return builds + (a_year < 1 ? fmt::format("; of years of ten builds a day, at most one in {} has a red one",
                                            grouped(one_in(a_year)))
                              : fmt::format("; of ten builds a day, at most {} a year on average",
                                            grouped(static_cast<std::uint64_t>(std::ceil(a_year)))));
}

std::string summary_of(Run const& run) {
  std::uint64_t trials = 0;
  for (auto const& outcome : run.outcomes) trials += outcome.trials;
  auto const n = run.outcomes.size();
  auto text = fmt::format("{} {}: {} passed", n, n == 1 ? "claim" : "claims", run.count(Verdict::passed));
  if (auto const many = std::ranges::count_if(run.outcomes, passed_unseeing); many > 0)
    text += fmt::format(" ({} by too few trials to find a leak)", many);
  for (auto const verdict : {Verdict::failed, Verdict::inconclusive})
    if (auto const many = run.count(verdict); many > 0) text += fmt::format(", {} {}", many, word_of(verdict));
  if (auto const many = run.count(Verdict::error); many > 0) text += fmt::format(", {} not tested", many);
  if (run.deselected > 0) text += fmt::format("; {} left out", run.deselected);
  if (run.interrupted) text += "; interrupted";
  text += "  (" + trials_and_seconds(trials, run.seconds) + ")\n";
  return text + fmt::format("level {:g} for all together: {}\n", run.level, false_alarms(run.level));
}

std::string to_text(Run const& run) {
  std::size_t width = 0;
  for (auto const& outcome : run.outcomes) width = std::max(width, outcome.name.size());
  std::string lines, blocks;
  for (auto const& outcome : run.outcomes) {
    lines += line_of(outcome, std::min<std::size_t>(width, 40));
    if (outcome.verdict == Verdict::passed)  // the others have a block of their own
      for (auto const& note : outcome.notes) lines += fmt::format("{:<12}  note: {}\n", "", readable_line(note));
    if (auto const block = block_of(outcome); !block.empty()) blocks += "\n" + block;
  }
  return lines + blocks + "\n" + summary_of(run);
}

}  // namespace warner::results
