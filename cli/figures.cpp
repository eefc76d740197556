#include "results/figures/figures.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "cli/journal.hpp"
#include "cli/number.hpp"
#include "cli/program_folder.hpp"
#include "cli/signals.hpp"
#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "results/figures/reference.hpp"
#include "sim/progress.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

struct Options {
  std::vector<std::string> names;
  std::string out = "figures", data, seed = "1", format = "default", reference, journal;
  int threads = 0;
  bool quick = false, list = false, force = false, tex = false, check = false, update_reference = false;
};

std::vector<results::Figure const*> wanted_by(Options const& options) {
  std::vector<results::Figure const*> wanted;
  for (auto const& name : options.names) wanted.push_back(&results::find_figure(name));
  if (!wanted.empty()) return wanted;
  for (auto const& figure : results::figures()) {
    auto const is_other_data = figure.reads && !options.data.empty();
    if (figure.can_measure && (is_other_data || !figure.can_measure()))
      std::cerr << fmt::format("warner: {} is left out: it needs {}\n", figure.name, figure.needs);
    else wanted.push_back(&figure);
  }
  return wanted;
}

results::FigureOptions settings_from(Options const& options) {
  results::FigureOptions settings;
  settings.out = options.out;
  settings.plots = plots_folder();
  if (!options.data.empty()) settings.data = options.data;
  settings.quick = options.quick;
  settings.seed = seed_from("--seed", options.seed);
  settings.execution.threads = options.threads;
  settings.execution.interrupted = &interruption();
  settings.drawing = {options.format, options.tex};
  settings.resume = !options.force;
  settings.notes = &std::cerr;
  return settings;
}

std::string_view name_of(results::FigureWork work) {
  switch (work) {
    case results::FigureWork::made: return "made";
    case results::FigureWork::drawn: return "drawn again, its numbers were there";
    case results::FigureWork::nothing: return "is there already";
  }
  return "";
}

/// Compares a figure that was just made with its reference, or makes it the reference. @returns whether they go
/// together.
bool refer(results::Figure const& figure, Options const& options, std::filesystem::path const& folder) {
  auto const json = results::read_file(std::filesystem::path{options.out} / (figure.name + ".json"));
  auto const csv =
      figure.can_measure ? "" : results::read_file(std::filesystem::path{options.out} / (figure.name + ".csv"));
  auto const file = folder / (figure.name + ".json");
  if (results::reference_is_empty(json)) {
    std::cout << "  nothing of it could be compared with a reference\n";
    return true;
  }
  if (options.update_reference) {
    results::write_file(file, results::reference_json(json, csv));
    std::cout << fmt::format("  reference written: {}\n", file.string());
    return true;
  }
  if (!std::filesystem::exists(file)) {
    std::cout << "  there is no reference to compare with\n";
    return true;
  }
  auto const found = results::check_reference(results::read_file(file), json, csv);
  if (found.problems.empty())
    std::cout << fmt::format("  {} its reference ({} figures of merit)\n",
                             found.same_run ? "equals" : "goes together with", found.compared);
  for (auto const& problem : found.problems) std::cout << fmt::format("  NOT as in its reference: {}\n", problem);
  return found.problems.empty();
}

ExitCode make_figures(Options const& options) {
  if (options.list) {
    for (auto const& figure : results::figures()) std::cout << fmt::format("{:<20} {}\n", figure.name, figure.title);
    return ExitCode::not_refuted;
  }
  require(!options.update_reference || !options.reference.empty(),
          "--reference: names no folder (--update-reference writes to the one that it names)");
  auto const wanted = wanted_by(options);
  auto settings = settings_from(options);
  Keeping const keeping{options.journal};
  if (!options.journal.empty()) settings.execution.keeper = keeping.keeper();
  auto const references = !options.check && !options.update_reference ? std::filesystem::path{}
                          : options.reference.empty()                 ? reference_folder()
                                                                      : std::filesystem::path{options.reference};

  auto agreed = true, referred = true;
  std::size_t there = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto const& figure = *wanted[i];
    auto const place = fmt::format("[{}/{}] {}", i + 1, wanted.size(), figure.name);
    sim::ProgressBar bar{place};
    settings.execution.on_progress = [&](std::uint64_t done, std::uint64_t all) { bar(done, all); };
    auto const start = std::chrono::steady_clock::now();
    auto const result = results::make_figure(figure, settings);
    bar.finish();
    std::cerr << fmt::format("{}: {} ({:.1f} s)\n", place, name_of(result.work),
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    there += result.work == results::FigureWork::nothing;
    std::cout << result.summary;
    if (!references.empty() && sim::speaks() && !refer(figure, options, references)) referred = false;
    std::cout << std::flush;
    agreed = agreed && result.agrees;
  }
  if (there == wanted.size())
    std::cout << fmt::format("nothing to do: all are in {} as this program makes them (--force makes them again)\n",
                             options.out);
  if (!agreed) std::cerr << "warner: a simulation disagrees with the exact value beyond its level (see above)\n";
  if (!referred) std::cerr << "warner: a figure is not as in its reference (see above)\n";
  return agreed && referred ? ExitCode::not_refuted : ExitCode::refuted;
}

}  // namespace

Verb add_figures(Command& app) {
  auto command =
      app.add_subcommand("figures", "Make figures from nothing: data, caption, PDF and PNG; a figure is also a test");
  auto const options = std::make_shared<Options>();
  command.add_option("names", options->names, "Which (default: all; --list names them)");
  command
      .add_option("--out", options->out,
                  "The folder they go to; what lies there already, made by this program from the same options, is left "
                  "as it is")
      .capture_default_str();
  command.add_option(
      "--data", options->data,
      "A census CSV (UCI Adult or its revisions) for notebook-adult and laplace-density; a synthetic census "
      "without it. For libraries: the table of scripts/libraries (build/libraries/table.csv)");
  command.add_option("--seed", options->seed, "Names every random draw").type_name("N").capture_default_str();
  command.add_option("--threads", options->threads, "0: all; the files are the same for any number")
      .type_name("N")
      .in_range(0, 1024);
  add_journal(command, options->journal);
  command.add_flag("--quick", options->quick, "Fewer trials: minutes become seconds, bands wider");
  command
      .add_option("--format", options->format,
                  "Widths and fonts of a venue: ieee (3.5 and 7.16 in), usenix, acm (3.33 and 7 in), neurips (5.5 in)")
      .one_of({results::drawing_formats.begin(), results::drawing_formats.end()})
      .capture_default_str();
  command.add_flag("--tex", options->tex,
                   "NAME.pgf too, which LaTeX sets in the fonts of the paper: \\usepackage{pgf}, \\input{NAME.pgf}");
  command.add_flag("--force", options->force, "Make everything again");
  command.add_flag("--check", options->check,
                   "Compare with the references that came with the program: the same bytes for the same seed, "
                   "intervals that meet for another");
  command.add_option("--reference", options->reference, "The folder of other references").type_name("DIR");
  command.add_flag("--update-reference", options->update_reference,
                   "Write the references to the folder of --reference, instead of comparing");
  command.add_flag("--list", options->list, "Name the figures");
  command.footer(
      "Exit code 1 when a simulated value disagrees with the exact one beyond its level, or with --check when a figure "
      "is not as in its reference.");
  return {command, [options] { return make_figures(*options); }};
}

}  // namespace warner::cli
