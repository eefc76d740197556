// warner <verb>: parses, runs one verb, and turns what happened into the exit code.

#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/command.hpp"
#include "cli/mpi_ranks.hpp"
#include "cli/standard_streams.hpp"
#include "cli/verb.hpp"
#include "mechanisms/external/conversation.hpp"
#include "mechanisms/external/process/descriptor_limit.hpp"
#include "results/audit/record.hpp"
#include "sim/driver.hpp"

namespace {

using warner::cli::ExitCode;

/// A search frees memory and asks for as much again: to touch new pages each time took 2 to 3 % of it.
void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
}

ExitCode run(int argc, char** argv) {
  warner::cli::CommandLine line{
      "Warner plays the distinguishing game against a mechanism and says, at a stated level, how much it leaks.\n"
      "Exit codes: 0 not refuted, 1 refuted, 2 bad input, 3 inconclusive, 4 mechanism failed,\n"
      "5 internal error or a replay that differs, 130 interrupted.",
      "warner"};
  auto& app = line.program();
  auto const version = "warner " + warner::results::provenance().version;
  app.set_version_flag("--version", version);

  std::vector<warner::cli::Verb> verbs{
      warner::cli::add_list(app),    warner::cli::add_measure(app),  warner::cli::add_check(app),
      warner::cli::add_plan(app),    warner::cli::add_figures(app),  warner::cli::add_report(app),
      warner::cli::add_replay(app),  warner::cli::add_profile(app),  warner::cli::add_tradeoff(app),
      warner::cli::add_compose(app), warner::cli::add_bench(app),    warner::cli::add_plugin_host(app),
      warner::cli::add_formats(app), warner::cli::add_try(app),      warner::cli::add_test(app),
      warner::cli::add_shrink(app),  warner::cli::add_baseline(app), warner::cli::add_diff(app),
      warner::cli::add_bisect(app),  warner::cli::add_utility(app),  warner::cli::add_search(app),
      warner::cli::add_shard(app),   warner::cli::add_merge(app),    warner::cli::add_serve(app)};
  for (auto& verb : verbs) verb.command.set_version_flag("--version", version);
  if (auto const code = line.parse(argc, argv)) return *code;
  for (auto const& verb : verbs)
    if (verb.command.parsed()) return verb.action();
  std::cerr << "warner: no verb was given (warner --help lists them)\n";
  return ExitCode::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  warner::cli::take_standard_streams();
  warner::mechanisms::external::raise_descriptor_limit();
  keep_freed_memory();
  auto code = ExitCode::internal;
  if (!warner::cli::start_ranks(argc, argv)) return static_cast<int>(warner::cli::end_ranks(ExitCode::not_refuted));
  try {
    code = run(argc, argv);
    std::cout.flush();
    if (!std::cout) {
      std::cerr << "warner: standard output could not be written\n";
      code = ExitCode::internal;
    }
  } catch (warner::sim::Interrupted const&) {
    std::cerr << "\nwarner: interrupted; files already written are whole\n";
    code = ExitCode::interrupted;
  } catch (std::invalid_argument const& error) {
    std::cerr << "warner: " << error.what() << '\n';
    code = ExitCode::bad_input;
  } catch (warner::mechanisms::external::ProgramFailed const& error) {
    std::cerr << "warner: " << error.what() << '\n';
    code = ExitCode::mechanism_failed;
  } catch (std::bad_alloc const&) {
    std::cerr << "warner: out of memory (smaller --budget, or shorter releases)\n";
  } catch (std::exception const& error) {
    std::cerr << "warner: internal error: " << error.what() << '\n';
  }
  return static_cast<int>(warner::cli::end_ranks(code));
}
