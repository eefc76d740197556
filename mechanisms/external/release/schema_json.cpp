#include "mechanisms/external/release/schema_json.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/require.hpp"

namespace warner::mechanisms::external {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t deepest = 100;  // a release has at most 64 levels

constexpr std::pair<char const*, std::size_t Place::*> columns_of_place[]{
    {"what", &Place::what},     {"number", &Place::number},
    {"form", &Place::form},     {"last_digits", &Place::last_digits},
    {"length", &Place::length}, {"others", &Place::others},
    {"first", &Place::first},   {"disorder", &Place::disorder},
    {"order", &Place::order}};

/// Adds a member where it says anything.
template <class T>
void say(Json& json, char const* key, T const& value) {
  if (value != T{}) json[key] = value;
}
void say_column(Json& json, char const* key, std::size_t column) {
  if (column != Place::none) json[key] = column;
}

Json json_of(Place::Tally const& tally) {
  auto json = Json::object();
  say(json, "path", tally.path);
  say(json, "whole", tally.whole);
  say(json, "words", tally.words.list());
  say_column(json, "first_word", tally.first_word);
  say_column(json, "numbers", tally.numbers);
  return json;
}

Json json_of(Place const& place) {
  auto json = Json::object();
  auto kinds = Json::array();
  for (std::size_t k = 0; k < Place::kinds; ++k)
    if (place.may_be[k]) kinds.push_back(k);
  json["may_be"] = kinds;
  say(json, "kind_words", place.kind_words.list());
  say(json, "words", place.words.list());
  for (auto const& [key, column] : columns_of_place) say_column(json, key, place.*column);
  say(json, "forms_vary", place.forms_vary);
  say(json, "label", place.label);
  say(json, "skipped", place.skipped);
  say(json, "may_lack", place.may_lack);
  for (auto const& tally : place.tallies) json["tallies"].push_back(json_of(tally));
  for (auto const& item : place.items) json["items"].push_back(json_of(item));
  for (auto const& item : place.from_end) json["from_end"].push_back(json_of(item));
  say(json, "orders", place.orders.list());
  say(json, "by_characters", place.by_characters);
  if (!place.text.empty()) json["text"] = json_of(place.text.front());
  for (auto const& [key, k] : place.at)
    json["members"].push_back({{"key", key}, {"rank", place.ranks[k]}, {"place", json_of(place.members[k])}});
  if (!place.at.empty()) {
    std::vector<std::size_t> numbers;  // members by key are in another order than their numbers
    for (auto const& [key, k] : place.at) numbers.push_back(k);
    json["numbers"] = numbers;
  }
  return json;
}

/// The column that a member names, one of so many.
std::size_t column_in(Json const& json, char const* key, std::size_t columns, std::size_t many = 1) {
  if (!json.contains(key)) return Place::none;
  auto const column = json.at(key).get<std::size_t>();
  require(column < columns && many <= columns - column,
          fmt::format("schema: {} is column {} of {}", key, column, columns));
  return column;
}

Place::Tally tally_from(Json const& json, std::size_t columns) {
  Place::Tally tally{.path = json.value("path", std::vector<std::string>{}),
                     .whole = json.value("whole", false),
                     .words = Words{json.value("words", std::vector<std::string>{})}};
  tally.first_word = column_in(json, "first_word", columns, tally.words.list().size());
  tally.numbers = column_in(json, "numbers", columns, 3);
  return tally;
}

Place place_from(Json const& json, std::size_t columns, std::size_t depth = 0) {
  require(depth <= deepest, "schema: its places lie too deep");
  Place place;
  for (auto const& kind : json.at("may_be")) place.may_be.at(kind.get<std::size_t>()) = true;
  place.kind_words = Words{json.value("kind_words", std::vector<std::string>{})};
  place.words = Words{json.value("words", std::vector<std::string>{})};
  for (auto const& [key, column] : columns_of_place) place.*column = column_in(json, key, columns);
  place.forms_vary = json.value("forms_vary", 0u);
  place.label = json.value("label", "");
  place.skipped = json.value("skipped", "");
  place.may_lack = json.value("may_lack", false);
  if (json.contains("tallies"))
    for (auto const& tally : json.at("tallies")) place.tallies.push_back(tally_from(tally, columns));
  if (json.contains("items"))
    for (auto const& item : json.at("items")) place.items.push_back(place_from(item, columns, depth + 1));
  if (json.contains("from_end"))
    for (auto const& item : json.at("from_end")) place.from_end.push_back(place_from(item, columns, depth + 1));
  place.orders = Words{json.value("orders", std::vector<std::string>{})};
  place.by_characters = json.value("by_characters", false);
  if (json.contains("text")) place.text.push_back(place_from(json.at("text"), columns, depth + 1));
  if (!json.contains("members")) return place;
  auto const& members = json.at("members");
  auto const numbers = json.at("numbers").get<std::vector<std::size_t>>();
  require(numbers.size() == members.size(), "schema: members and their numbers are not as many");
  place.members.resize(members.size());
  place.ranks.resize(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    place.members.at(numbers[i]) = place_from(members[i].at("place"), columns, depth + 1);
    place.ranks.at(numbers[i]) = members[i].at("rank").get<std::size_t>();
    require(place.at.emplace(members[i].at("key").get<std::string>(), numbers[i]).second, "schema: a key comes twice");
  }
  return place;
}

}  // namespace

std::string to_json(Schema const& schema) {
  auto columns = Json::array();
  for (auto const& column : schema.columns()) {
    auto json = Json::object();
    json["name"] = column.name;
    json["kind"] = static_cast<int>(column.kind);
    say(json, "words", column.words);
    say(json, "zero_for_none", column.zero_for_none);
    columns.push_back(json);
  }
  auto json = Json::object();
  json["columns"] = columns;
  json["whole"] = json_of(schema.whole());
  say(json, "notes", schema.notes());
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Schema schema_from_json(std::string_view text) try {
  auto const json = Json::parse(text);
  std::vector<Column> columns;
  for (auto const& column : json.at("columns")) {
    auto const kind = column.at("kind").get<int>();
    require(kind >= 0 && kind <= static_cast<int>(Column::Kind::flag), fmt::format("schema: {} is no kind", kind));
    columns.push_back({column.at("name").get<std::string>(), static_cast<Column::Kind>(kind),
                       column.value("words", std::vector<std::string>{}), column.value("zero_for_none", false)});
  }
  require(!columns.empty(), "schema: it has no columns");
  auto whole = place_from(json.at("whole"), columns.size());
  return {std::move(whole), std::move(columns), json.value("notes", std::vector<std::string>{})};
} catch (Json::exception const& error) {
  throw std::invalid_argument{fmt::format("schema: {}", error.what())};
} catch (std::out_of_range const& error) {
  throw std::invalid_argument{fmt::format("schema: {}", error.what())};
}

}  // namespace warner::mechanisms::external
