#pragma once

#include <filesystem>

namespace warner::cli {

/// Whether two paths name one file, be it there yet or not. What is no regular file, as a terminal, may be named twice.
bool name_one_file(std::filesystem::path const& a, std::filesystem::path const& b);

}  // namespace warner::cli
