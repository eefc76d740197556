#include "cli/parts.hpp"

#include <algorithm>

namespace warner::cli {

std::vector<std::string> parts_of(std::string_view list, char between) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; !list.empty() && from <= list.size();) {
    auto const to = std::min(list.find(between, from), list.size());
    auto text = list.substr(from, to - from);
    from = to + 1;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text.remove_suffix(text.size() - std::min(text.find_last_not_of(' ') + 1, text.size()));
    parts.emplace_back(text);
  }
  return parts;
}

}  // namespace warner::cli
