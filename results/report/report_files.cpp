#include "results/report/report_files.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "results/audit/audit.hpp"
#include "results/audit/file.hpp"
#include "results/audit/json.hpp"
#include "results/figures/tables/html.hpp"
#include "results/report/image.hpp"

namespace warner::results {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> json_files(fs::path const& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (auto const& entry : fs::directory_iterator{folder})
      if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::optional<ReportedFigure> figure_from(fs::path const& file, std::string const& text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "figure"};
  if (!json.has("schema") || !document["schema"].is_string() || document["schema"] != "warner/figure/1")
    return std::nullopt;
  ReportedFigure figure;
  figure.name = file.stem().string();
  figure.title = json["title"].text();
  figure.level = json["agreement_level"].real();
  if (json.has("seed")) figure.seed = json["seed"].whole();
  if (json.has("quick")) figure.quick = json["quick"].truth();
  for (auto const& item : json["comparisons"].items()) {
    ++figure.comparisons;
    auto const exact = item["exact"].real(), lower = item["lower"].real(), upper = item["upper"].real();
    if (!(lower <= exact && exact <= upper))
      figure.disagreements.push_back(fmt::format("{}: simulated {:.6g}, so within [{:.6g}, {:.6g}]; exact {:.6g}",
                                                 item["what"].text(), item["simulated"].real(), lower, upper, exact));
  }
  auto const beside = [&](char const* extension) { return fs::path{file}.replace_extension(extension); };
  if (fs::exists(beside(".txt"))) figure.caption = read_file(beside(".txt"));
  if (fs::exists(beside(".svg"))) figure.image = svg_image(read_file(beside(".svg")), figure.title);
  for (auto const* extension : {".pdf", ".png", ".svg", ".pgf", ".csv", ".md", ".tex", ".json"})
    if (fs::exists(beside(extension))) figure.files.push_back(beside(extension).filename().string());
  return figure;
}

}  // namespace

bool ReportedAudit::unexpected() const { return results::unexpected(record); }

bool ReportedAudit::above_the_truth() const {
  auto const& exact = record.measurement.epsilon_exact;
  return exact && record.measurement.epsilon_lower_bound > *exact;
}

std::vector<ReportedAudit> read_audits(fs::path const& dir) {
  std::vector<ReportedAudit> audits;
  std::map<std::string, std::string> problems;  // of files that are no records
  for (auto const& file : json_files(dir / "records")) {
    auto const name = file.filename().string();
    try {
      audits.push_back({"records/" + name, read_as(file, record_from_json)});
    } catch (std::invalid_argument const& problem) {
      problems[name] = problem.what();
    }
  }
  for (auto const& audit : audits)
    if (audit.record.external)
      for (auto const& dataset : audit.record.external->dataset_files) problems.erase(dataset);
  if (!problems.empty()) throw std::invalid_argument{problems.begin()->second};
  std::ranges::stable_sort(audits, {}, [](ReportedAudit const& audit) {
    return std::tuple{!audit.unexpected(), !audit.record.flaw.empty(), audit.record.mechanism};
  });
  for (std::size_t i = 0; i < audits.size(); ++i) audits[i].id = fmt::format("audit-{}", i + 1);
  return audits;
}

std::vector<ReportedFigure> read_figures(fs::path const& dir) {
  std::vector<ReportedFigure> figures;
  for (auto const& file : json_files(dir))
    if (auto figure = read_as(file, [&](auto const& text) { return figure_from(file, text); }))
      figures.push_back(std::move(*figure));
  return figures;
}

}  // namespace warner::results
