#include "results/audit/format_layout.hpp"

#include <fmt/format.h>

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
  auto one_line =
      brackets[0] + joined(", ", [](Json const& member, std::size_t) { return laid_out(member, 0, 0); }) + brackets[1];
  if (one_line.find('\n') == std::string::npos && before + one_line.size() < width) return one_line;
  if (value.is_array() && value.front().is_primitive()) return filled(value, indent);
  auto const line = fmt::format("\n{:{}}", "", indent + 2);
  auto const lines = joined("," + line, [&](Json const& member, std::size_t name) {
    return laid_out(member, indent + 2, indent + 2 + name);
  });
  return fmt::format("{}{}{}\n{:{}}{}", brackets[0], line, lines, "", indent, brackets[1]);
}

}  // namespace

std::string laid_out_schema(Json const& schema) { return laid_out(schema, 0, 0) + "\n"; }

std::string rows_of_table(std::vector<Row> const& rows, std::string_view before) {
  std::string table;
  for (auto const& row : rows) table += fmt::format("| `{}{}` | {} | {} |\n", before, row.path, row.type, row.meaning);
  return table;
}

std::string table_of(std::vector<Row> const& rows) {
  return "| field | type | meaning |\n|---|---|---|\n" + rows_of_table(rows);
}

}  // namespace warner::results
