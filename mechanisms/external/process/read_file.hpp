#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "mechanisms/external/process/descriptor.hpp"

namespace warner::mechanisms::external {

/// "PATH: what (why)", for whoever can do nothing with a file.
std::invalid_argument file_problem(std::string const& path, std::string_view what, std::string_view why);

/// Opens a file to read it; a FIFO waits here for its writer.
/// @throws std::invalid_argument that names the path and the reason; sim::Interrupted where a signal ended the wait.
Descriptor opened_to_read(std::string const& path);

/// Hands over all bytes from here to the end, part by part.
/// @param path: names the file in errors.
/// @throws as above, also where it breaks off in the middle; and what `take` throws.
void read_to_end(int file, std::string const& path, std::function<void(std::string_view part)> const& take);

}  // namespace warner::mechanisms::external
