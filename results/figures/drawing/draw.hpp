#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warner::results {

/// How wide, in which fonts, and in which files.
struct DrawingOptions {
  std::string format = "default";  ///< one of drawing_formats
  bool pgf = false;                ///< stem.pgf as well, for LaTeX to set
};

/// What style.py knows: the venues whose document class says how wide a column is.
inline constexpr std::array<std::string_view, 5> drawing_formats{"default", "ieee", "usenix", "neurips", "acm"};

/// Runs `/usr/bin/python3 script csv stem --format VENUE [--pgf]`, which writes stem.pdf, stem.png, stem.svg and
/// stem.pgf, and returns these paths. No shell, and no Python settings of the user's. The environment variable
/// WARNER_PYTHON names another interpreter.
/// @throws std::invalid_argument when Python or matplotlib is missing, std::runtime_error with the last lines of a
/// script that fails.
std::vector<std::filesystem::path> draw(std::filesystem::path const& script, std::filesystem::path const& csv,
                                        std::filesystem::path const& stem, DrawingOptions const& options = {});

}  // namespace warner::results
