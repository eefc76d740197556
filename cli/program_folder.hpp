#pragma once

#include <filesystem>

namespace warner::cli {

/// The program `warner`: the one that runs, unless another was named.
std::filesystem::path own_program();
/// Names it, before any thread asks: where a library of another program stands for it.
void name_own_program(std::filesystem::path program);

/// The plot scripts that came with this program: ../share/warner/plots beside its own folder, in a build as installed;
/// WARNER_PLOTS names another folder. @throws std::invalid_argument when there is no such folder.
std::filesystem::path plots_folder();

/// The references of the figures, ../share/warner/reference; WARNER_REFERENCE names another folder. @throws as above.
std::filesystem::path reference_folder();

}  // namespace warner::cli
