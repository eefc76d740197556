#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/number.hpp"
#include "cli/question.hpp"
#include "cli/verb.hpp"
#include "results/file.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using results::Record;

struct Options {
  std::shared_ptr<QuestionOptions> question;
  bool json = false, all = false;
  std::string out;
};

std::string list_of(mechanisms::Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += fmt::format("{}{}", text.empty() ? "" : ", ", x);
  return "[" + text + "]";
}

std::string percent(double level) { return fmt::format("{:g} %", 100 * (1 - level)); }

void print(Record const& record) {
  auto const& measured = record.measurement;
  std::string parameters;
  for (auto const& [name, value] : record.parameters) parameters += fmt::format("{}{} = {:g}", parameters.empty() ? "" : ", ", name, value);
  std::cout << fmt::format("{}  ({})\n", record.mechanism, parameters);
  if (!record.flaw.empty()) std::cout << fmt::format("  broken on purpose   {}\n", record.flaw);
  std::cout << fmt::format("  neighbours          D = {}, D' = {} ({})\n", list_of(record.pair.d), list_of(record.pair.d_prime), mechanisms::name_of(record.pair.relation));
  std::cout << fmt::format("  claim               {}\n", record.guarantee);
  std::cout << fmt::format("  decision            {} at level {:g}\n", record.refuted() ? "REFUTED" : "not refuted", measured.level);
  std::cout << fmt::format("  epsilon             at least {:.6g}, certified with {} confidence{}\n", measured.epsilon_lower_bound, percent(measured.level),
                           measured.delta > 0 ? fmt::format(" at delta = {:g}", measured.delta) : "");
  std::cout << fmt::format("                      estimate {:.6g}, exact value {}\n", measured.epsilon_estimate,
                           measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "not known");
  std::cout << fmt::format("  says D when         {}   (true in {:.4g} of the trials under D)\n", verify::say_d(measured.strategy), measured.probability_d);
  std::cout << fmt::format("  says D' when        {}   (true in {:.4g} of the trials under D')\n", verify::say_d_prime(measured.strategy), measured.probability_d_prime);
  std::cout << fmt::format("  tally               {} right, {} wrong, {} abstained of {} certifying trials, after {} to search\n", measured.tally.right,
                           measured.tally.wrong, measured.tally.abstained, measured.certify_trials, measured.search_trials);
  std::cout << fmt::format("  detectable          an epsilon of {:.4g} on this event would have been refuted with probability 0.99\n", record.detectable_epsilon);
  std::cout << fmt::format("  blind spot          events rarer than {:.2g} could have passed unseen\n", record.blind_spot);
  std::cout << fmt::format("  seed                {}  ({:.2f} s)\n", record.seed, record.seconds);
}

ExitCode decision(Record const& record) { return record.refuted() ? ExitCode::refuted : ExitCode::not_refuted; }

results::Question with_progress(results::Question question, sim::ProgressBar& bar) {
  question.options.execution.on_progress = [&bar](std::uint64_t done, std::uint64_t all) { bar(done, all); };
  return question;
}

ExitCode measure_one(Options const& options) {
  require(!options.question->mechanism.empty(), "mechanism: none was named (`warner list` shows all; --all audits every one)");
  sim::ProgressBar bar{options.question->mechanism};
  auto const record = results::audit(with_progress(question_from(*options.question), bar));
  bar.finish();
  if (!options.out.empty()) results::write_file(options.out, results::to_json(record) + "\n");
  if (options.json) std::cout << results::to_json(record) << '\n';
  else print(record);
  return decision(record);
}

std::string file_name_of(std::string name) {
  std::ranges::replace(name, '/', '-');
  return name + ".json";
}

/// Every mechanism of the registry on its default pair; the level is shared out, so that it holds for the family.
ExitCode measure_all(Options const& options) {
  require(options.question->mechanism.empty(), "mechanism: name one or give --all, not both");
  require(options.question->parameters.empty(), "--all: audits every mechanism as it is by default (parameters do not go with it)");
  auto const& entries = mechanisms::registry();
  auto const family_level = real_from("--level", options.question->level);
  std::filesystem::path const records = options.out.empty() ? "" : std::filesystem::path{options.out} / "records";
  int unexpected = 0;
  if (!options.json)
    std::cout << fmt::format("{:<36} {:>10} {:>10} {:>10}  {}\n", "mechanism", "claim", "certified", "exact", "decision");
  else std::cout << "[\n";
  for (auto const& entry : entries) {
    auto asked = *options.question;
    asked.mechanism = entry.name;
    sim::ProgressBar bar{entry.name};
    auto question = with_progress(question_from(asked), bar);
    question.options.level = family_level / static_cast<double>(entries.size());
    auto record = results::audit(question);
    bar.finish();
    record.family = entries.size();
    auto const surprising = results::unexpected(record);
    unexpected += surprising;
    if (!records.empty()) results::write_file(records / file_name_of(entry.name), results::to_json(record) + "\n");
    auto const& measured = record.measurement;
    if (options.json) std::cout << results::to_json(record) << (&entry == &entries.back() ? "\n]\n" : ",\n");
    else
      std::cout << fmt::format("{:<36} {:>10.6g} {:>10.6g} {:>10}  {}{}\n", entry.name, record.claim.epsilon, measured.epsilon_lower_bound,
                               measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "open", record.refuted() ? "refuted" : "not refuted",
                               surprising ? "  (unexpected)" : entry.broken() && !record.refuted() ? "  (out of reach)" : "") << std::flush;
  }
  if (!options.json)
    std::cout << fmt::format("Level {:g} for the whole family: each of the {} bounds holds at {:.3g}.\n", family_level, entries.size(),
                             family_level / static_cast<double>(entries.size()));
  return unexpected == 0 ? ExitCode::not_refuted : ExitCode::refuted;
}

}  // namespace

Verb add_measure(CLI::App& app) {
  auto* command = app.add_subcommand("measure", "Certify a lower bound on epsilon and decide whether it refutes the claim");
  auto const options = std::make_shared<Options>();
  options->question = add_question(*command);
  command->add_option("mechanism", options->question->mechanism, "A name from `warner list`");
  command->add_flag("--json", options->json, "Print the record as JSON");
  command->add_flag("--all", options->all, "Every mechanism on its default pair; exit 0 when the sound are spared and the broken within reach refuted");
  command->add_option("--out", options->out, "Write the record to this file (with --all: records/*.json in this folder)");
  command->footer("Examples:\n"
                  "  warner measure laplace --epsilon 0.1 --budget 1e6\n"
                  "  warner measure broken/laplace-half-scale --epsilon 1 --budget 1e5     # exit code 1: refuted\n"
                  "  warner measure laplace-vector --k 5 --d '[0,0,0,0,0]' --d-prime '[1,0,0,0,0]' --json");
  return {command, [options] { return options->all ? measure_all(*options) : measure_one(*options); }};
}

}  // namespace warner::cli
