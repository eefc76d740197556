#include "results/report/report.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/audit/lines.hpp"
#include "results/audit/record.hpp"
#include "results/audit/words.hpp"
#include "results/figures/tables/caption_html.hpp"
#include "results/figures/tables/html.hpp"
#include "results/report/report_files.hpp"
#include "results/report/report_page.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

namespace fs = std::filesystem;
using Audit = ReportedAudit;

std::string words(double value) { return std::isinf(value) ? (value > 0 ? "∞" : "−∞") : fmt::format("{:.4g}", value); }
std::string key(double value) {
  return std::isinf(value) ? (value > 0 ? "Infinity" : "-Infinity") : fmt::format("{}", value);
}
std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// The true value of what is bounded, where it is known.
std::optional<double> exact_in(std::string_view currency, Record const& record) {
  return currency == "epsilon" ? record.measurement.epsilon_exact : std::nullopt;
}

/// The certified bound as a bar, the claim as a stroke, the exact value as a ring; an infinite value stands at the
/// right end.
std::string gauge(Audit const& audit) {
  auto const& record = audit.record;
  auto const [currency, bound, claim] = bound_and_claim(record);
  auto const exact = exact_in(currency, record);
  auto largest = std::max(bound, 1e-300);
  for (auto const value : {claim.value_or(0), exact.value_or(0)})
    if (std::isfinite(value)) largest = std::max(largest, value);
  auto const x = [&](double value) { return std::isfinite(value) ? 4 + 100 * value / largest : 115.0; };
  auto svg = std::string{
      R"(<svg class="gauge" viewBox="0 0 120 16" preserveAspectRatio="none" aria-hidden="true"><path class="line" d="M4 8H118"/>)"};
  svg += fmt::format(R"(<path class="bound{}" d="M4 8H{:.1f}"/>)", record.refuted() ? " over" : "", x(bound));
  if (claim) svg += fmt::format(R"(<path class="claim" d="M{0:.1f} 1V15"/>)", x(*claim));
  if (exact) svg += fmt::format(R"(<circle class="exact" cx="{:.1f}" cy="8" r="4"/>)", x(*exact));
  return svg + "</svg>";
}

std::string table_row(Audit const& audit) {
  auto const& record = audit.record;
  auto const [currency, bound, claim] = bound_and_claim(record);
  auto const exact = exact_in(currency, record);
  auto const of_epsilon = currency == "epsilon";
  auto const cell = [&](std::string_view label, double value, std::string const& text) {
    return fmt::format("<td class=\"number\" data-label=\"{}\" data-value=\"{}\"><a href=\"{}\">{}</a></td>", label,
                       key(value), escape_link(audit.file), text);
  };
  auto const unit = of_epsilon
                        ? record.claim.delta > 0 ? fmt::format(" <small>δ = {:.3g}</small>", record.claim.delta) : ""
                        : fmt::format(" <small>{}</small>", escape(currency));
  auto row = fmt::format("<tr><td class=\"mechanism\"><a href=\"#{}\">{}</a></td><td class=\"picture\">{}</td>",
                         audit.id, escape(record.mechanism), gauge(audit));
  row += cell("claim", claim.value_or(-1), claim ? words(*claim) + unit : escape(record.guarantee));
  row += cell("certified", bound, rounded_down(bound, 4) + (claim ? "" : unit));
  row += cell("exact", exact.value_or(-1), exact ? words(*exact) : "open");
  row += fmt::format("<td data-label=\"decision\" class=\"{}\">{}{}</td>", record.refuted() ? "refuted" : "",
                     record.refuted() ? "refuted" : "not refuted",
                     audit.unexpected() ? " <strong class=\"alarm\">unexpected</strong>" : "");
  auto const& detectable = record.detectable_epsilon;
  row += cell("detectable", detectable.value_or(-1), detectable ? words(*detectable) : "–");
  row += cell("blind spot", record.blind_spot, fmt::format("{:.2g}", record.blind_spot));
  return row + "</tr>\n";
}

