#include "results/figures/figure_journal.hpp"

#include <ostream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/audit/provenance.hpp"
#include "results/journal/journal.hpp"
#include "sim/ranks.hpp"

namespace warner::results {

FigureJournal::FigureJournal(FigureOptions const& options, Figure const& figure, std::string const& request)
    : path_{options.out / ".made" / fmt::format("{}-{}.journal", figure.name, fingerprint(request))} {
  if (options.execution.keeper) return;
  auto const timed = figure.can_measure != nullptr;  // by one process alone
  if (sim::ranks() && !timed) ledger_ = std::make_unique<Ledger>();
  if (!options.resume || !sim::speaks() || (sim::ranks() && timed)) return;
  auto const from = provenance();
  std::ostringstream unheard;
  try {
    journal_ = std::make_unique<Journal>(path_, RunName{from.version, from.commit, {request}}, Share{},
                                         options.notes ? *options.notes : unheard);
  } catch (std::invalid_argument const& error) {
    if (options.notes)
      *options.notes << fmt::format("warner: note: {}; if this run is cut off, {} begins anew\n", error.what(),
                                    figure.name);
  }
}

FigureJournal::~FigureJournal() = default;

sim::Keeper* FigureJournal::keeper() {
  if (journal_) return &journal_->keeper();
  return ledger_.get();
}

void FigureJournal::done() {
  if (!journal_) return;
  journal_.reset();
  std::error_code error;
  std::filesystem::remove(path_, error);
}

}  // namespace warner::results
