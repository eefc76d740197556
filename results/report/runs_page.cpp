#include "results/report/runs_page.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/audit/lines.hpp"
#include "results/audit/words.hpp"
#include "results/figures/tables/html.hpp"
#include "results/report/history.hpp"
#include "results/report/report_page.hpp"
#include "results/suite/explanation.hpp"
#include "results/suite/run_json.hpp"
#include "results/suite/run_text.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view style = R"css(
.history { width: 11rem; height: 2.2rem; display: block; } .history path { fill: none; stroke-width: 1.2; }
.history .line { stroke: var(--blue); } .history .claim { stroke: var(--ink); stroke-dasharray: 4 3; }
.history .passed { fill: var(--blue); } .history .failed { fill: var(--alarm); } .history .open { fill: var(--paper); stroke: var(--ink); }
.history path.error { stroke: var(--alarm); stroke-width: 2; } .key .history { width: 1.6rem; height: 1.1rem; }
pre { overflow-x: auto; background: var(--tint); padding: .6rem .8rem; border-radius: .4rem; font-size: .85rem; }
td.failed, td.error { color: var(--alarm); font-weight: 600; } td.inconclusive { font-style: italic; } details table { margin: .6rem 0; }
)css";

std::string words_of(Verdict verdict) {
  return verdict == Verdict::error ? "not tested" : std::string{word_of(verdict)};
}

std::string id_of(std::size_t number) { return fmt::format("claim-{}", number + 1); }

std::string bound_text(Outcome const& outcome) {
  return escape(outcome.record ? bound_in_words(*outcome.record) : outcome.finding);
}

std::uint64_t trials_of(Run const& run) {
  std::uint64_t trials = 0;
  for (auto const& outcome : run.outcomes) trials += outcome.trials;
  return trials;
}

std::string verdict_cell(Verdict verdict, std::string_view remark = {}) {
  return fmt::format("<td data-label=\"verdict\" class=\"{}\">{}{}</td>", word_of(verdict), words_of(verdict),
                     remark.empty() ? "" : fmt::format(" <small>{}</small>", remark));
}

std::string number_cell(std::string_view label, double value, std::string const& text) {
  return fmt::format("<td class=\"number\" data-label=\"{}\" data-value=\"{}\">{}</td>", label, value, text);
}

std::string heading(std::initializer_list<std::pair<std::string_view, std::string_view>> cells) {
  std::string html = "<thead><tr>";
  for (auto const& [kind, text] : cells)
    html += kind == "plain" ? fmt::format("<th class=\"plain\">{}</th>", text)
                            : fmt::format("<th class=\"{}\"><button type=\"button\">{}</button></th>", kind, text);
  return html + "</tr></thead>\n<tbody>\n";
}

std::string counts(Run const& run) {
  std::string html = "<ul class=\"counts\">";
  auto const tile = [&](std::size_t n, std::string const& what, bool alarm) {
    html += fmt::format("<li{}><b>{}</b>{}</li>", alarm ? " class=\"alarm\"" : "", n, what);
  };
  tile(run.outcomes.size(), run.outcomes.size() == 1 ? "claim" : "claims", false);
  for (auto const verdict : {Verdict::passed, Verdict::failed, Verdict::inconclusive, Verdict::error})
    tile(run.count(verdict), words_of(verdict), verdict == Verdict::failed && run.count(verdict) > 0);
  return html + "</ul>\n";
}

std::string key() {
  auto const entry = [](std::string_view drawing, std::string_view text) {
    return fmt::format("<span><svg class=\"history\" viewBox=\"0 0 24 16\" aria-hidden=\"true\">{}</svg>{}</span>",
                       drawing, text);
  };
  return "<p class=\"key\">" + entry(R"(<circle class="passed" cx="12" cy="8" r="3"/>)", "passed") +
         entry(R"(<rect class="failed" x="8" y="4" width="8" height="8"/>)", "failed") +
         entry(R"(<circle class="open" cx="12" cy="8" r="4"/>)", "inconclusive") +
         entry(R"(<path class="error" d="M8 4l8 8m0-8l-8 8"/>)", "not tested") +
         entry(R"(<path class="line" d="M0 8H24"/>)", "certified bound") +
         entry(R"(<path class="claim" d="M0 8H24"/>)", "claim") + "</p>\n";
}

std::string claims_table(std::vector<History> const& list, std::size_t runs) {
  auto html = "<h2 id=\"claims\">Claims</h2>\n<p>What each run certified of a claim, the oldest on the left.</p>\n" +
              key() + "<table class=\"sortable\">" +
              heading({{"", "case"},
                       {"", "claim"},
                       {"plain", "history"},
                       {"", "verdict"},
                       {"", "certified"},
                       {"number", "trials"},
                       {"number", "failed"}});
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto const& history = list[i];
    auto const& latest = history.latest();
    auto const failed = std::ranges::count_if(
        history.entries, [](auto const& entry) { return entry.outcome->verdict == Verdict::failed; });
    html += fmt::format(
        "<tr><td class=\"mechanism\"><a href=\"#{}\">{}</a></td><td data-label=\"claim\">{}</td>"
        "<td class=\"picture\">{}</td>{}<td data-label=\"certified\">{}</td>{}{}</tr>\n",
        id_of(i), escape(history.name), escape(latest.claim), history_picture(history, runs),
        verdict_cell(latest.verdict, history.entries.back().run + 1 < runs ? "not in the latest run" : ""),
        bound_text(latest), number_cell("trials", static_cast<double>(latest.trials), grouped(latest.trials)),
        number_cell("failed", static_cast<double>(failed), fmt::format("{} of {}", failed, history.entries.size())));
  }
  return html + "</tbody></table>\n";
}

