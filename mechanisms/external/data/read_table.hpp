#pragma once

#include <string>
#include <string_view>

#include "mechanisms/external/data/table.hpp"

namespace warner::mechanisms::external {

/// Reads CSV (RFC 4180) as a table.
///   header    the first line, where all its fields differ, none is empty and none is a number; else rows are lists
///   typed     a column of numbers is numbers, with their digits; `nan`, `inf`, `-inf` among them stay words
///             a column of true and false is booleans; any other column is text
///   empty     null; a quoted empty field of a column of text is the empty text
/// @param name: for messages.
/// @throws std::invalid_argument "name:line: problem" for unlike rows; where there is no line.
Table table_from_csv(std::string_view text, std::string const& name);

/// Reads a JSON list as a table: of objects, of lists, or of any other values.
/// @throws std::invalid_argument where it is no list.
Table table_from_json(std::string_view text, std::string const& name);

/// Whether a file of this name holds CSV: it ends in .csv, in any case.
bool is_csv(std::string_view name);

/// A table out of a file's text, by the file's name.
Table table_from(std::string_view text, std::string const& name);

/// What a program reads of a file: CSV as a list of rows, all else as it is, on one line.
/// @throws std::invalid_argument where it is neither CSV by its name nor JSON.
std::string dataset_of_file(std::string text, std::string const& name);

/// A dataset in JSON as CSV again, with the columns of the table that it was made from: null is an empty field, the
/// empty text "".
std::string csv_of(std::string const& dataset, Table const& table);

}  // namespace warner::mechanisms::external
