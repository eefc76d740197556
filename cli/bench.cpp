#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/program_folder.hpp"
#include "cli/verb.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

struct Options {
  std::vector<std::string> workloads;
  std::string against;
  bool json = false, quick = false;
};

/// Turns this process into noise_throughput, the program of the build that holds the anchors; its exit code is ours.
ExitCode become_noise_throughput(Options const& options) {
  std::error_code error;
  auto const program = own_program().parent_path() / "noise_throughput";
  require(std::filesystem::exists(program, error),
          fmt::format("bench: {} is not there (the baselines live in a program of the build folder: cmake --build "
                      "FOLDER --target noise_throughput)",
                      program.string()));
  std::vector<std::string> words{program.string()};
  if (options.json) words.push_back("--json");
  if (options.quick) words.push_back("--quick");
  if (!options.against.empty()) words.insert(words.end(), {"--against", options.against});
  words.insert(words.end(), options.workloads.begin(), options.workloads.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::cout.flush();
  ::execv(argv[0], argv.data());
  throw std::runtime_error{fmt::format("{}: can not be started ({})", program.string(), std::strerror(errno))};
}

}  // namespace

Verb add_bench(Command& app) {
  auto command =
      app.add_subcommand("bench", "How fast noise is drawn and audits run, beside std, Boost.Random and numpy");
  auto const options = std::make_shared<Options>();
  command.add_option("workloads", options->workloads, "Names, or parts of the names of several (default: all)");
  command.add_flag("--json", options->json, "Print rows, conditions and the time of every turn as JSON");
  command.add_flag("--quick", options->quick, "Nine rounds of a millisecond instead of 21 of five");
  command
      .add_option("--against", options->against,
                  "An earlier --json: what has become faster or slower since, by Mann-Whitney U tests")
      .type_name("FILE");
  command.footer(
      "A ratio is the median over the rounds of baseline time / our time. Needs the build folder, where the baselines "
      "are.\n"
      "WARNER_ISA=avx2 in the environment forces an instruction set.");
  return {command, [options] { return become_noise_throughput(*options); }};
}

}  // namespace warner::cli
