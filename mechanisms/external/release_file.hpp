#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// A file of recorded releases: one a line (release/read_value.hpp), or the rows of an array in NumPy's format.
/// Rows point into its text, and stay valid when it moves.
struct ReleaseFile {
  std::string path;
  std::vector<char> text;
  std::uint64_t hash = 0;                 ///< of the file's bytes (sim/byte_hash.hpp)
  std::vector<std::string_view> lines{};  ///< without a header; of an array, the bytes of a row
  std::size_t first_line = 1;             ///< the line number of lines[0]
  std::size_t numbers = 0;                ///< little-endian float64 a row of an array; 0: lines of text
  std::vector<std::string> names{};       ///< of the columns, where there was a header
};

/// Two files, of releases of D and of D', without their headers. A first line is a header where it has a word above
/// numbers (some may be missing), or where both files begin with the same line of words, which does not come again.
/// @throws std::invalid_argument when a file can not be read, has no releases, a line of more than a million bytes or a
/// blank one among others; when one file is given twice; when headers differ; and when a column numbers the rows, which
/// would tell longer files from shorter ones. sim::Interrupted where a signal ends the wait for a writer.
struct ReleaseFiles {
  ReleaseFile d, d_prime;
  bool is_one_alone = false;  ///< D' has lines of D, to learn from and not to play with
};
ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime);

/// One file alone, of releases of one dataset. A first line is a header where it has a word above numbers.
/// @throws as above.
ReleaseFile read_release_file(std::string const& path);

}  // namespace warner::mechanisms::external
