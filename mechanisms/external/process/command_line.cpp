#include "mechanisms/external/process/command_line.hpp"

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms::external {

std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  auto in_word = false;
  auto quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    auto const c = command[i];
    auto const is_blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == '\0' && is_blank) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    auto const has_next = i + 1 < command.size();
    if (c == quote) quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"')) quote = c;
    else if (c == '\\' && quote == '\0' && has_next) words.back() += command[++i];
    else if (c == '\\' && quote == '"' && has_next &&
             std::string_view{"\"\\$`"}.find(command[i + 1]) != std::string_view::npos)
      words.back() += command[++i];
    else words.back() += c;
  }
  require(quote == '\0', fmt::format("exec: a {} is left open in: {}", quote, command));
  require(!words.empty() && !words.front().empty(), "exec: the command is empty (give a program and its arguments)");
  return words;
}

}  // namespace warner::mechanisms::external
