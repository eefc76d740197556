#pragma once

#include <functional>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"

namespace warner::cli {

/// Adds a verb to the command line; returns what runs it once it has been parsed.
using Action = std::function<ExitCode()>;
struct Verb {
  Command command;
  Action action;
};

Verb add_list(Command& app);
Verb add_measure(Command& app);
Verb add_check(Command& app);
Verb add_search(Command& app);
Verb add_shard(Command& app);
Verb add_merge(Command& app);
Verb add_plugin_host(Command& app);
Verb add_figures(Command& app);
Verb add_report(Command& app);
Verb add_replay(Command& app);
Verb add_try(Command& app);
Verb add_shrink(Command& app);
Verb add_baseline(Command& app);
Verb add_diff(Command& app);
Verb add_bisect(Command& app);
Verb add_test(Command& app);
Verb add_plan(Command& app);
Verb add_profile(Command& app);
Verb add_tradeoff(Command& app);
Verb add_compose(Command& app);
Verb add_bench(Command& app);
Verb add_formats(Command& app);
Verb add_utility(Command& app);

}  // namespace warner::cli
