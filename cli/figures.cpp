#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/number.hpp"
#include "cli/program_folder.hpp"
#include "cli/signals.hpp"
#include "cli/verb.hpp"
#include "results/figures.hpp"
#include "sim/progress.hpp"

namespace warner::cli {
namespace {

struct Options {
  std::vector<std::string> names;
  std::string out = "figures", data, seed = "1";
  int threads = 0;
  bool quick = false, list = false;
};

ExitCode make_figures(Options const& options) {
  if (options.list) {
    for (auto const& figure : results::figures()) std::cout << fmt::format("{:<20} {}\n", figure.name, figure.title);
    return ExitCode::not_refuted;
  }
  std::vector<results::Figure const*> wanted;
  for (auto const& name : options.names) wanted.push_back(&results::find_figure(name));
  if (wanted.empty())
    for (auto const& figure : results::figures()) {
      if (figure.can_measure && !figure.can_measure()) std::cerr << fmt::format("warner: {} is left out: it needs the benchmarks of the build folder\n", figure.name);
      else wanted.push_back(&figure);
    }

  results::FigureOptions settings;
  settings.out = options.out;
  settings.plots = plots_folder();
  if (!options.data.empty()) settings.data = options.data;
  settings.quick = options.quick;
  settings.seed = seed_from("--seed", options.seed);
  settings.execution.threads = options.threads;
  settings.execution.interrupted = &interruption();

  auto agreed = true;
  for (auto const* figure : wanted) {
    sim::ProgressBar bar{figure->name};
    settings.execution.on_progress = [&](std::uint64_t done, std::uint64_t all) { bar(done, all); };
    auto const result = results::make_figure(*figure, settings);
    bar.finish();
    std::cout << result.summary << std::flush;
    agreed = agreed && result.agrees;
  }
  if (!agreed) std::cerr << "warner: a simulation disagrees with the exact value beyond its level (see above)\n";
  return agreed ? ExitCode::not_refuted : ExitCode::refuted;
}

}  // namespace

Verb add_figures(CLI::App& app) {
  auto* command = app.add_subcommand("figures", "Make figures from nothing: data, caption, PDF and PNG; a figure is also a test");
  auto const options = std::make_shared<Options>();
  command->add_option("names", options->names, "Which (default: all; --list names them)");
  command->add_option("--out", options->out, "The folder they go to")->capture_default_str();
  command->add_option("--data", options->data, "A census CSV (UCI Adult or its revisions) for notebook-adult; a synthetic census without it");
  command->add_option("--seed", options->seed, "Names every random draw")->type_name("N")->capture_default_str();
  command->add_option("--threads", options->threads, "0: all; the files are the same for any number")->type_name("N")->check(CLI::Range(0, 1024));
  command->add_flag("--quick", options->quick, "Fewer trials: minutes become seconds, bands wider");
  command->add_flag("--list", options->list, "Name the figures");
  command->footer("Exit code 1 when a simulated value disagrees with the exact one beyond its level.");
  return {command, [options] { return make_figures(*options); }};
}

}  // namespace warner::cli
