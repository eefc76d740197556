#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/datasets.hpp"
#include "mechanisms/external/program.hpp"
#include "mechanisms/external/release/schema.hpp"
#include "results/audit/audit.hpp"

namespace warner::cli {

/// A function of whoever calls this library, in place of a program (python/). It is asked in the caller's thread.
struct Callable {
  std::string name;
  /// Makes what is asked for releases of these datasets, each JSON on one line.
  std::function<std::shared_ptr<mechanisms::external::Respondent>(std::vector<std::string> const& datasets)> about;
};

/// Trials of a program, where nobody names their number.
inline constexpr std::uint64_t audit_budget_of_programs = 1'000'000;

/// The options that name a mechanism outside the catalogue, as typed.
struct ExternalOptions {
  std::string exec, plugin;
  std::vector<std::string> releases;
  std::string binary = "0", timeout = "60", memory_limit = "4096";
  bool ideal = false, crash_is_a_release = false;
  std::optional<mechanisms::external::Schema> schema{};  // of a record
  std::optional<Callable> callable{};                    // in place of all these

  bool are_of_a_program() const { return !exec.empty() || !plugin.empty() || callable; }
  bool is_asked_for() const { return are_of_a_program() || !releases.empty(); }
};

/// @param options: must live as long as the command.
/// @param datasets: that are asked about: two, or one alone.
void add_external(Command& command, ExternalOptions& options, int datasets = 2);

/// Puts the mechanism into a question that is otherwise complete, and starts it or reads it; of several pairs, what
/// starts it.
/// @param data: of a program; empty where no data were given.
/// @throws std::invalid_argument where pair or claim are missing;
/// mechanisms::external::ProgramFailed.
void ask_outside(ExternalOptions const& options, std::optional<GivenData> data, bool budget_given,
                 results::Question& question);

/// A program that was started to see what it says, with all datasets, and the first pair that it can be asked about.
struct Tried {
  mechanisms::external::Asked program;
  mechanisms::Pair pair;
  std::optional<mechanisms::Guarantee> claim;  ///< what it says itself
};
/// @throws mechanisms::external::ProgramFailed; std::invalid_argument for options that make no sense.
Tried tried_out(ExternalOptions const& options, GivenData const& data, std::uint64_t seed,
                sim::Execution const& execution);

/// A mechanism outside the catalogue with one dataset, the arm {0}: started, or read from its one file.
struct Alone {
  mechanisms::external::ExternalMechanism mechanism;
  std::string dataset{};                ///< JSON, on one line; empty of recorded releases
  std::optional<std::uint64_t> rows{};  ///< of recorded releases: how many there are
};
/// @throws mechanisms::external::ProgramFailed; std::invalid_argument for options that make no sense.
Alone started_alone(ExternalOptions const& options, DatasetOptions const& data, std::uint64_t seed,
                    sim::Execution const& execution);

/// Those that limit what a program may take, and no others.
void add_limits(Command& command, ExternalOptions& options);
/// The same out of words of the command line.
ExternalOptions limits_in(std::vector<std::string> const& words);

/// The mechanism of a record, started or read again: the record names command, or files, and pair; the options limit
/// what it may take.
/// @param file: of the record; files of datasets lie beside it.
/// @param fresh: its releases need not be those that it made before, and a library may be another version of itself.
/// @throws std::invalid_argument where files have changed; mechanisms::external::ProgramFailed.
mechanisms::external::ExternalMechanism outside_of(results::Record const& record, std::string const& file,
                                                   ExternalOptions options, sim::Execution const& execution,
                                                   bool fresh = false);

/// The datasets of a record of a program, as the program reads them; long ones lie in files beside the record's.
/// @throws std::invalid_argument where they contradict the record's pair, or have changed.
mechanisms::external::WrittenPair datasets_of(results::Record const& record, std::string const& file);

/// Names in a record, that is to be written to a file, the files beside it that its datasets go to, where they are to
/// be: RECORD.d.json, RECORD.d_prime.json (of files as they were handed over, .csv).
void name_datasets_beside(std::string const& file, results::Record& record);

/// Writes these files, too.
void write_datasets_beside(std::string const& file, results::Record& record);

}  // namespace warner::cli
