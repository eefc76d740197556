#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/audit/lines.hpp"
#include "results/report/runs_page.hpp"

namespace warner::results {

/// The outcomes of a case over runs.
struct History {
  struct Entry {
    std::size_t run;  ///< its number
    Outcome const* outcome;
  };
  std::string name;
  std::vector<Entry> entries{};

  Outcome const& latest() const { return *entries.back().outcome; }
};

/// Of every case that any run has, by the order in which they came up first.
std::vector<History> histories(std::vector<ReportedRun> const& runs);

/// Of its record, where it has one.
std::optional<BoundAndClaim> bound_and_claim(Outcome const& outcome);

/// The certified bounds over so many runs as a picture, an SVG element of a page: a mark a run, the claim as a broken
/// line. Marks differ in shape: a dot passed, a square failed, a ring is inconclusive, a cross was not tested.
std::string history_picture(History const& history, std::size_t runs);

}  // namespace warner::results
