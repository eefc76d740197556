#include "mechanisms/external/hello.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "mechanisms/external/release/limits.hpp"
#include "mechanisms/external/release/shown.hpp"

namespace warner::mechanisms::external {
namespace {

using Json = nlohmann::json;

constexpr std::string_view beginning = "{\"warner\"";  // nine bytes: as a first double it would be 3.9e242
constexpr int version = 2;

void require_hello(bool holds, std::string const& problem) {
  if (!holds) throw Misfit{"its hello: " + problem};
}

void read_text(Json const& hello, char const* key, std::string& text) {
  if (!hello.contains(key)) return;
  require_hello(hello[key].is_string(), fmt::format("{} is not a text", key));
  text = hello[key].get<std::string>();
}

void read_flag(Json const& hello, char const* key, bool& flag) {
  if (!hello.contains(key)) return;
  require_hello(hello[key].is_boolean(), fmt::format("{} is neither true nor false", key));
  flag = hello[key].get<bool>();
}

void read_claim(Json const& hello, Hello& said) {
  if (!hello.contains("claim")) return;
  auto const& claim = hello["claim"];
  require_hello(claim.is_object(), "claim is no object such as {\"epsilon\": 1}");
  for (auto const& [key, value] : claim.items()) {
    require_hello(value.is_number() || value.is_string(), fmt::format("claim.{} is neither number nor text", key));
    said.claim[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
}

void read_binary(Json const& hello, Hello& said) {
  read_flag(hello, "column_by_column", said.column_by_column);
  if (hello.contains("columns")) {
    auto const& columns = hello["columns"];
    require_hello(columns.is_array() && std::ranges::all_of(columns, [](Json const& c) { return c.is_string(); }),
                  "columns is no list of names");
    said.columns = columns.get<std::vector<std::string>>();
  }
  if (!hello.contains("binary")) return;
  auto const& binary = hello["binary"];
  if (binary.is_boolean()) said.numbers = binary.get<bool>() ? said.columns.size() : 0;
  require_hello(binary.is_boolean() ? !binary.get<bool>() || said.numbers > 0
                                    : binary.is_number_unsigned() && binary.get<std::uint64_t>() <= most_columns,
                fmt::format("binary is no number of numbers a release, up to {}", most_columns));
  if (!binary.is_boolean()) said.numbers = binary.get<std::size_t>();
  require_hello(said.columns.empty() || said.numbers == 0 || said.columns.size() == said.numbers,
                fmt::format("{} columns have names, and a release has {}", said.columns.size(), said.numbers));
}

}  // namespace

bool may_be_hello(std::string_view written) {
  auto const many = std::min(written.size(), beginning.size());
  return written.substr(0, many) == beginning.substr(0, many);
}

std::optional<Hello> hello_from(std::string_view line) {
  if (line.size() < beginning.size() || !may_be_hello(line)) return std::nullopt;
  require_hello(!is_too_deep(line), fmt::format("its lists lie more than {} deep in each other", deepest_json));
  auto const hello = Json::parse(line, nullptr, false);
  require_hello(hello.is_object(), "it is not JSON");
  require_hello(hello["warner"] == version,
                fmt::format("version {} is unknown (this program knows {})", shown(hello["warner"].dump()), version));
  Hello said;
  read_text(hello, "name", said.name);
  read_text(hello, "version", said.version);
  read_text(hello, "relation", said.relation);
  require_hello(said.relation.empty() || said.relation == "add-remove" || said.relation == "substitute",
                fmt::format("relation '{}' is neither add-remove nor substitute", said.relation));
  read_flag(hello, "seeded", said.seeded);
  read_flag(hello, "prepares", said.prepares);
  read_claim(hello, said);
  read_binary(hello, said);
  return said;
}

}  // namespace warner::mechanisms::external
