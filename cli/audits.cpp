#include "cli/audits.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/audit_text.hpp"
#include "cli/journal.hpp"
#include "cli/json_list.hpp"
#include "cli/number.hpp"
#include "cli/printed_first.hpp"
#include "cli/signals.hpp"
#include "results/audit/file.hpp"
#include "results/audit/readable.hpp"
#include "results/audit/words.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

std::string file_name_of(std::string name) {
  std::ranges::replace(name, '/', '-');
  return name + ".json";
}

}  // namespace

std::shared_ptr<AuditOptions> add_audit(Command& command) {
  auto options = std::make_shared<AuditOptions>();
  options->question = add_question(command);
  command.add_option("mechanism", options->question->mechanism, "A name from `warner list`");
  command.add_flag("--json", options->json, "Print the record as JSON");
  command.add_flag(
      "--all", options->all,
      "Every mechanism on its default pair; exit 0 when the sound are spared and the broken within reach refuted");
  command
      .add_option(
          "--sweep", options->sweep,
          "Audit at each of these values: of a parameter, pair (or pair=all), length, a claim, or {NAME} in the "
          "command of --exec. May be given again: every combination, one level for all, a table at the end")
      .type_name("NAME=VALUE,..")
      .one_at_a_time();
  add_journal(command, options->journal);
  command
      .add_option("--out", options->out,
                  "Write the record to this file, in folders that are made where they lack (with --all: "
                  "records/*.json in this folder; with --sweep: 0001.json, .. in it)")
      .names_file_to_write();
  return options;
}

ExitCode decision(results::Record const& record) {
  return record.refuted() ? ExitCode::refuted : ExitCode::not_refuted;
}

results::Record answer(results::Question question, Auditor const& auditor) {
  sim::ProgressBar bar{question.outside  ? question.outside->name
                       : question.sought ? question.sought->name
                                         : question.mechanism};
  question.options.execution.on_progress = [&bar](std::uint64_t done, std::uint64_t all) { bar(done, all); };
  auto record = auditor(question);
  bar.finish();
  if (record.external)
    for (auto const& note : record.external->notes)
      std::cerr << fmt::format("warner: note: {}\n", results::readable_line(note));
  return record;
}

results::Record answer(QuestionOptions const& asked, Auditor const& auditor,
                       std::function<void(results::Question&)> const& change) {
  require(!asked.mechanism.empty() || asked.external.is_asked_for(),
          "mechanism: none was named (`warner list` shows all; --all audits every one; --exec takes a program of your "
          "own)");
  std::error_code error;
  require(asked.external.is_asked_for() || !std::filesystem::is_regular_file(asked.mechanism, error),
          fmt::format("mechanism: '{}' is a file (--exec starts a program of your own: --exec '{}')", asked.mechanism,
                      asked.mechanism));
  auto question = question_from(asked);
  if (change) change(question);
  return answer(std::move(question), auditor);
}

ExitCode audit_one(AuditOptions const& options, Auditor const& auditor,
                   std::function<ExitCode(results::Record const&)> const& ended) {
  if (!options.out.empty()) results::require_place(options.out);
  auto record = answer(*options.question, auditor, [&](results::Question& question) {
    if (question.options.white_box &&
        !mechanisms::make(mechanisms::find(question.mechanism), question.values).mechanism.has_density())
      std::cerr << fmt::format("warner: --white-box: {} declares no density (the audit is black-box)\n",
                               question.mechanism);
  });
  if (!options.out.empty()) name_datasets_beside(options.out, record);
  if (options.json) std::cout << results::to_json(record) << '\n';
  else print(record, std::cout);
  return printed_first(ended(record), [&] {
    if (options.out.empty()) return;
    write_datasets_beside(options.out, record);
    results::write_file(options.out, results::to_json(record) + "\n");
  });
}

ExitCode audit_all(AuditOptions const& options, Auditor const& auditor) {
  require(options.question->mechanism.empty(), "mechanism: name one or give --all, not both");
  require(!options.question->data.are_made() && options.question->data.d_file.empty(),
          "--all: audits every mechanism on its own pairs (--data and --d-file are for programs)");
  require(!options.question->external.is_asked_for(),
          "mechanism: give --all, --exec, --plugin or --releases, one of them");
  require(options.question->parameters.empty(),
          "--all: audits every mechanism as it is by default (parameters do not go with it)");
  require(!options.question->patterns.is_asked_for(),
          "--all: audits every mechanism on its own pairs (--pairs, --length, --step and --base name those of one)");
  require(!options.question->timing,
          "--timing: name a mechanism (with --all, a leak in time would be no mistake of the catalogue)");
  auto const& entries = mechanisms::registry();
  auto const family_level = level_from("--level", options.question->level);
  std::filesystem::path const records = options.out.empty() ? "" : std::filesystem::path{options.out} / "records";
  if (!records.empty()) results::require_place(records / "record.json");
  std::vector<std::string> unexpected;
  std::optional<JsonList> list;
  if (!options.json)
    std::cout << fmt::format("{:<36} {:>10} {:>10} {:>10}  {}\n", "mechanism", "claim", "certified", "exact",
                             "decision");
  else list.emplace(std::cout);
  for (auto const& entry : entries) {
    auto asked = *options.question;
    asked.mechanism = entry.name;
    asked.budget_given = !asked.time;  // the same for all
    auto record = answer(asked, auditor, [&](results::Question& question) {
      question.options.level = family_level / static_cast<double>(entries.size());
    });
    if (record.interrupted()) throw sim::Interrupted{};
    record.family = entries.size();
    auto const surprising = results::unexpected(record);
    if (surprising) unexpected.push_back(entry.name);
    if (!records.empty()) results::write_file(records / file_name_of(entry.name), results::to_json(record) + "\n");
    auto const& measured = record.measurement;
    if (list) list->add(results::to_json(record));
    else
      std::cout << fmt::format("{:<36} {:>10.6g} {:>10} {:>10}  {}{}\n", entry.name, record.claim.epsilon,
                               results::rounded_down(measured.epsilon_lower_bound),
                               measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "open",
                               record.refuted() ? "refuted" : "not refuted",
                               surprising                            ? "  (unexpected)"
                               : entry.broken() && !record.refuted() ? "  (out of reach)"
                                                                     : "")
                << std::flush;
  }
  if (!options.json)
    std::cout << fmt::format("Level {:g} for the whole family: each of the {} bounds holds at {:.3g}.\n", family_level,
                             entries.size(), family_level / static_cast<double>(entries.size()));
  if (!options.json && !unexpected.empty())
    std::cout << fmt::format("Unexpected: {}. A broken mechanism that is not refuted may need a larger --budget.\n",
                             fmt::join(unexpected, ", "));
  return unexpected.empty() ? ExitCode::not_refuted : ExitCode::refuted;
}

}  // namespace warner::cli
