#include "results/audit/record.hpp"

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/audit/record_fields.hpp"

namespace warner::results {
namespace {

/// One member of the document a line: people read it, and line tools compare it.
std::string laid_out(Json const& document) {
  std::string text = "{";
  for (auto const& [key, value] : document.items())
    text += fmt::format("{}\n  {}: {}", text.size() == 1 ? "" : ",", Json(key).dump(), dumped(value));
  return text + "\n}";
}

}  // namespace

std::string digest(Record const& record) {
  auto const& measured = record.measurement;
  Json question{{"mechanism", record.mechanism},
                {"parameters", Plain<mechanisms::Parameters>::written(record.parameters)},
                {"pair", {{"d", numbers(record.pair.d)}, {"d_prime", numbers(record.pair.d_prime)}}},
                {"claim", claim_fields().written(record)},
                {"delta", number(measured.delta)},
                {"level", number(measured.level)},
                {"budget", measured.search_trials + measured.certify_trials},
                {"white_box", record.white_box()},
                {"seed", record.seed},
                {"generator", record.generator},
                {"version", record.provenance.version}};
  if (record.timing) question["timing"] = true;
  if (record.external) question["by"] = record.external->kind, question["fingerprints"] = record.external->fingerprints;
  if (record.external && record.external->ideal) question["ideal_numbers"] = true;
  if (record.external && record.external->datasets) question["datasets"] = datasets_json(*record.external->datasets);
  if (record.external && !record.external->dataset_fingerprints.empty())
    question["dataset_fingerprints"] = record.external->dataset_fingerprints;
  if (record.sequential) question["verb"] = "check", question["budget"] = record.sequential->budget;
  return fingerprint(dumped(question));
}

std::string to_json(Record const& record) { return laid_out(record_fields().written(record)); }

Record record_from_json(std::string_view text) {
  auto const document = parse_json(text);
  return record_fields().made_from(JsonReader{document, "record"});
}

}  // namespace warner::results
