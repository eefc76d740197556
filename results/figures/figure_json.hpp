#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "results/figures/figures.hpp"

namespace warner::results {

/// NAME.json, "warner/figure/1" (docs/formats/figures.md).
std::string figure_json(Figure const& figure, FigureOptions const& options, Findings const& findings);

/// What of NAME.json says whether two runs agree.
struct FigureRun {
  std::string figure, version;
  std::uint64_t seed = 0;
  bool quick = false, agrees = true;
  std::vector<Comparison> comparisons{};
};

/// @throws std::invalid_argument that says what is wrong with the text.
FigureRun figure_run_from(std::string_view json);

}  // namespace warner::results
