#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/figures/experiments/experiment.hpp"

namespace warner::results {

/// A figure of the five documents: an experiment here, a plot script results/figures/plots/<name>.py.
struct Figure {
  std::string name, title;
  int row = 0;  ///< number of the figure in the documents, which names its random streams too; never reused
  Findings (*run)(FigureOptions const&) = nullptr;
  bool (*can_measure)() =
      nullptr;          ///< of a figure that measures time, whose bytes differ from run to run: whether this build can
  std::string needs{};  ///< in words: what it measures with, that is not always there
  /// Of a figure of a table that others make: where it lies, unless FigureOptions::data says.
  std::optional<std::filesystem::path> reads{};
};

/// Every figure, in the order of their rows.
std::vector<Figure> const& figures();

/// @throws std::invalid_argument that names the nearest figures when there is none of this name.
Figure const& find_figure(std::string_view name);

/// What there was to do: everything, the drawing alone, nothing.
enum class FigureWork { made, drawn, nothing };

/// A figure that was made.
struct FigureResult {
  FigureWork work = FigureWork::made;
  bool agrees = true;                          ///< every simulated value agrees with the exact one, at agreement_level
  std::string summary{};                       ///< a few lines for people
  std::vector<std::filesystem::path> files{};  ///< what was written, or lay there
};

/// Runs the experiment, then writes OUT/NAME.csv (the numbers), NAME.json (how they came about, and the agreement),
/// NAME.txt (the caption), for a table NAME.md and NAME.tex, and, by the plot script, NAME.pdf, NAME.png, NAME.svg and,
/// when asked, NAME.pgf. The same options give the same bytes, whatever the threads, but for a figure that measures
/// time. Files are written whole or not at all. OUT/.made/NAME.json remembers them for `resume`: numbers that the same
/// program made from the same seed, data and number of trials stay, and so does a drawing of them by the same scripts
/// in the same format.
///
/// @throws std::invalid_argument on bad input, or when Python or matplotlib is missing; std::runtime_error when the
/// script fails (the
///         three text files are there by then); sim::Interrupted.
FigureResult make_figure(Figure const& figure, FigureOptions const& options);

}  // namespace warner::results
