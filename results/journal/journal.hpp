#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>

#include "results/journal/entry_file.hpp"
#include "results/journal/ledger.hpp"

namespace warner::results {

/// The keeper that --journal asks for: what a run computes is in the file at once, and what the file has is not
/// computed again.
class Journal {
 public:
  /// @throws std::invalid_argument as EntryFile; where the file is of another version, question or seed.
  /// @param notes: gets a line where an unfinished entry was cut off.
  Journal(std::filesystem::path const& path, RunName const& run, Share share, std::ostream& notes);
  ~Journal();

  sim::Keeper& keeper() { return *ledger_; }
  Kept const& kept() const { return ledger_->kept(); }

 private:
  std::unique_ptr<EntryFile> file_;
  std::unique_ptr<Ledger> ledger_;
};

}  // namespace warner::results
