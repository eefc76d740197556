#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "results/figures/figures.hpp"
#include "sim/reduction.hpp"

namespace warner::results {

class Journal;
class Ledger;

/// What a figure has computed before it is made, in OUT/.made: who is cut off goes on from there.
class FigureJournal {
 public:
  /// Where it can not be had, a line on options.notes says why, and nothing is kept.
  /// @param request: everything that the numbers depend on.
  FigureJournal(FigureOptions const& options, Figure const& figure, std::string const& request);
  ~FigureJournal();

  /// None where nothing is kept and no ranks work together.
  sim::Keeper* keeper();
  /// The figure is there: nothing is left to go on with.
  void done();

 private:
  std::filesystem::path path_;
  std::unique_ptr<Journal> journal_{};
  std::unique_ptr<Ledger> ledger_{};
};

}  // namespace warner::results
