#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warner::results {

/// Writes a whole file or none: into a sibling, synced, then renamed. Folders are made. @throws std::invalid_argument that
/// names the path and the reason.
void write_file(std::filesystem::path const& path, std::string_view text);

/// Reads a whole regular file; "-" is standard input. @throws std::invalid_argument that names the path and the reason.
std::string read_file(std::filesystem::path const& path);

}  // namespace warner::results
