#include "results/audit/record.hpp"

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/audit/record_fields.hpp"
#include "results/audit/strategy_fields.hpp"

namespace warner::results {
namespace {

/// One member of the document a line: people read it, and line tools compare it.
std::string laid_out(Json const& document) {
  std::string text = "{";
  for (auto const& [key, value] : document.items())
    text += fmt::format("{}\n  {}: {}", text.size() == 1 ? "" : ",", Json(key).dump(), dumped(value));
  return text + "\n}";
}

Json pair_of(Record const& record) {
  return {{"d", numbers(record.pair.d)}, {"d_prime", numbers(record.pair.d_prime)}};
}

/// A frozen strategy, with its coin where that is biased.
void add_strategy(Json& json, Record const& record) {
  json["strategy"] = strategy_fields().written(record.measurement.strategy);
  if (auto const odds = record.measurement.strategy.coin_odds; odds > 1) json["odds"] = odds;
}

/// Whence a mechanism is that is in no registry.
void add_external(Json& json, External const& external) {
  json["by"] = external.kind;
  json["fingerprints"] = external.fingerprints;
  if (external.ideal) json["ideal_numbers"] = true;
  if (external.datasets) json["datasets"] = datasets_json(*external.datasets);
  if (!external.dataset_fingerprints.empty()) json["dataset_fingerprints"] = external.dataset_fingerprints;
}

/// What changes the search, where it is not what is usual.
void add_asked(Json& json, Record const& record) {
  auto const& asked = record.asked;
  auto const& measured = record.measurement;
  if (asked.low_bits) json["low_bits"] = true;
  if (asked.white_box && !record.white_box()) json["white_box_allowed"] = true;
  if (asked.search_budget) json["search_budget"] = *asked.search_budget;
  if (measured.until_width) json["until_width"] = number(*measured.until_width);
  if (asked.until_budget) json["until_budget"] = *asked.until_budget;
  if (record.pair_sought) json["pair_sought"] = true;
  if (!asked.among.empty()) json["among"] = asked.among;
  if (record.external && record.external->sought_among > 0) json["sought_among"] = record.external->sought_among;
  if (record.external && record.external->crash_is_a_release) json["crash_is_a_release"] = true;
}

}  // namespace

std::string digest(Record const& record) {
  auto const& measured = record.measurement;
  Json question{{"mechanism", record.mechanism},
                {"parameters", Plain<mechanisms::Parameters>::written(record.parameters)},
                {"pair", pair_of(record)},
                {"claim", claim_fields().written(record)},
                {"delta", number(measured.delta)},
                {"level", number(measured.level)},
                {"budget", measured.search_trials + measured.certify_trials},
                {"white_box", record.white_box()},
                {"seed", record.seed},
                {"generator", record.generator},
                {"version", record.provenance.version}};
  if (record.timing) question["timing"] = true;
  if (record.external) add_external(question, *record.external);
  if (record.sequential) question["verb"] = "check", question["budget"] = record.sequential->budget;
  add_asked(question, record);
  if (!record.earlier_seeds.empty()) {
    question["earlier_seeds"] = record.earlier_seeds;
    add_strategy(question, record);
  }
  return fingerprint(dumped(question));
}

std::string fingerprint_of_play(Record const& record) {
  Json played{{"mechanism", record.mechanism},
              {"parameters", Plain<mechanisms::Parameters>::written(record.parameters)},
              {"pair", pair_of(record)},
              {"generator", record.generator}};
  if (record.external) {
    add_external(played, *record.external);
    played["schema"] = record.external->schema;
    if (record.external->crash_is_a_release) played["crash_is_a_release"] = true;
  }
  add_strategy(played, record);
  return fingerprint(dumped(played));
}

std::string to_json(Record const& record) { return laid_out(record_fields().written(record)); }

Record record_from_json(std::string_view text) {
  auto const document = parse_json(text);
  return record_fields().made_from(JsonReader{document, "record"});
}

}  // namespace warner::results
