#include "results/audit/contradictions.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/json.hpp"

namespace warner::results {
namespace {

constexpr double rounding = 1e-9;

bool agree(Json const& a, Json const& b) {
  if (a == b) return true;
  if (!a.is_number() || !b.is_number() || (!a.is_number_float() && !b.is_number_float())) return false;
  auto const x = a.get<double>(), y = b.get<double>();
  return std::abs(x - y) <= rounding * std::max(std::abs(x), std::abs(y));
}

std::string shown(Json const& value) {
  constexpr std::size_t most = 60;
  auto const text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= most ? text : text.substr(0, most) + "..";
}

void compare(std::string const& path, Json const& recorded, Json const& follows, std::vector<std::string>& found) {
  auto const inside = [&](std::string const& key) { return path.empty() ? key : path + "." + key; };
  if (recorded.is_object() && follows.is_object()) {
    for (auto const& [key, value] : recorded.items())
      if (follows.contains(key)) compare(inside(key), value, follows[key], found);
      else found.push_back(fmt::format("{}: recorded {}, follows nothing", inside(key), shown(value)));
    for (auto const& [key, value] : follows.items())
      if (!recorded.contains(key))
        found.push_back(fmt::format("{}: recorded nothing, follows {}", inside(key), shown(value)));
  } else if (recorded.is_array() && follows.is_array() && recorded.size() == follows.size()) {
    for (std::size_t i = 0; i < recorded.size(); ++i)
      compare(fmt::format("{}[{}]", path, i), recorded[i], follows[i], found);
  } else if (!agree(recorded, follows)) {
    found.push_back(fmt::format("{}: recorded {}, follows {}", path, shown(recorded), shown(follows)));
  }
}

}  // namespace

std::vector<std::string> contradictions(std::string_view recorded, Record const& follows) {
  std::vector<std::string> found;
  compare("", parse_json(recorded), parse_json(to_json(follows)), found);
  return found;
}

}  // namespace warner::results
