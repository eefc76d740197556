#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warner::results::experiments {

/// A word from outside, such as the name of a file, as it must stand in LaTeX: the special characters escaped.
std::string latex_text(std::string_view text);

/// The end of every caption: how simulation and exact values were compared, and the seed.
std::string last_words(std::uint64_t seed);

}  // namespace warner::results::experiments
