#include "results/suite/baseline_json.hpp"

#include "results/audit/format_layout.hpp"
#include "results/suite/baseline_fields.hpp"

namespace warner::results {
namespace {

std::string schema_of(std::string const& name, std::string const& title, Json const& what) {
  auto json = Json::object();
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = "urn:warner:" + name + ":1";
  json["title"] = title;
  json["description"] = "docs/formats/" + name + ".md explains every field; scripts/regenerate makes this file.";
  json.update(what);
  auto& definitions = json["$defs"] = Json::object();
  for (auto const& [key, definition] : plain_definitions()) definitions[key] = definition;
  return laid_out_schema(json);
}

}  // namespace

std::string to_json(Baseline const& baseline) { return baseline_fields().written(baseline).dump(1); }

Baseline baseline_from_json(std::string_view text) {
  auto const document = parse_json(text);
  return baseline_fields().made_from(JsonReader{document, ""});
}

std::string to_json(std::vector<Move> const& moves) {
  auto list = Json::array();
  for (auto const& move : moves) list.push_back(move_fields().written(move));
  return list.dump(1);
}

std::pair<std::string, std::string> baseline_format() {
  return {schema_of("baseline", "What is kept of a suite from version to version", baseline_fields().schema()),
          table_of(baseline_fields().rows())};
}

std::pair<std::string, std::string> diff_format() {
  return {
      schema_of("diff", "What has moved between two baselines", {{"type", "array"}, {"items", move_fields().schema()}}),
      table_of(move_fields().rows())};
}

}  // namespace warner::results
