#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/signals.hpp"
#include "cli/verb.hpp"
#include "results/audit.hpp"
#include "results/file.hpp"
#include "sim/progress.hpp"

namespace warner::cli {
namespace {

struct Options {
  std::string file;
  int threads = 0;
};

std::string words(sim::Tally const& tally) { return fmt::format("{} right, {} wrong, {} abstained", tally.right, tally.wrong, tally.abstained); }

}  // namespace

Verb add_replay(CLI::App& app) {
  auto* command = app.add_subcommand("replay", "Play a record's frozen strategy again: the tally must come out the same");
  auto const options = std::make_shared<Options>();
  command->add_option("record", options->file, "A file that `warner measure --out` or --json wrote")->required();
  command->add_option("--threads", options->threads, "0: all")->type_name("N")->check(CLI::Range(0, 1024));
  command->footer("Exit code: that of the record's decision (0 not refuted, 1 refuted); 5 when the tally differs.");
  return {command, [options] {
            auto const record = results::record_from_json(results::read_file(options->file));
            sim::ProgressBar bar{record.mechanism};
            sim::Execution execution{options->threads, [&](std::uint64_t done, std::uint64_t all) { bar(done, all); }, &interruption()};
            auto const replay = results::replay(record, execution);
            bar.finish();
            std::cout << fmt::format("{}\n  recorded  {}\n  replayed  {}\n  {}\n", record.mechanism, words(replay.recorded), words(replay.replayed),
                                     replay.same() ? "the same tally" : "NOT the same tally");
            if (!replay.same()) return ExitCode::internal;
            return record.refuted() ? ExitCode::refuted : ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
