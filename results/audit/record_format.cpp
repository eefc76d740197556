#include "results/audit/record_format.hpp"

#include <fmt/format.h>

#include "results/audit/record_fields.hpp"
#include "results/audit/sequential_fields.hpp"
#include "results/audit/strategy_fields.hpp"

namespace warner::results {
namespace {

constexpr std::size_t width = 120;

/// A list of words, as many a line as there is room for.
std::string filled(Json const& list, std::size_t indent) {
  std::string text = "[", line;
  for (auto const& item : list) {
    auto const word = fmt::format("{}{}", item.dump(), &item == &list.back() ? "" : ",");
    if (line.empty() || line.size() + 1 + word.size() > width) {
      text += line;
      line = fmt::format("\n{:{}}{}", "", indent + 2, word);
    } else {
      line += ' ' + word;
    }
  }
  return fmt::format("{}{}\n{:{}}]", text, line, "", indent);
}

/// A value on lines of at most `width` characters, where that can be: one line, or one a member.
std::string laid_out(Json const& value, std::size_t indent, std::size_t before) {
  if (!value.is_structured() || value.empty()) return value.dump();
  auto const joined = [&](std::string const& between, auto const& inner) {
    std::string text;
    for (auto const& [key, member] : value.items()) {
      auto const name = value.is_object() ? Json(key).dump() + ": " : "";
      text += (text.empty() ? "" : between) + name + inner(member, name.size());
    }
    return text;
  };
  auto const* brackets = value.is_object() ? "{}" : "[]";
  auto const one_line =
      brackets[0] + joined(", ", [](Json const& member, std::size_t) { return laid_out(member, 0, 0); }) + brackets[1];
  if (one_line.find('\n') == std::string::npos && before + one_line.size() < width) return one_line;
  if (value.is_array() && value.front().is_primitive()) return filled(value, indent);
  auto const line = fmt::format("\n{:{}}", "", indent + 2);
  auto const lines = joined("," + line, [&](Json const& member, std::size_t name) {
    return laid_out(member, indent + 2, indent + 2 + name);
  });
  return fmt::format("{}{}{}\n{:{}}{}", brackets[0], line, lines, "", indent, brackets[1]);
}

Json schema() {
  auto json = Json::object();
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = "urn:warner:record:1";
  json["title"] = "Record of one audit";
  json["description"] = "docs/formats/record.md explains every field; scripts/regenerate makes this file.";
  json.update(record_fields().schema());
  auto& definitions = json["$defs"] = Json::object();
  for (auto const& [name, definition] : plain_definitions()) definitions[name] = definition;
  definitions[strategy_fields().definition()] = strategy_fields().schema();
  definitions[sequential_fields().definition()] = sequential_fields().schema();
  for (auto const& kind : kinds_of_scores()) definitions[kind.name] = kind.schema;
  return json;
}

std::string table_of(std::vector<Row> const& rows, std::string const& before = "") {
  std::string table;
  for (auto const& row : rows) table += fmt::format("| `{}{}` | {} | {} |\n", before, row.path, row.type, row.meaning);
  return table;
}

}  // namespace

RecordFormat record_format() {
  std::string const head = "| field | type | meaning |\n|---|---|---|\n";
  std::string scores;
  for (auto const& kind : kinds_of_scores()) scores += table_of(kind.rows, "score.");
  return {laid_out(schema(), 0, 0) + "\n",
          {{"record", head + table_of(record_fields().rows())},
           {"sequential", head + table_of(sequential_fields().rows())},
           {"strategy", head + table_of(strategy_fields().rows()) + scores}}};
}

}  // namespace warner::results
