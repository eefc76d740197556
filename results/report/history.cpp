#include "results/report/history.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace warner::results {
namespace {

constexpr double width = 180, height = 36, left = 6, top = 6;

std::string mark(Verdict verdict, double x, double y) {
  switch (verdict) {
    case Verdict::passed: return fmt::format(R"(<circle class="passed" cx="{:.1f}" cy="{:.1f}" r="1.8"/>)", x, y);
    case Verdict::failed:
      return fmt::format(R"(<rect class="failed" x="{:.1f}" y="{:.1f}" width="6" height="6"/>)", x - 3, y - 3);
    case Verdict::inconclusive: return fmt::format(R"(<circle class="open" cx="{:.1f}" cy="{:.1f}" r="2.6"/>)", x, y);
    case Verdict::error: return fmt::format(R"(<path class="error" d="M{:.1f} {:.1f}l6 6m0-6l-6 6"/>)", x - 3, y - 3);
  }
  return {};
}

}  // namespace

std::vector<History> histories(std::vector<ReportedRun> const& runs) {
  std::vector<History> list;
  std::map<std::string_view, std::size_t> at;
  for (std::size_t run = 0; run < runs.size(); ++run)
    for (auto const& outcome : runs[run].run.outcomes) {
      auto const [found, is_new] = at.try_emplace(outcome.name, list.size());
      if (is_new) list.push_back({outcome.name});
      list[found->second].entries.push_back({run, &outcome});
    }
  return list;
}

std::optional<BoundAndClaim> bound_and_claim(Outcome const& outcome) {
  if (!outcome.record) return std::nullopt;
  return bound_and_claim(*outcome.record);
}

std::string history_picture(History const& history, std::size_t runs) {
  double largest = 0;
  std::optional<double> claim;
  for (auto const& entry : history.entries)
    if (auto const both = bound_and_claim(*entry.outcome)) {
      if (std::isfinite(both->bound)) largest = std::max(largest, both->bound);
      claim = both->claim;
      if (claim && std::isfinite(*claim)) largest = std::max(largest, *claim);
    }
  if (!(largest > 0)) largest = 1;
  auto const x = [&](std::size_t run) {
    return left + (width - 2 * left) * (runs > 1 ? static_cast<double>(run) / static_cast<double>(runs - 1) : 0.5);
  };
  auto const y = [&](double value) {
    return height - top - (height - 2 * top) * std::clamp(value / largest, 0.0, 1.0);
  };
  auto svg = fmt::format(R"(<svg class="history" viewBox="0 0 {:g} {:g}" role="img" aria-label="{} runs">)", width,
                         height, history.entries.size());
  if (claim && std::isfinite(*claim))
    svg += fmt::format(R"(<path class="claim" d="M0 {0:.1f}H{1:g}"/>)", y(*claim), width);
  std::string line, marks;
  for (auto const& [run, outcome] : history.entries) {
    auto const both = bound_and_claim(*outcome);
    auto const at = y(both ? both->bound : 0);
    if (both) line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x(run), at);
    marks += mark(outcome->verdict, x(run), at);
  }
  if (!line.empty()) svg += fmt::format(R"(<path class="line" d="{}"/>)", line);
  return svg + marks + "</svg>";
}

}  // namespace warner::results
