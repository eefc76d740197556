#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warner::mechanisms::external {

/// A command as it is typed, in words as a POSIX shell would part it: blanks separate; single quotes keep everything,
/// double quotes everything but a backslash before one of " \ $ `, and elsewhere a backslash keeps what follows.
/// Nothing is expanded.
/// @throws std::invalid_argument where there is no word, or a quote is left open.
std::vector<std::string> words_of(std::string_view command);

}  // namespace warner::mechanisms::external