std::string heading_row(std::initializer_list<std::pair<std::string_view, std::string_view>> headings) {
  std::string html = "<thead><tr>";
  for (auto const& [kind, text] : headings)
    html += kind == "plain" ? fmt::format("<th class=\"plain\">{}</th>", text)
                            : fmt::format("<th{}><button type=\"button\">{}</button></th>",
                                          kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), text);
  return html + "</tr></thead>\n<tbody>\n";
}

std::string audits_table(std::vector<Audit> const& audits) {
  std::string html =
      "<h2 id=\"audits\">Audits</h2>\n<p>One pair of neighbouring datasets for each mechanism: its epsilon, or what "
      "was claimed in its place. The certified bound is below the true value but for the level; where it is above "
      "the claim, the claim is refuted.</p>\n";
  auto const entry = [](std::string_view drawing, std::string_view text) {
    return fmt::format("<span><svg class=\"gauge\" viewBox=\"0 0 24 16\" aria-hidden=\"true\">{}</svg>{}</span>",
                       drawing, text);
  };
  html += "<p class=\"key\">" + entry(R"(<path class="bound" d="M0 8H24"/>)", "certified, claim not refuted") +
          entry(R"(<path class="bound over" d="M0 8H24"/>)", "certified, claim refuted") +
          entry(R"(<path class="claim" d="M12 1V15"/>)", "claim") +
          entry(R"(<circle class="exact" cx="12" cy="8" r="4"/>)", "exact") + "<span>right end: infinite</span></p>\n";
  html += "<table class=\"sortable\">" + heading_row({{"", "mechanism"},
                                                      {"plain", "bound"},
                                                      {"number", "claim"},
                                                      {"number", "certified"},
                                                      {"number", "exact"},
                                                      {"", "decision"},
                                                      {"number", "detectable"},
                                                      {"number", "blind spot"}});
  for (auto const& audit : audits) html += table_row(audit);
  return html + "</tbody></table>\n";
}

std::string witness(Audit const& audit) {
  auto const& record = audit.record;
  std::string parameters, list;
  for (auto const& [name, value] : record.parameters)
    parameters += fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", escape(name), words(value));
  auto const say = [&](std::string_view what, std::string const& html) {
    list += what.empty() ? fmt::format("<dd>{}</dd>\n", html) : fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, html);
  };
  if (!parameters.empty()) say("parameters", parameters);
  for (auto const& [label, text] : lines(record)) say(label, escape(text));
  say("record", fmt::format("<a href=\"{}\">{}</a>; played again by <code>warner replay {}</code>",
                            escape_link(audit.file), escape(audit.file), escape(audit.file)));
  say("question", fmt::format("{} ({})", digest(record), escape(record.generator)));
  return fmt::format("<details id=\"{}\"><summary>{}, <span class=\"{}\">{}</span></summary><dl>\n{}</dl></details>\n",
                     audit.id, escape(record.mechanism), record.refuted() ? "refuted" : "",
                     record.refuted() ? "refuted" : "not refuted", list);
}

std::string figures_table(std::vector<ReportedFigure> const& figures) {
  auto html =
      "<table class=\"sortable\">" +
      heading_row(
          {{"", "figure"}, {"number", "comparisons"}, {"number", "disagree"}, {"number", "seed"}, {"", "trials"}});
  for (auto const& figure : figures) {
    html += fmt::format("<tr><td class=\"mechanism\"><a href=\"#figure-{}\">{}</a></td>", id_from(figure.name),
                        escape(figure.title));
    auto const cell = [&](std::string_view label, auto value) {
      html += fmt::format("<td class=\"number\" data-label=\"{}\" data-value=\"{}\"><a href=\"{}\">{}</a></td>", label,
                          value, escape_link(figure.name + ".json"), value);
    };
    cell("comparisons", figure.comparisons);
    cell("disagree", figure.disagreements.size());
    cell("seed", figure.seed);
    html += fmt::format("<td data-label=\"trials\">{}</td></tr>\n", figure.quick ? "quick" : "full");
  }
  return html + "</tbody></table>\n";
}

