#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/audits.hpp"
#include "cli/journal.hpp"
#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "results/journal/part.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

/// What `search` and `shard` take besides the words of `measure`.
struct Options {
  std::string share, verb, strategy;
  std::shared_ptr<AuditOptions> audit;
};

results::Share share_from(std::string const& text) {
  results::Share share;
  auto const* const end = text.data() + text.size();
  auto const [slash, first] = std::from_chars(text.data(), end, share.i);
  auto const apart = first == std::errc{} && slash != end && *slash == '/';
  auto const [rest, second] = apart ? std::from_chars(slash + 1, end, share.of) : std::from_chars_result{end, first};
  require(apart && second == std::errc{} && rest == end && share.i >= 1 && share.i <= share.of,
          fmt::format("shard: '{}' is none (1/4, .., 4/4 are those of four)", text));
  --share.i;
  return share;
}

std::string words(results::Share const& share) {
  return share.of == 0 ? "the search" : fmt::format("shard {}/{}", share.i + 1, share.of);
}

/// The words of the measurement that a share is of: without the first ones.
results::RunName measurement_in(std::vector<std::string> const& typed, std::string_view how) {
  auto run = run_of(typed);
  auto const first = std::ranges::find(run.words, "measure");
  require(first - run.words.begin() == (typed.front() == "shard" ? 2 : 1), fmt::format("{}: {}", typed.front(), how));
  run.words.erase(run.words.begin(), first);
  return run;
}

/// Whether to conclude on a measurement starts a program: parts may come from anywhere.
bool starts_a_program(results::RunName const& run) {
  return std::ranges::any_of(
      run.words, [](std::string const& word) { return word.starts_with("--exec") || word.starts_with("--plugin"); });
}

results::Part part_in(std::string const& file) { return results::read_as(file, results::part_from_json); }

/// Whether the file has the part already, finished. @throws std::invalid_argument where it is of something else.
bool is_there(std::string const& file, results::RunName const& run, results::Share const& share) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return false;
  auto const part = part_in(file);
  results::require_same(part.run, run, file);
  require(part.share.i == share.i && part.share.of == share.of,
          fmt::format("{}: is {}, not {} (name another file)", file, words(part.share), words(share)));
  return results::is_finished(part);
}

/// The keeper of a share: what a journal has, what the strategy's file has, and what is computed now.
class Shard {
 public:
  Shard(Options const& options, results::RunName const& run, results::Share const& share) {
    results::Kept kept;
    if (!options.strategy.empty() && sim::speaks()) {
      auto const part = part_in(options.strategy);
      results::require_same(part.run, run, options.strategy);
      kept.texts = part.kept.texts;
      require(!kept.texts.empty(), fmt::format("{}: has no strategy (warner search writes one)", options.strategy));
    }
    if (options.audit->journal.empty()) {
      ledger_ = std::make_unique<results::Ledger>(std::move(kept), share);
      return;
    }
    auto named = run;  // another share is another journal
    named.words.insert(named.words.begin(), words(share));
    journal_ = std::make_unique<results::Journal>(options.audit->journal, named, share, std::cerr);
    if (!sim::speaks()) return;
    for (auto const& [name, text] : kept.texts) {
      auto const there = journal_->kept().texts.find(name);
      require(there == journal_->kept().texts.end() || there->second == text,
              fmt::format("{}: has another strategy than {}", options.audit->journal, options.strategy));
      if (there == journal_->kept().texts.end()) journal_->keeper().keep_text(name, text);
    }
  }

  sim::Keeper& keeper() { return journal_ ? journal_->keeper() : *ledger_; }
  results::Kept const& kept() const { return journal_ ? journal_->kept() : ledger_->kept(); }

 private:
  std::unique_ptr<results::Journal> journal_{};
  std::unique_ptr<results::Ledger> ledger_{};
};

ExitCode compute(Options const& options, results::Share const& share, std::string_view how) {
  auto const& out = options.audit->out;
  auto const run = measurement_in(typed_words(), how);
  require(!out.empty(), "--out: was not given (the part goes there)");
  require_apart(options.audit->journal, out);
  require(!options.audit->all && options.audit->sweep.empty(),
          fmt::format("{}: is of one measurement (not of --all, nor --sweep)", run.words.front()));
  require(!options.audit->json, "--json: there is no record yet (warner merge --json prints it)");
  require(share.of == 0 || !options.audit->question->time || !options.strategy.empty(),
          "--time: each shard would plan another budget (let one search, by warner search, and name what it wrote by "
          "--found)");
  std::optional<std::string> there;  // as the first rank sees it
  if (sim::speaks() && is_there(out, run, share)) there.emplace();
  if (sim::ranks() ? sim::ranks()->from_rank_0(there) : there) {
    std::cout << fmt::format("{}: {} is there already\n", out, words(share));
    return ExitCode::not_refuted;
  }
  if (sim::speaks()) results::require_place(out);
  Shard shard{options, run, share};
  options.audit->question->keeper = &shard.keeper();
  try {
    answer(*options.audit->question, results::audit);
  } catch (sim::ShareDone const&) {
  }
  results::write_file(out, results::to_json({run, share, shard.kept()}) + "\n");
  std::uint64_t trials = 0;
  for (auto const& [name, reduction] : shard.kept().reductions)
    for (auto const& piece : reduction.pieces) trials += piece.range.count();
  std::cout << fmt::format("{}: {}, {} certifying trials\n", out, words(share), trials);
  return ExitCode::not_refuted;
}

