#include "results/suite/run_json.hpp"

#include <fmt/format.h>

#include "results/audit/format_layout.hpp"
#include "results/suite/run_fields.hpp"

namespace warner::results {
namespace {

/// A member a line, and an outcome a line.
std::string laid_out(Json const& document) {
  std::string text = "{";
  for (auto const& [key, value] : document.items()) {
    text += fmt::format("{}\n  {}: ", text.size() == 1 ? "" : ",", Json(key).dump());
    if (key != "outcomes" || value.empty()) {
      text += dumped(value);
      continue;
    }
    for (auto const& outcome : value)
      text += fmt::format("{}\n    {}", &outcome == &value.front() ? "[" : ",", dumped(outcome));
    text += "\n  ]";
  }
  return text + "\n}";
}

}  // namespace

std::string to_json(Run const& run) { return laid_out(run_fields().written(run)); }

Run run_from_json(std::string_view text) {
  auto const document = parse_json(text);
  return run_fields().made_from(JsonReader{document, "run"});
}

bool is_run(std::string_view text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "run"};
  return json.has("schema") && document["schema"].is_string() && json["schema"].text().starts_with("warner/run/");
}

std::pair<std::string, std::string> run_format() {
  auto json = Json::object();
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = "urn:warner:run:1";
  json["title"] = "One run of a suite";
  json["description"] = "docs/formats/run.md explains every field; scripts/regenerate makes this file.";
  json.update(run_fields().schema());
  auto& definitions = json["$defs"] = Json::object();
  for (auto const& [name, definition] : plain_definitions()) definitions[name] = definition;
  return {laid_out_schema(json), table_of(run_fields().rows())};
}

}  // namespace warner::results
