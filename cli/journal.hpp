#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "results/journal/journal.hpp"

namespace warner::cli {

/// --journal FILE.
void add_journal(Command& command, std::string& file);

/// The run that these words of a command line are: without what changes no byte of its result, and the seed apart;
/// with a fingerprint of the program that they name, on the rank that speaks.
/// @throws std::invalid_argument where a word is no UTF-8, or a file of the program can not be read.
results::RunName run_of(std::vector<std::string> const& words);

/// @throws std::invalid_argument where a word that a record would have to name is no UTF-8.
void require_nameable(std::vector<std::string> const& words);

/// @throws std::invalid_argument where a record would take the place of its journal.
void require_apart(std::string const& journal, std::string const& out);

/// The keeper of what the words of this process's command line compute: of the journal, where one is named; in memory,
/// where several ranks work together; none else.
class Keeping {
 public:
  /// @param out: what the run writes at its end, which must not be the journal.
  explicit Keeping(std::string const& file, std::string const& out = {});
  sim::Keeper* keeper() const;

 private:
  std::unique_ptr<results::Journal> journal_{};
  std::unique_ptr<results::Ledger> ledger_{};
};

}  // namespace warner::cli
