#include "results/audit/field_types.hpp"

#include <fmt/format.h>

namespace warner::results {
namespace {

Json members(std::initializer_list<std::pair<char const*, Json>> list) {
  auto json = Json::object();
  for (auto const& [key, value] : list) json[key] = value;
  return json;
}

Json either(Json const& one, Json const& other) { return members({{"oneOf", Json::array({one, other})}}); }

Json number_from(int least) { return members({{"type", "number"}, {"minimum", least}}); }

Json whole_from(int least) { return members({{"type", "integer"}, {"minimum", least}}); }

Type defined(char const* name, char const* words) { return {reference_to(name), words}; }

}  // namespace

Json reference_to(std::string_view definition) { return members({{"$ref", fmt::format("#/$defs/{}", definition)}}); }

Type or_null(Type type) {
  type.schema = either(type.schema, members({{"type", "null"}}));
  type.words += " or null";
  return type;
}

Type may_be_missing(Type type) {
  type.words += ", may be missing";
  return type;
}

std::vector<std::pair<std::string, Json>> plain_definitions() {
  auto const list_of = [](Json const& items) { return members({{"type", "array"}, {"items", items}}); };
  auto const any = members({{"type", "number"}});
  return {{"number", either(any, members({{"enum", Json::array({"inf", "-inf", "nan"})}}))},
          {"numbers", list_of(reference_to("number"))},
          {"finite", list_of(any)},
          {"nonnegative", either(number_from(0), members({{"const", "inf"}}))},
          {"probability", members({{"type", "number"}, {"minimum", 0}, {"maximum", 1}})},
          {"count", whole_from(0)}};
}

namespace type {

Type number() { return defined("number", "number"); }
Type numbers() { return defined("numbers", "numbers"); }
Type finite() { return defined("finite", "finite numbers"); }
Type nonnegative() { return defined("nonnegative", "number"); }
Type probability() { return defined("probability", "fraction"); }
Type level() { return {members({{"type", "number"}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 1}}), "fraction"}; }
Type real() { return {members({{"type", "number"}}), "finite number"}; }
Type at_least_0() { return {number_from(0), "finite number"}; }
Type count() { return defined("count", "count"); }
Type at_least_one() { return {whole_from(1), "count"}; }
Type text() { return {members({{"type", "string"}}), "text"}; }
Type name() { return {members({{"type", "string"}, {"minLength", 1}}), "text"}; }
Type fingerprint() { return {members({{"type", "string"}, {"pattern", "^[0-9a-f]{16}$"}}), "16 hexadecimal digits"}; }
Type boolean() { return {members({{"type", "boolean"}}), "boolean"}; }
Type named_numbers() {
  return {members({{"type", "object"}, {"additionalProperties", reference_to("number")}}), "name: number"};
}

Type constant(Json const& value) {
  return {members({{"const", value}}), value.is_string() ? fmt::format("`{}`", value.dump()) : value.dump()};
}

Type one_of(std::vector<std::string> const& values) {
  std::string words;
  for (auto const& value : values) words += fmt::format("{}`\"{}\"`", words.empty() ? "" : ", ", value);
  return {members({{"enum", values}}), words};
}

Type list_of(Type const& item, int at_least, int at_most) {
  auto schema = members({{"type", "array"}, {"items", item.schema}});
  if (at_least > 0) schema["minItems"] = at_least;
  if (at_most > 0) schema["maxItems"] = at_most;
  Type list{schema, item.rows.empty() ? "list: " + item.words : "list"};
  for (auto const& row : item.rows) list.rows.push_back({"[]." + row.path, row.type, row.meaning});
  return list;
}

}  // namespace type
}  // namespace warner::results
