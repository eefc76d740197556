#include "results/audit/field_types.hpp"

#include <algorithm>

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

/// What a reference refers to, where that is a plain type; else the schema itself.
Json resolved(Json const& schema) {
  static auto const definitions = plain_definitions();
  if (!schema.contains("$ref")) return schema;
  for (auto const& [name, definition] : definitions)
    if (schema["$ref"] == reference_to(name)["$ref"]) return definition;
  return schema;
}

Type defined(char const* name, char const* words) { return {reference_to(name), words}; }

}  // namespace

Json reference_to(std::string_view definition) { return members({{"$ref", fmt::format("#/$defs/{}", definition)}}); }

Bounds::Bounds(Type const& type) {
  auto schema = resolved(type.schema);
  of_items_ = schema.contains("items");
  if (of_items_) schema = resolved(schema["items"]);
  if (schema.contains("oneOf")) schema = resolved(schema["oneOf"][0]);  // or a word for a number that JSON has not
  least_ = schema.value("minimum", least_);
  above_ = schema.value("exclusiveMinimum", above_);
  most_ = schema.value("maximum", most_);
  below_ = schema.value("exclusiveMaximum", below_);
  are_any_ = std::max(least_, above_) > -infinity || std::min(most_, below_) < infinity;
}

void Bounds::hold(JsonReader const& json) const {
  if (!are_any_) return;
  if (!of_items_) return hold_one(json);
  for (auto const& item : json.items()) hold_one(item);
}

void Bounds::hold_one(JsonReader const& json) const {
  auto const value = json.real();
  auto const opens = above_ >= least_ ? '(' : '[', closes = below_ <= most_ ? ')' : ']';
  json.check(
      value >= least_ && value <= most_ && (above_ == -infinity || value > above_) &&
          (below_ == infinity || value < below_),
      fmt::format("{} is not in {}{}, {}{}", value, opens, std::max(least_, above_), std::min(most_, below_), closes));
}

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

Type const& number() {
  static auto const type = defined("number", "number");
  return type;
}
Type const& numbers() {
  static auto const type = defined("numbers", "numbers");
  return type;
}
Type const& finite() {
  static auto const type = defined("finite", "finite numbers");
  return type;
}
Type const& nonnegative() {
  static auto const type = defined("nonnegative", "number");
  return type;
}
Type const& probability() {
  static auto const type = defined("probability", "fraction");
  return type;
}
Type const& level() {
  static Type const type{members({{"type", "number"}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 1}}), "fraction"};
  return type;
}
Type const& real() {
  static Type const type{members({{"type", "number"}}), "finite number"};
  return type;
}
Type const& at_least_0() {
  static Type const type{number_from(0), "finite number"};
  return type;
}
Type const& count() {
  static auto const type = defined("count", "count");
  return type;
}
Type const& at_least_one() {
  static Type const type{whole_from(1), "count"};
  return type;
}
Type const& text() {
  static Type const type{members({{"type", "string"}}), "text"};
  return type;
}
Type const& name() {
  static Type const type{members({{"type", "string"}, {"minLength", 1}}), "text"};
  return type;
}
Type const& fingerprint() {
  static Type const type{members({{"type", "string"}, {"pattern", "^[0-9a-f]{16}$"}}), "16 hexadecimal digits"};
  return type;
}
Type const& boolean() {
  static Type const type{members({{"type", "boolean"}}), "boolean"};
  return type;
}
Type const& object() {
  static Type const type{members({{"type", "object"}}), "object"};
  return type;
}

Type const& named_numbers() {
  static Type const type{members({{"type", "object"}, {"additionalProperties", reference_to("number")}}),
                         "name: number"};
  return type;
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
