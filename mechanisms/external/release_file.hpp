#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mechanisms/external/field.hpp"

namespace warner::mechanisms::external {

/// A file of recorded releases, one a line, as mechanisms/external/field.hpp reads fields. It keeps its text: rows
/// point into it, and stay where they are when it moves.
struct ReleaseFile {
  std::string path;
  std::vector<char> text;
  std::vector<std::string_view> lines;  ///< without a header
  std::size_t first_line = 1;           ///< the number of lines[0] in the file

  /// The fields of lines[i]. @throws std::invalid_argument "path:line: problem".
  void read(std::size_t i, std::vector<Field>& row) const;
};

/// Two files, of releases of D and of D'. Where the first line names columns it is left out: a word stands in it above
/// numbers, or both files begin with the same line of words, which does not come again.
/// @throws std::invalid_argument when a file can not be read, has no releases, a line of more than a million bytes or a
/// blank one among others, when one file is given twice or the headers differ, and when it has a column that numbers
/// its rows (that column tells longer files from shorter ones, and says nothing of the mechanism); sim::Interrupted
/// where a signal ends the wait for somebody who writes.
struct ReleaseFiles {
  ReleaseFile d, d_prime;
};
ReleaseFiles read_release_files(std::string const& d, std::string const& d_prime);

}  // namespace warner::mechanisms::external
