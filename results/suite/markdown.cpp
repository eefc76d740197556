#include "results/suite/markdown.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "results/audit/readable.hpp"
#include "results/audit/words.hpp"
#include "results/suite/explanation.hpp"
#include "results/suite/run_text.hpp"

namespace warner::results {
namespace {

constexpr std::size_t most_bytes = 900'000;    // of the page; GitHub takes 1 MiB
constexpr std::size_t most_of_a_block = 8192;  // of one explanation
constexpr std::size_t most_of_a_cell = 300;

/// Text as text of Markdown, on one line.
std::string plain(std::string_view text, std::size_t most = most_of_a_block) {
  std::string escaped;
  auto const line = readable_line(text);
  auto const shown = cut(line, most);
  for (auto const c : shown)
    if (c == '<') escaped += "&lt;";
    else if (c == '&') escaped += "&amp;";
    else if (std::string_view{"\\`*_{}[]()#+!|~>$@"}.find(c) != std::string_view::npos) escaped += {'\\', c};
    else escaped += c;
  return escaped + (shown.size() < line.size() ? " …" : "");
}

/// A block of code, in a fence that is longer than any row of its ticks.
std::string code(std::string const& text) {
  std::size_t longest = 2, row = 0;
  for (auto const c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  std::string const fence(longest + 1, '`');
  auto const shown = cut(text, most_of_a_block);
  return fmt::format("{}text\n{}{}{}\n", fence, shown, shown.size() < text.size() ? "\n...\n" : "", fence);
}

std::string symbol_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed: return "✓ passed";
    case Verdict::failed: return "✗ failed";
    case Verdict::inconclusive: return "? inconclusive";
    case Verdict::error: return "! not tested";
  }
  return "";
}

std::string section(Outcome const& outcome) {
  return fmt::format("### {}: {}\n\n{}\n\n{}\n", symbol_of(outcome.verdict), plain(outcome.name),
                     plain(sentence(outcome)), code(as_block(explanation(outcome), 0)));
}

std::string row(Outcome const& outcome) {
  return fmt::format("| {} | {} | {} | {} | {} | {:.2f} |\n", symbol_of(outcome.verdict),
                     plain(outcome.name, most_of_a_cell), plain(outcome.claim, most_of_a_cell),
                     plain(outcome.record ? bound_in_words(*outcome.record) : outcome.finding, most_of_a_cell),
                     grouped(outcome.trials), outcome.seconds);
}

/// Parts one after the other, as far as there is room; the others are counted.
template <class Part>
void add(std::string& page, std::vector<Outcome const*> const& outcomes, std::size_t most, Part const& part) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto const text = part(*outcomes[i]);
    if (page.size() + text.size() > most) {
      page += fmt::format("\n{} more did not fit here.\n", outcomes.size() - i);
      return;
    }
    page += text;
  }
}

}  // namespace

std::string to_markdown(Run const& run) {
  std::vector<Outcome const*> all, others;
  for (auto const& outcome : run.outcomes) {
    all.push_back(&outcome);
    if (outcome.verdict != Verdict::passed) others.push_back(&outcome);
  }
  std::ranges::stable_sort(others, {}, [](Outcome const* outcome) {
    return outcome->verdict == Verdict::failed ? 0 : outcome->verdict == Verdict::error ? 1 : 2;
  });
  auto page = fmt::format("## Privacy: {}\n\n", plain(run.suite));
  std::istringstream summary{summary_of(run)};
  for (std::string line; std::getline(summary, line);) page += plain(line) + "\n\n";
  add(page, others, most_bytes / 2, section);
  page += "\n| | case | claim | certified | trials | seconds |\n|---|---|---|---|---:|---:|\n";
  add(page, all, most_bytes, row);
  return page;
}

}  // namespace warner::results
