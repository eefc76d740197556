#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/field.hpp"

namespace warner::mechanisms::external {

/// A file of recorded releases, one a line (fields: field.hpp). Rows point into its text, and stay valid when it moves.
struct ReleaseFile {
  std::string path;
  std::vector<char> text;
  std::vector<std::string_view> lines;  ///< without a header
  std::size_t first_line = 1;           ///< the line number of lines[0]

  /// The fields of lines[i]. @throws std::invalid_argument "path:line: problem".
  void read(std::size_t i, std::vector<Field>& row) const;
};

/// Two files, of releases of D and of D', without their headers. A first line is a header where it has a word above
/// numbers, or where both files begin with the same line of words, which does not come again.
/// @throws std::invalid_argument when a file can not be read, has no releases, a line of more than a million bytes or a
/// blank one among others; when one file is given twice; when headers differ; and when a column numbers the rows, which
/// would tell longer files from shorter ones. sim::Interrupted where a signal ends the wait for a writer.
struct ReleaseFiles {
  ReleaseFile d, d_prime;
};
ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime);

}  // namespace warner::mechanisms::external