std::string claim_details(History const& history, std::size_t number, std::vector<ReportedRun> const& runs) {
  auto const& latest = history.latest();
  auto html = fmt::format("<details id=\"{}\"><summary>{}: {}</summary>\n", id_of(number), escape(history.name),
                          escape(sentence(latest)));
  html += fmt::format("<pre>{}</pre>\n<table>", escape(as_block(explanation(latest), 0)));
  html +=
      "<thead><tr><th>run</th><th>verdict</th><th>certified</th><th class=\"number\">trials</th><th "
      "class=\"number\">seconds</th></tr></"
      "thead>\n<tbody>\n";
  for (auto entry = history.entries.rbegin(); entry != history.entries.rend(); ++entry) {
    auto const& outcome = *entry->outcome;
    html += fmt::format("<tr><td class=\"mechanism\">{}</td>{}<td data-label=\"certified\">{}</td>{}{}</tr>\n",
                        escape(runs[entry->run].run.started), verdict_cell(outcome.verdict), bound_text(outcome),
                        number_cell("trials", static_cast<double>(outcome.trials), grouped(outcome.trials)),
                        number_cell("seconds", outcome.seconds, fmt::format("{:.2f}", outcome.seconds)));
  }
  return html + "</tbody></table></details>\n";
}

std::string runs_table(std::vector<ReportedRun> const& runs) {
  auto html = "<h2 id=\"runs\">Runs</h2>\n<table class=\"sortable\">" + heading({{"", "run"},
                                                                                 {"number", "passed"},
                                                                                 {"number", "failed"},
                                                                                 {"number", "inconclusive"},
                                                                                 {"number", "not tested"},
                                                                                 {"number", "trials"},
                                                                                 {"number", "seconds"},
                                                                                 {"number", "level"}});
  for (auto at = runs.rbegin(); at != runs.rend(); ++at) {
    auto const& [file, run] = *at;
    html += fmt::format("<tr><td class=\"mechanism\"><a href=\"{}\">{}</a></td>", escape_link(file),
                        escape(run.started.empty() ? file : run.started));
    for (auto const verdict : {Verdict::passed, Verdict::failed, Verdict::inconclusive, Verdict::error})
      html += number_cell(words_of(verdict), static_cast<double>(run.count(verdict)),
                          fmt::format("{}", run.count(verdict)));
    html += number_cell("trials", static_cast<double>(trials_of(run)), grouped(trials_of(run)));
    html += number_cell("seconds", run.seconds, fmt::format("{:.2f}", run.seconds));
    html += number_cell("level", run.level, fmt::format("{:g}", run.level)) + "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

/// What is said of all runs together, by the union bound.
std::string family_statement(std::vector<ReportedRun> const& runs) {
  double sum = 0;
  for (auto const& [file, run] : runs) sum += run.level;
  auto const n = runs.size();
  return n == 1 ? ""
         : sum < 1
             ? fmt::format(
                   "<p>With probability at least {:.6g} none of the {} runs refutes a claim that holds: their "
                   "levels add up to {:.3g} (union bound).</p>\n",
                   1 - sum, n, sum)
             : fmt::format("<p>The levels of the {} runs add up to {:.3g}: nothing is claimed of all together.</p>\n",
                           n, sum);
}

}  // namespace

std::vector<ReportedRun> read_runs(fs::path const& dir) {
  std::vector<ReportedRun> runs;
  for (auto const& [folder, before] : {std::pair{dir, ""}, std::pair{dir / "runs", "runs/"}}) {
    if (!fs::is_directory(folder)) continue;
    for (auto const& entry : fs::directory_iterator{folder}) {
      if (!entry.is_regular_file() || entry.path().extension() != ".json") continue;
      auto const text = read_file(entry.path());
      if (made_of(entry.path(), text, is_run))
        runs.push_back({before + entry.path().filename().string(), made_of(entry.path(), text, run_from_json)});
    }
  }
  std::ranges::sort(runs, {}, [](ReportedRun const& run) { return std::tie(run.run.started, run.file); });
  return runs;
}

std::string runs_page(std::vector<ReportedRun> const& runs) {
  require(!runs.empty(), "runs: there are none (`warner test --out FILE` writes one)");
  auto const& latest = runs.back().run;
  auto const list = histories(runs);
  auto body = fmt::format("<h1>Privacy of {}</h1>\n<p class=\"faint\">{} of its claims, the latest of {}.</p>\n",
                          escape(latest.suite), runs.size() == 1 ? "One test" : fmt::format("{} tests", runs.size()),
                          escape(latest.started)) +
              counts(latest) + fmt::format("<p>By chance: {}.</p>\n", escape(false_alarms(latest.level))) +
              family_statement(runs) +
              "<nav><a href=\"#claims\">Claims</a> <a href=\"#runs\">Runs</a> <a href=\"#latest\">Latest</a></nav>\n" +
              claims_table(list, runs.size()) + runs_table(runs) +
              "<h2 id=\"latest\">Latest</h2>\n<p>What was last said of each claim, and what all runs did.</p>\n";
  for (std::size_t i = 0; i < list.size(); ++i) body += claim_details(list[i], i, runs);
  body +=
      "<footer><p>“Not refuted” is not “private”: no number of trials shows that. The same runs give the same "
      "page.</p></footer>\n";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>Privacy of {}</title>\n<style>{}{}</style></head>\n"
      "<body>\n{}<script>{}</script>\n</body></html>\n",
      escape(latest.suite), report_style(), style, body, report_script());
}

fs::path write_runs_page(fs::path const& dir) {
  auto const runs = read_runs(dir);
  require(!runs.empty(), fmt::format("{}: holds no runs (`warner test --out FILE` writes one)", dir.string()));
  auto path = dir / "runs.html";
  write_file(path, runs_page(runs));
  return path;
}

}  // namespace warner::results
