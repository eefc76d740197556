#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warner::results {

/// Writes a whole file or none: into a sibling of a name of its own, synced, then renamed; siblings that a killed
/// program left behind are removed. A file that is there already keeps its mode. Folders are made. A link stays one:
/// the file that it names is written. What is no regular file (a FIFO, /dev/stdout, a terminal) is written into as it
/// is.
/// @throws std::invalid_argument that names the path and the reason; sim::Interrupted where a signal ends the wait for
/// a reader.
void write_file(std::filesystem::path const& path, std::string_view text);

/// Whether a file may be written there, as far as can be known before what takes long: makes a sibling, and removes it.
/// @throws std::invalid_argument as above.
void require_place(std::filesystem::path const& path);

/// The file that a link names in the end, also where it is not there yet; of what is no link, the path itself.
std::filesystem::path without_links(std::filesystem::path path);

/// Reads a whole file; "-" is standard input.
/// @throws std::invalid_argument that names the path and the reason; sim::Interrupted where a signal ends the wait for
/// a writer.
std::string read_file(std::filesystem::path const& path);

/// What `read` makes of a file's text; where that is std::invalid_argument, the message names the path, too.
template <class Read>
auto made_of(std::filesystem::path const& path, std::string const& text, Read const& read) {
  try {
    return read(text);
  } catch (std::invalid_argument const& error) {
    throw std::invalid_argument{path.string() + ": " + error.what()};
  }
}

/// The same of a file that is read.
template <class Read>
auto read_as(std::filesystem::path const& path, Read const& read) {
  return made_of(path, read_file(path), read);
}

}  // namespace warner::results
