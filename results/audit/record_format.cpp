#include "results/audit/record_format.hpp"

#include "results/audit/format_layout.hpp"
#include "results/audit/record_fields.hpp"
#include "results/audit/sequential_fields.hpp"
#include "results/audit/strategy_fields.hpp"

namespace warner::results {
namespace {

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

}  // namespace

RecordFormat record_format() {
  std::string scores;
  for (auto const& kind : kinds_of_scores()) scores += rows_of_table(kind.rows, "score.");
  return {laid_out_schema(schema()),
          {{"record", table_of(record_fields().rows())},
           {"sequential", table_of(sequential_fields().rows())},
           {"strategy", table_of(strategy_fields().rows()) + scores}}};
}

}  // namespace warner::results
