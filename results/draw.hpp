#pragma once

#include <filesystem>
#include <vector>

namespace warner::results {

/// Runs `/usr/bin/python3 script csv stem`, which writes stem.pdf, stem.png and stem.svg, and returns these paths. No shell, and no
/// Python settings of the user's.
/// @throws std::invalid_argument when Python or matplotlib is missing, std::runtime_error with the last lines of a script that fails.
std::vector<std::filesystem::path> draw(std::filesystem::path const& script, std::filesystem::path const& csv,
                                        std::filesystem::path const& stem);

}  // namespace warner::results
