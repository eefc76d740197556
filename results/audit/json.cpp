#include "results/audit/json.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::results {

namespace {

constexpr int deepest = 256;

}  // namespace

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json numbers(std::vector<double> const& values) {
  auto list = Json::array();
  for (auto const value : values) list.push_back(number(value));
  return list;
}

std::string dumped(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string JsonReader::document() const { return dumped(*value_); }

void JsonReader::check(bool condition, std::string_view problem) const {
  require(condition, fmt::format("{}: {}", path_, problem));
}

bool JsonReader::has(std::string_view key) const { return value_->is_object() && value_->contains(std::string{key}); }

JsonReader JsonReader::operator[](std::string_view key) const {
  check(value_->is_object(), "is not an object");
  auto const found = value_->find(std::string{key});
  check(found != value_->end(), fmt::format("has no '{}'", key));
  return {*found, fmt::format("{}.{}", path_, key)};
}

double JsonReader::real() const {
  if (value_->is_number()) return value_->get<double>();
  auto const word = value_->is_string() ? value_->get<std::string>() : "";
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  check(word == "nan", "is not a number (nor \"inf\", \"-inf\", \"nan\")");
  return std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t JsonReader::whole() const {
  check(value_->is_number_unsigned(), "is not a whole number from 0 to 2^64 - 1");
  return value_->get<std::uint64_t>();
}

bool JsonReader::truth() const {
  check(value_->is_boolean(), "is neither true nor false");
  return value_->get<bool>();
}

std::string JsonReader::text() const {
  check(value_->is_string(), "is not a text");
  return value_->get<std::string>();
}

std::vector<double> JsonReader::reals() const {
  std::vector<double> values;
  for (auto const& item : items()) values.push_back(item.real());
  return values;
}

std::vector<JsonReader> JsonReader::items() const {
  check(value_->is_array(), "is not a list");
  std::vector<JsonReader> readers;
  for (std::size_t i = 0; i < value_->size(); ++i) readers.emplace_back((*value_)[i], fmt::format("{}[{}]", path_, i));
  return readers;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  check(value_->is_object(), "is not an object");
  std::vector<std::pair<std::string, JsonReader>> readers;
  for (auto const& [key, value] : value_->items())
    readers.emplace_back(key, JsonReader{value, fmt::format("{}.{}", path_, key)});
  return readers;
}

Json parse_json(std::string_view text) {
  std::vector<std::set<std::string>>
      keys;  // of the objects that are open: one reader would take the first of two, another the last
  Json::parser_callback_t const each = [&](int depth, Json::parse_event_t event, Json const& value) {
    if (depth > deepest) throw std::invalid_argument{fmt::format("JSON: is more than {} values deep", deepest)};
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw std::invalid_argument{fmt::format("JSON: '{}' is given twice", value.get<std::string>())};
    return true;
  };
  try {
    return Json::parse(text, each);
  } catch (Json::parse_error const& error) {
    throw std::invalid_argument{fmt::format("JSON: stops making sense at byte {} ({})", error.byte, error.what())};
  } catch (Json::exception const& error) {  // a number that no double holds
    throw std::invalid_argument{fmt::format("JSON: can not be read ({})", error.what())};
  }
}

}  // namespace warner::results
