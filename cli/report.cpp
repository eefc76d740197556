#include "results/report/report.hpp"

#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "cli/verb.hpp"

namespace warner::cli {

Verb add_report(Command& app) {
  auto command =
      app.add_subcommand("report", "Gather the records and figures of a folder into one self-contained HTML page");
  auto const folder = std::make_shared<std::string>();
  command.add_option("folder", *folder, "What `measure --all --out` and `figures --out` wrote to").required();
  return {command, [folder] {
            std::cout << fmt::format("report  {}\n", results::write_report(*folder).string());
            return ExitCode::not_refuted;
          }};
}

}  // namespace warner::cli
