#include "results/report/report.hpp"

#include <filesystem>
#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "results/report/runs_page.hpp"
#include "results/suite/badge.hpp"
#include "results/suite/run_json.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

void write_badge(std::string const& file, results::Run const& run) {
  results::write_file(file, results::badge(run));
  std::cout << fmt::format("badge   {}  ({})\n", file, results::badge_text(run));
}

ExitCode report(fs::path const& what, std::string const& badge_file) {
  if (fs::is_regular_file(what)) {
    require(!badge_file.empty(), fmt::format("{}: is a file (name its folder, or say --badge FILE)", what.string()));
    write_badge(badge_file, results::read_as(what, results::run_from_json));
    return ExitCode::not_refuted;
  }
  auto const runs = results::read_runs(what);
  require(badge_file.empty() || !runs.empty(),
          fmt::format("--badge: {} holds no runs (`warner test --out FILE` writes one)", what.string()));
  if (runs.empty() || results::has_audits_or_figures(what))
    std::cout << fmt::format("report  {}\n", results::write_report(what).string());
  if (!runs.empty()) std::cout << fmt::format("runs    {}\n", results::write_runs_page(what).string());
  if (!badge_file.empty()) write_badge(badge_file, runs.back().run);
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_report(Command& app) {
  auto command = app.add_subcommand("report",
                                    "Gather the records and figures of a folder into one self-contained HTML page, "
                                    "report.html, and its runs of suites "
                                    "into another, runs.html");
  auto const folder = std::make_shared<std::string>();
  auto const badge = std::make_shared<std::string>();
  command
      .add_option("folder", *folder,
                  "What `measure --all --out` and `figures --out` wrote to, or where files of `test --out` are (with "
                  "--badge: or one such file)")
      .required();
  command.add_option("--badge", *badge, "Write an image, for a README, of what the latest run says")
      .names_file_to_write();
  return {command, [folder, badge] { return report(*folder, *badge); }};
}

}  // namespace warner::cli
