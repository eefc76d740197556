#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/figures/drawing/draw.hpp"
#include "results/figures/tables/agreement.hpp"
#include "results/figures/tables/csv.hpp"
#include "results/figures/tables/paper_table.hpp"
#include "sim/driver.hpp"

namespace warner::results {

/// How figures are made.
struct FigureOptions {
  std::filesystem::path out = "figures";        ///< the folder that the files go to
  std::filesystem::path plots;                  ///< the folder of the plot scripts; empty: no drawing, numbers alone
  std::optional<std::filesystem::path> data{};  ///< a file, for the figures that read one
  bool quick = false;                           ///< fewer trials
  std::uint64_t seed = 1;
  sim::Execution execution{};
  DrawingOptions drawing{};  ///< the venue's width and fonts
  /// Leave what the same program made before, for the same options, as it is, and keep what a figure computes until it
  /// is made, for a run that goes on.
  bool resume = false;
  std::ostream* notes = nullptr;  ///< gets a line where nothing can be kept, or something was
};

/// What an experiment found.
struct Findings {
  Table table;                                                  ///< the numbers of the figure
  std::string caption{};                                        ///< ready for LaTeX: what is shown, level, trials, seed
  std::vector<std::pair<std::string, std::uint64_t>> trials{};  ///< of what, how many
  std::vector<std::pair<std::string, std::string>> settings{};  ///< what else a reader must know, by name
  std::vector<Comparison> comparisons{};                        ///< simulation against exact values
  std::optional<PaperTable> print{};                            ///< of a figure that is a table: as a paper prints it
};

}  // namespace warner::results
