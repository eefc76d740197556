#include "results/suite/badge.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/suite/xml.hpp"

namespace warner::results {
namespace {

constexpr int margin = 6;

/// Of the letters, in pixels.
int letters(std::string const& text) { return static_cast<int>(std::lround(6.3 * static_cast<double>(text.size()))); }

int width_of(std::string const& text) { return letters(text) + 2 * margin; }

/// Words of white on a box, as wide as it has room for.
std::string words(std::string const& text, int from) {
  return fmt::format(R"(<text x="{}" y="14" textLength="{}">{}</text>)", from + margin, letters(text), xml_text(text));
}

char const* colour_of(Run const& run) {
  if (run.count(Verdict::failed) > 0) return "#a3123f";
  return run.count(Verdict::passed) == run.outcomes.size() && !run.interrupted ? "#0072b2" : "#5c6370";
}

}  // namespace

std::string badge_text(Run const& run) {
  auto const all = run.outcomes.size();
  auto const of = [all](std::size_t many, char const* what) { return fmt::format("{} of {} {}", many, all, what); };
  auto const failed = run.count(Verdict::failed);
  auto const refuted = static_cast<std::size_t>(std::ranges::count_if(
      run.outcomes, [](Outcome const& outcome) { return outcome.verdict == Verdict::failed && !outcome.leaks; }));
  if (refuted > 0) return of(refuted, all == 1 ? "claim refuted" : "claims refuted");
  if (failed > 0) return of(failed, failed == 1 ? "leak not found" : "leaks not found");
  if (auto const many = run.count(Verdict::error); many > 0) return of(many, "not tested");
  if (auto const many = run.count(Verdict::inconclusive); many > 0) return of(many, "inconclusive");
  if (run.interrupted) return "interrupted";
  if (all == 0) return "no claims";
  return fmt::format("{} {}{}", all, all == 1 ? "claim holds" : "claims hold",
                     run.deselected > 0 ? fmt::format(", {} left out", run.deselected) : "");
}

std::string badge(Run const& run) {
  std::string const label = "privacy";
  auto const text = badge_text(run);
  auto const left = width_of(label), right = width_of(text);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" role=\"img\" aria-label=\"{1}: {2}\">"
      "<title>{1}: {2}</title>"
      "<rect width=\"{0}\" height=\"20\" rx=\"3\" fill=\"{3}\"/>"
      "<path d=\"M3 0H{4}V20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z\" fill=\"#33373d\"/>"
      "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">{5}{6}</g></svg>\n",
      left + right, label, xml_attribute(text), colour_of(run), left, words(label, 0), words(text, left));
}

}  // namespace warner::results
