#include "results/audit/fields.hpp"

namespace warner::results {
namespace {

Type as_present(Type type, Presence presence) {
  switch (presence) {
    case Presence::always: return type;
    case Presence::or_null: return or_null(std::move(type));
    case Presence::or_missing: return may_be_missing(std::move(type));
  }
  return type;
}

}  // namespace

void FieldList::add(std::string_view key, Type const& type, Presence presence, std::string_view meaning, Write write,
                    Read read) {
  members_.push_back({std::string{key}, as_present(type, presence), presence, std::string{meaning}, std::move(write),
                      std::move(read), nullptr, Bounds{type}});
}

void FieldList::add_by_hand(std::string_view key, Type const& type, Presence presence, std::string_view meaning,
                            Write write, Read read) {
  members_.push_back({std::string{key}, as_present(type, presence), presence, std::string{meaning}, std::move(write),
                      nullptr, std::move(read), Bounds{type}});
}

Json FieldList::written(void const* object) const {
  auto json = Json::object();
  for (auto const& member : members_) {
    if (auto value = member.write(object)) json[member.key] = std::move(*value);
    else if (member.presence == Presence::or_null) json[member.key] = nullptr;
  }
  return json;
}

void FieldList::read(JsonReader const& json, void* object) const {
  for (auto const& member : members_) {
    if (member.read_object) member.read_object(json, object);
    if (!member.read_member || (member.presence == Presence::or_missing && !json.has(member.key))) continue;
    auto const value = json[member.key];
    if (member.presence == Presence::or_null && value.is_null()) continue;
    member.read_member(value, object);
    member.bounds.hold(value);
  }
  if (settle_) settle_(json, object);
}

Json FieldList::schema() const {
  auto required = Json::array(), properties = Json::object();
  for (auto const& member : members_) {
    if (member.presence != Presence::or_missing) required.push_back(member.key);
    properties[member.key] = member.type.schema;
  }
  auto schema = Json::object();
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  schema["required"] = required;
  schema["properties"] = properties;
  return schema;
}

std::vector<Row> FieldList::rows() const {
  std::vector<Row> rows;
  for (auto const& member : members_) {
    if (!member.meaning.empty()) rows.push_back({member.key, member.type.words, member.meaning});
    for (auto const& row : member.type.rows)
      rows.push_back({member.key + (row.path.starts_with('[') ? "" : ".") + row.path, row.type, row.meaning});
  }
  return rows;
}

}  // namespace warner::results
