#pragma once

#include <functional>
#include <vector>

#include "cli/exit_code.hpp"

namespace CLI {
class App;
}

namespace warner::cli {

/// Adds a verb to the command line; returns what runs it once it has been parsed.
using Action = std::function<ExitCode()>;
struct Verb {
  CLI::App* command;
  Action action;
};

Verb add_list(CLI::App& app);
Verb add_measure(CLI::App& app);
Verb add_check(CLI::App& app);
Verb add_plugin_host(CLI::App& app);
Verb add_figures(CLI::App& app);
Verb add_report(CLI::App& app);
Verb add_replay(CLI::App& app);
Verb add_plan(CLI::App& app);
Verb add_profile(CLI::App& app);
Verb add_tradeoff(CLI::App& app);
Verb add_compose(CLI::App& app);
Verb add_bench(CLI::App& app);

}  // namespace warner::cli
