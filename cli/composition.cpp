#include "cli/composition.hpp"

#include <sstream>

#include <fmt/format.h>

#include "cli/number.hpp"
#include "sim/require.hpp"

namespace warner::cli {

using mechanisms::privacy::Repeated;

namespace {

/// "gaussian sigma=1 x1000" -> the law, a thousand times.
Repeated item_from(std::string const& text) {
  std::istringstream words{text};
  std::string name, word;
  words >> name;
  mechanisms::ParameterValues values;
  int count = 1;
  while (words >> word) {
    auto const equals = word.find('=');
    if (equals != std::string::npos) {
      auto const key = word.substr(0, equals);
      require(!values.contains(key), fmt::format("{}: given twice in '{}'", key, text));
      values[key] = real_from(key, word.substr(equals + 1));
      continue;
    }
    require(word.size() > 1 && word.front() == 'x',
            fmt::format("compose: '{}' is neither name=value nor a repetition such as x1000 (in '{}')", word, text));
    auto const times = count_from("x", word.substr(1));
    require(times >= 1 && times <= 1'000'000, fmt::format("x: {} is not in [1, 1e6] (in '{}')", times, text));
    count = static_cast<int>(times);
  }
  return {mechanisms::privacy::pair_law(name, values), count};
}

}  // namespace

std::vector<Repeated> composition_from(std::string const& text) {
  std::vector<Repeated> items;
  std::istringstream parts{text};
  for (std::string part; std::getline(parts, part, ';');)
    if (part.find_first_not_of(" \t\n") != std::string::npos) items.push_back(item_from(part));
  require(!items.empty(),
          fmt::format("compose: '{}' names no mechanism (such as 'gaussian sigma=1 x1000; laplace epsilon=0.1 x10')",
                      text));
  return items;
}

}  // namespace warner::cli
