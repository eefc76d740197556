#include "cli/shell_words.hpp"

namespace warner::cli {

std::string shell_word(std::string const& word) {
  if (!word.empty() && word.find_first_of(" \t\n\"'\\$`[]{}()*?~#&|;<>!") == std::string::npos) return word;
  std::string text = "'";
  for (auto const c : word) text += c == '\'' ? "'\\''" : std::string{c};
  return text + "'";
}

std::string shell_words(std::vector<std::string> const& words) {
  std::string text;
  for (auto const& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
  return text;
}

}  // namespace warner::cli