std::shared_ptr<Options> add_words_of_measure(Command& command) {
  auto options = std::make_shared<Options>();
  command.add_option("measure", options->verb, "The word measure, and what follows it there")
      .required()
      .one_of({"measure"});
  options->audit = add_audit(command);
  command.add_option("--search-budget", options->audit->question->search_budget, "As of measure").type_name("N");
  for (auto const* of_many_or_of_the_record : {"--all", "--sweep", "--json", "--timing"})
    command.hide(of_many_or_of_the_record);
  return options;
}

}  // namespace

Verb add_search(Command& app) {
  auto command = app.add_subcommand("search", "Find the strategy of a measurement, for shards to play");
  auto const options = add_words_of_measure(command);
  command.describe("--out", "Write the strategy to this file");
  command.footer(
      "Example:\n"
      "  warner search measure laplace --epsilon 0.1 --budget 1e9 --out strategy.json");
  return {command, [options] {
            return compute(*options, {0, 0}, "stands before the words of a measurement (warner search measure ..)");
          }};
}

Verb add_shard(Command& app) {
  auto command = app.add_subcommand("shard", "Play one part of a measurement's trials; `merge` makes the record");
  auto options = std::make_shared<Options>();
  command.add_option("shard", options->share, "Which of how many: 1/4, .., 4/4").required();
  auto const of_measure = add_words_of_measure(command);
  command.describe("--out", "Write the part to this file");
  command.add_option("--found", of_measure->strategy, "What `warner search` wrote; none: every shard searches")
      .type_name("FILE");
  command.footer(
      "Example:\n"
      "  warner shard 2/4 measure laplace --epsilon 0.1 --budget 1e9 --found strategy.json --out part2.json\n"
      "  warner merge part*.json --out record.json\n"
      "A shard that is there already, whole, is not played again. docs/scaling.md has recipes for clusters.");
  return {command, [options, of_measure] {
            return compute(*of_measure, share_from(options->share),
                           "i/N stands before the words of a measurement (warner shard 1/4 measure ..)");
          }};
}

Verb add_merge(Command& app) {
  struct Merge {
    std::vector<std::string> files;
    std::string out;
    bool run = false, json = false;
  };
  auto command = app.add_subcommand("merge", "Make the record of a measurement from its shards");
  auto const options = std::make_shared<Merge>();
  command.add_option("parts", options->files, "What `warner shard` wrote").required();
  command.add_flag("--run", options->run, "Start the program that the parts name");
  command.add_option("--out", options->out, "Write the record to this file").names_file_to_write();
  command.add_flag("--json", options->json, "Print the record as JSON");
  return {command, [options] {
            std::vector<std::pair<std::string, results::Part>> parts;
            for (auto const& file : options->files) parts.emplace_back(file, part_in(file));
            for (auto const& [file, part] : parts)
              require(options->run || !starts_a_program(part.run),
                      fmt::format("{}: merging starts the program of '{}', with your rights (--run, if you trust it)",
                                  file, fmt::join(part.run.words, " ")));
            auto const kept = results::merged(parts);
            auto const& run = parts.front().second.run;
            auto here = run_of(run.words);
            here.seed = run.seed;
            results::require_same(run, here, parts.front().first);
            auto const trials_alone = results::Share{0, 0};  // nothing is played here
            results::Ledger ledger{kept, trials_alone};
            CommandLine line{"", "warner"};
            auto measure = line.program().add_subcommand("measure", "");
            auto const audit = add_audit(measure);
            measure.add_option("--search-budget", audit->question->search_budget, "");
            auto words = run.words;
            words.insert(words.end(), {"--seed", run.seed});
            line.read(words);
            audit->question->keeper = &ledger;
            audit->out = options->out;
            audit->json = options->json;
            try {
              return audit_one(*audit, results::audit);
            } catch (sim::ShareDone const&) {
              require(false, fmt::format("{}: '{}' now asks for other trials (has the program or its data changed?)",
                                         parts.front().first, fmt::join(run.words, " ")));
              throw;
            }
          }};
}

}  // namespace warner::cli
