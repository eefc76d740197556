#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace warner::cli {

/// A value of a suite's file as a word of the command line: text as it is, numbers as they are typed, the rest as JSON.
std::string shown_value(nlohmann::ordered_json const& value);

/// The words that an entry stands for, after its verb: mechanism, data and claim, without what a whole suite says.
/// @param interpreter: runs functions of Python's.
/// @throws std::invalid_argument "key: problem".
std::vector<std::string> words_of_entry(nlohmann::ordered_json const& entry, std::string const& verb,
                                        std::string const& interpreter);

/// The mechanism as the entry has it: a name, a command, a function, a library, two files.
std::string mechanism_in(nlohmann::ordered_json const& entry);

}  // namespace warner::cli
