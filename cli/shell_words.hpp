#pragma once

#include <string>
#include <vector>

namespace warner::cli {

/// A word as it is typed at a shell: in quotes where a blank or a quote would part it.
std::string shell_word(std::string const& word);
/// A command of them.
std::string shell_words(std::vector<std::string> const& words);

}  // namespace warner::cli
