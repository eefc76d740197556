#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/suite.hpp"
#include "cli/suite_keys.hpp"
#include "cli/verb.hpp"
#include "results/audit/record_format.hpp"
#include "results/suite/baseline_json.hpp"
#include "results/suite/run_json.hpp"

namespace warner::cli {

namespace {

std::string table_of(std::vector<SuiteKey> const& keys) {
  std::string text = "| key | |\n|---|---|\n";
  for (auto const& key : keys) text += "| `" + key.name + "` | " + key.meaning + " |\n";
  return text;
}

}  // namespace

Verb add_formats(Command& app) {
  auto command =
      app.add_subcommand("formats", "What docs/formats says of records, suites and runs, as JSON: scripts/regenerate");
  command.group("");  // for programs, not for people
  return {command, [] {
            auto const format = results::record_format();
            nlohmann::ordered_json document;
            document["record"]["schema"] = format.schema;
            for (auto const& [name, table] : format.tables) document["record"]["tables"][name] = table;
            document["suite"]["schema"] = suite_schema() + "\n";
            document["suite"]["tables"] = {{"suite", table_of(keys_of_suite())},
                                           {"test", table_of(keys_of_entry("check"))},
                                           {"accuracy", table_of(keys_of_entry("utility"))}};
            auto const [run_schema, run_table] = results::run_format();
            document["run"] = {{"schema", run_schema}, {"tables", {{"run", run_table}}}};
            auto const [baseline_schema, baseline_table] = results::baseline_format();
            document["baseline"] = {{"schema", baseline_schema}, {"tables", {{"baseline", baseline_table}}}};
            auto const [diff_schema, diff_table] = results::diff_format();
            document["diff"] = {{"schema", diff_schema}, {"tables", {{"diff", diff_table}}}};
            std::cout << document.dump(2) << '\n';
            return ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
