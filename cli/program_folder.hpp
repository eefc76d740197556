#pragma once

#include <filesystem>

namespace warner::cli {

/// The plot scripts that came with this program: ../share/warner/plots beside its own folder, in a build as installed;
/// WARNER_PLOTS names another folder. @throws std::invalid_argument when there is no such folder.
std::filesystem::path plots_folder();

/// The references of the figures, ../share/warner/reference; WARNER_REFERENCE names another folder. @throws as above.
std::filesystem::path reference_folder();

}  // namespace warner::cli
