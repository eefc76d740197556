#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "cli/journal.hpp"
#include "cli/number.hpp"
#include "cli/printed_first.hpp"
#include "cli/utility_question.hpp"
#include "cli/utility_sweep.hpp"
#include "cli/utility_text.hpp"
#include "cli/verb.hpp"
#include "results/audit/file.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

ExitCode decision(verify::Utility const& measured) {
  if (measured.refuted()) return ExitCode::refuted;
  return measured.end == verify::Utility::End::interrupted ? ExitCode::interrupted : ExitCode::not_refuted;
}

ExitCode utility_one(UtilityOptions const& options) {
  if (!options.out.empty()) results::require_place(options.out);
  auto const record = answer(options);
  auto const json = results::to_json(record) + "\n";
  if (options.json) std::cout << json;
  else print(record, std::cout);
  return printed_first(decision(record.measured), [&] {
    if (!options.out.empty()) results::write_file(options.out, json);
  });
}

}  // namespace

Verb add_utility(Command& app) {
  auto command = app.add_subcommand(
      "utility",
      "How accurate releases of one dataset are: errors and intervals against the truth, and claims of both");
  auto const options = add_utility_options(command);
  command.footer(
      "Examples:\n"
      "  warner utility laplace --epsilon 0.5 --rmse 3 --quantile 0.95:6\n"
      "  warner utility broken/laplace-half-scale --rmse 0.5            # exit code 1: refuted\n"
      "  warner utility --exec 'python3 examples/external/laplace.py 1' --d '[0]' --truth 0 --rmse 1.5 --bias 0.01\n"
      "  warner utility --releases releases.csv --truth 120 --interval low,high --coverage 0.95\n"
      "  warner utility laplace --sweep epsilon=0.1,0.5,1,2 --out accuracy.csv\n"
      "A claim that holds is refuted with probability at most the level, however often it is looked at.");
  return {command, [options] {
            if (options->json || !options->out.empty()) require_nameable(typed_words());
            return options->sweep.empty() ? utility_one(*options) : utility_sweep(*options);
          }};
}

}  // namespace warner::cli
