#include <iostream>

#include <nlohmann/json.hpp>

#include "cli/verb.hpp"
#include "results/audit/record_format.hpp"

namespace warner::cli {

Verb add_formats(Command& app) {
  auto command = app.add_subcommand("formats", "What docs/formats says of the record, as JSON: scripts/regenerate");
  command.group("");  // for programs, not for people
  return {command, [] {
            auto const format = results::record_format();
            nlohmann::ordered_json document;
            document["schema"] = format.schema;
            for (auto const& [name, table] : format.tables) document["tables"][name] = table;
            std::cout << document.dump(2) << '\n';
            return ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
