#include "cli/external.hpp"

#include <chrono>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/number.hpp"
#include "mechanisms/external/command_line.hpp"
#include "mechanisms/external/program.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using namespace mechanisms::external;

constexpr std::uint64_t budget_of_programs = 1'000'000, most_numbers = 10'000;

Launch launch_from(ExternalOptions const& options, results::Question const& question) {
  Launch launch;
  launch.words = words_of(options.exec);
  launch.interrupted = question.options.execution.interrupted;
  launch.numbers = count_from("--binary", options.binary);
  require(launch.numbers <= most_numbers, fmt::format("--binary: {} numbers a release are more than {}", launch.numbers, most_numbers));
  auto const seconds = real_from("--timeout", options.timeout);
  require(seconds > 0 && seconds <= 1e6, fmt::format("--timeout: {} is not in (0, 1e6] seconds", options.timeout));
  launch.timeout = std::chrono::milliseconds{static_cast<std::int64_t>(seconds * 1000) + 1};
  auto const megabytes = count_from("--memory-limit", options.memory_limit);
  require(megabytes >= 1 && megabytes <= (std::uint64_t{1} << 40), fmt::format("--memory-limit: {} is not a number of MiB", options.memory_limit));
  launch.memory_limit = megabytes << 20;
  launch.ideal = options.ideal;
  return launch;
}

Outside program_from(ExternalOptions const& options, results::Question const& question) {
  auto const launch = launch_from(options, question);
  Program const program{*question.pair, *question.claim, launch, question.options.seed};
  mechanisms::Parameters parameters{{"columns", static_cast<double>(program.columns(question.pair->d).size())}};
  if (launch.numbers > 0) parameters.emplace_back("binary", static_cast<double>(launch.numbers));
  return {.name = options.exec, .by = "exec", .instance = {program, parameters, {*question.pair}}, .words = program.words(),
          .finish = [program](bool refuted) { program.finish(refuted); }};
}

}  // namespace

void add_external(CLI::App& command, ExternalOptions& options) {
  auto const* group = "A mechanism of your own (docs/external.md)";
  command.add_option("--exec", options.exec, "A program and its arguments: reads a line of JSON a request, writes a line a release; needs --d, --d-prime and a claim")->type_name("'COMMAND ARGS'")->group(group);
  command.add_option("--binary", options.binary, "It writes so many little-endian float64 a release in place of lines")->type_name("K")->group(group);
  command.add_flag("--ideal-numbers", options.ideal, "Its numbers stand for ideal real ones: do not look at their last bits")->group(group);
  command.add_option("--timeout", options.timeout, "Seconds that it may take for one request")->type_name("SECONDS")->capture_default_str()->group(group);
  command.add_option("--memory-limit", options.memory_limit, "MiB of data that one process of it may use")->type_name("MIB")->capture_default_str()->group(group);
}

void ask_outside(ExternalOptions const& options, bool budget_given, results::Question& question) {
  require(question.mechanism.empty(), fmt::format("mechanism: give a name ('{}') or --exec, not both", question.mechanism));
  require(question.given.empty(), "exec: parameters of the catalogue's mechanisms do not go with it (write the program's own into its command; --claim-epsilon is its claim)");
  require(!question.search_pairs, "pair: --exec has no pairs of its own (give --d and --d-prime)");
  require(question.pair.has_value(), "pair: --exec needs --d and --d-prime, two neighbouring datasets as JSON lists (say '[0]' and '[1]')");
  require(question.pair->d != question.pair->d_prime, "pair: --d and --d-prime are the same dataset");
  require(question.claim.has_value(), "claim: --exec needs --claim-epsilon (with --claim-delta, where there is one) or --claim-mu: what the program promises");
  require(!question.options.white_box, "--white-box: nothing declares the density of a program");
  if (!budget_given) question.options.budget = budget_of_programs;
  question.outside = program_from(options, question);
}

}  // namespace warner::cli
