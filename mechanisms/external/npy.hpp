#pragma once

#include <string_view>

#include "mechanisms/external/release_file.hpp"

namespace warner::mechanisms::external {

/// Whether bytes begin as an array in NumPy's format does [NPY].
bool is_npy(std::string_view bytes);

/// Makes rows of an array: its text becomes little-endian float64, row after row, and each row a line. An array of one
/// dimension has rows of one number.
/// Takes:   f2, f4, f8, i1 to i8, u1 to u8 and b1, either byte order, C order, one or two dimensions.
/// @throws std::invalid_argument for other arrays, and whole numbers that no double equals.
void read_npy(ReleaseFile& file);

}  // namespace warner::mechanisms::external