std::string figure_html(ReportedFigure const& figure) {
  auto html = fmt::format("<figure id=\"figure-{}\"><h3>{}</h3>\n", id_from(figure.name), escape(figure.title));
  html += figure.image.empty() ? "<p class=\"faint\">It was not drawn; its numbers are in the files.</p>\n"
                               : fmt::format("<div class=\"plate\">{}</div>\n", figure.image);
  html += fmt::format("<figcaption>{}</figcaption>\n", caption_html(figure.caption));
  if (figure.disagreements.empty())
    html += fmt::format("<p class=\"faint\">{} with exact values: all agree, at family-wise level {:g}.",
                        counted(figure.comparisons, "comparison", "comparisons"), figure.level);
  else {
    html += fmt::format(
        "<p class=\"alarm\">{} of {} comparisons with exact values disagree, at family-wise level {:g}:</p><ul>",
        figure.disagreements.size(), figure.comparisons, figure.level);
    for (auto const& line : figure.disagreements) html += fmt::format("<li>{}</li>", escape(line));
    html += "</ul><p class=\"faint\">";
  }
  html += " Files:";
  for (auto const& file : figure.files) html += fmt::format(" <a href=\"{}\">{}</a>", escape_link(file), escape(file));
  return html + "</p></figure>\n";
}

/// What holds of all bounds together, by the union bound: it asks nothing of how the audits depend on each other.
std::string family_statement(std::vector<Audit> const& audits) {
  double sum = 0, least = 1, most = 0;
  for (auto const& audit : audits) {
    auto const level = audit.record.measurement.level;
    sum += level;
    least = std::min(least, level);
    most = std::max(most, level);
  }
  auto text = least == most ? fmt::format("Each bound is above the truth with probability at most {:.3g}.", most)
                            : fmt::format(
                                  "Each bound is above the truth with probability at most its level; the levels "
                                  "run from {:.3g} to {:.3g}.",
                                  least, most);
  if (sum < 1)
    return text + fmt::format(
                      " With probability at least {:.4g} none of the {} is: the levels add up to {:.3g} (union bound).",
                      1 - sum, audits.size(), sum);
  return text +
         fmt::format(" The levels add up to {:.3g}, so nothing is claimed of all {} together.", sum, audits.size());
}

std::string summary(std::vector<Audit> const& audits, std::vector<ReportedFigure> const& figures) {
  auto const count = [&](auto which) { return static_cast<std::size_t>(std::ranges::count_if(audits, which)); };
  auto const refuted = count([](Audit const& audit) { return audit.record.refuted(); });
  auto const unexpected = count([](Audit const& audit) { return audit.unexpected(); });
  auto const above = count([](Audit const& audit) { return audit.above_the_truth(); });
  auto const disagree = static_cast<std::size_t>(
      std::ranges::count_if(figures, [](ReportedFigure const& figure) { return !figure.disagreements.empty(); }));
  std::string html = "<ul class=\"counts\">";
  auto const tile = [&](std::size_t n, std::string_view what, bool alarm) {
    html += fmt::format("<li{}><b>{}</b>{}</li>", alarm ? " class=\"alarm\"" : "", n, what);
  };
  tile(audits.size(), audits.size() == 1 ? "audit" : "audits", false);
  tile(refuted, "refuted", false);
  tile(audits.size() - refuted, "not refuted", false);
  tile(unexpected, "unexpected", unexpected > 0);
  tile(figures.size(), figures.size() == 1 ? "figure" : "figures", false);
  if (!figures.empty()) tile(disagree, disagree == 1 ? "figure disagrees" : "figures disagree", disagree > 0);
  html += "</ul>\n";
  if (audits.empty()) return html;

  auto const out_of_reach = count(
      [](Audit const& audit) { return !audit.record.flaw.empty() && !audit.record.refuted() && !audit.unexpected(); });
  if (unexpected == 0 && out_of_reach == 0)
    html += "<p>Every mechanism that is broken on purpose was refuted, and no true claim was.</p>\n";
  else if (unexpected == 0)
    html += fmt::format(
        "<p>No true claim was refuted, and every mechanism that is broken on purpose was, but for {} known to be out "
        "of reach.</p>\n",
        out_of_reach);
  else {
    html += "<p class=\"alarm\">Not as expected:";
    for (auto const& audit : audits)
      if (audit.unexpected())
        html += fmt::format("{} <a href=\"#{}\">{}</a> ({})", html.ends_with(':') ? "" : ",", audit.id,
                            escape(audit.record.mechanism),
                            audit.record.refuted() ? "refuted, though nothing is known to be wrong with it"
                                                   : "broken, but not refuted");
    html += ".</p>\n";
  }
  html += fmt::format("<p>{} {} above the exact value, where that is known.</p>\n", family_statement(audits),
                      above == 0 ? "None is" : counted(above, "is", "are"));
  auto const blindest =
      std::ranges::max_element(audits, {}, [](Audit const& audit) { return audit.record.blind_spot; });
  html += fmt::format(
      "<p>“Not refuted” is not “private”. Every audit looks at one pair of datasets, and has a blind spot: the widest, "
      "that of {}, lets an event pass that has probability below {:.2g} on one dataset and none on the other.</p>\n",
      escape(blindest->record.mechanism), blindest->record.blind_spot);
  return html;
}

std::string provenance_html(std::vector<Audit> const& audits) {
  std::set<std::string> machines;
  for (auto const& audit : audits) {
    auto const& from = audit.record.provenance;
    machines.insert(escape(fmt::format("Warner {} (commit {}), {}, {}, {}", from.version, from.commit, from.compiler,
                                       from.cpu, from.isa)));
  }
  std::string html = "<footer>";
  for (auto const& machine : machines) html += fmt::format("<p>Measured by {}.</p>", machine);
  return html +
         "<p>The same files give the same page. A record plays again with <code>warner replay</code>.</p></footer>\n";
}

}  // namespace

bool has_audits_or_figures(fs::path const& dir) { return !read_audits(dir).empty() || !read_figures(dir).empty(); }

fs::path write_report(fs::path const& dir) {
  require(fs::is_directory(dir), fmt::format("{}: is no folder (`warner measure --all --out DIR` and `warner figures "
                                             "--out DIR` make one, and so do files of `warner test --out`)",
                                             dir.string()));
  auto const audits = read_audits(dir);
  auto const figures = read_figures(dir);
  require(
      !audits.empty() || !figures.empty(),
      fmt::format("{}: holds neither records/*.json nor figures nor runs of suites (nothing to report)", dir.string()));

  std::string body =
      "<h1>Warner report</h1>\n<p class=\"faint\">Privacy claims, played against in the distinguishing game.</p>\n" +
      summary(audits, figures) + "<nav>";
  if (!audits.empty()) body += "<a href=\"#audits\">Audits</a> ";
  if (!figures.empty()) body += "<a href=\"#figures\">Figures</a> ";
  if (!audits.empty()) body += "<a href=\"#witnesses\">Witnesses</a>";
  body += "</nav>\n";
  if (!audits.empty()) body += audits_table(audits);
  if (!figures.empty())
    body +=
        "<h2 id=\"figures\">Figures</h2>\n<p>Each is also a test: what it simulates is compared with exact values. A "
        "number leads to the record that it stands in.</p>\n" +
        figures_table(figures);
  for (auto const& figure : figures) body += figure_html(figure);
  if (!audits.empty())
    body +=
        "<h2 id=\"witnesses\">Witnesses</h2>\n<p>What each audit asked, and the rule by which it told the datasets "
        "apart.</p>\n";
  for (auto const& audit : audits) body += witness(audit);
  body += provenance_html(audits);

  auto path = dir / "report.html";
  write_file(
      path,
      fmt::format(
          "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n"
          "<title>Warner report</title>\n<style>{}</style></head>\n<body>\n{}<script>{}</script>\n</body></html>\n",
          report_style(), body, report_script()));
  return path;
}

}  // namespace warner::results
