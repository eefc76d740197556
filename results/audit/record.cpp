#include "results/audit/record.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/audit/json.hpp"
#include "results/audit/sequential_json.hpp"
#include "results/audit/strategy_json.hpp"

namespace warner::results {
namespace {

constexpr std::string_view schema = "warner/record/1";

using mechanisms::Relation;
constexpr std::array relations{Relation::substitute, Relation::add_remove, Relation::one_differ, Relation::all_differ,
                               Relation::value};

Json parameters_json(mechanisms::Parameters const& parameters) {
  auto json = Json::object();
  for (auto const& [name, value] : parameters) json[name] = number(value);
  return json;
}

Json datasets_json(mechanisms::external::WrittenPair const& datasets) { return Json{datasets.d, datasets.d_prime}; }

Json external_json(External const& external) {
  Json json{{"by", external.by}, {"fingerprints", external.fingerprints}};
  json["words"] = Json::object();
  for (auto const& [word, value] : external.words) json["words"][word] = number(value);
  if (!external.files.empty()) json["files"] = external.files;
  if (external.ideal) json["ideal_numbers"] = true;
  if (external.datasets) json["datasets"] = datasets_json(*external.datasets);
  return json;
}

External external_from(JsonReader const& json) {
  External external{.by = json["by"].text(), .fingerprints = {}, .words = {}};
  for (auto const& item : json["fingerprints"].items()) external.fingerprints.push_back(item.text());
  for (auto const& [word, value] : json["words"].members()) external.words[word] = value.real();
  if (json.has("files"))
    for (auto const& item : json["files"].items()) external.files.push_back(item.text());
  if (json.has("ideal_numbers")) external.ideal = json["ideal_numbers"].truth();
  if (json.has("datasets")) {
    auto const texts = json["datasets"].items();
    json["datasets"].check(texts.size() == 2, fmt::format("are {} texts, not 2", texts.size()));
    external.datasets = {texts[0].text(), texts[1].text()};
  }
  return external;
}

Json pair_json(mechanisms::Pair const& pair) {
  Json json{
      {"d", numbers(pair.d)}, {"d_prime", numbers(pair.d_prime)}, {"relation", mechanisms::name_of(pair.relation)}};
  if (!pair.label.empty()) json["label"] = pair.label;
  return json;
}

Json claim_json(Record const& record) {
  Json json{{"epsilon", number(record.claim.epsilon)}, {"delta", number(record.claim.delta)}};
  if (record.claimed_mu) json["mu"] = number(*record.claimed_mu);
  if (record.claimed_tradeoff) {
    json["statements"] = Json::array();
    for (auto const& [epsilon, delta] : record.claimed_tradeoff->statements)
      json["statements"].push_back({{"epsilon", number(epsilon)}, {"delta", number(delta)}});
  }
  return json;
}

/// The bounds on other divergences; null where a record has none.
void add_divergences(Json& json, Record const& record) {
  auto const& bounds = record.divergences;
  auto const of = [&](double verify::DivergenceBounds::*bound) {
    return bounds ? number((*bounds).*bound) : Json(nullptr);
  };
  json["delta_lower_bound"] = of(&verify::DivergenceBounds::delta);
  json["total_variation_lower_bound"] = of(&verify::DivergenceBounds::total_variation);
  json["mu_lower_bound"] = record.claimed_mu && record.sequential ? number(record.sequential->check.mu_lower_bound)
                                                                  : of(&verify::DivergenceBounds::mu);
  json["renyi_lower_bound"] = of(&verify::DivergenceBounds::renyi);
}

std::optional<verify::DivergenceBounds> divergences_from(JsonReader const& json) {
  if (json["renyi_lower_bound"].is_null()) return std::nullopt;
  return verify::DivergenceBounds{json["delta_lower_bound"].real(), json["total_variation_lower_bound"].real(),
                                  json["mu_lower_bound"].real(), json["renyi_lower_bound"].real()};
}

Json tally_json(sim::Tally const& tally) {
  Json json{{"right", tally.right}, {"wrong", tally.wrong}, {"abstained", tally.abstained}};
  if (tally.coin_odds != 1) json["odds"] = tally.coin_odds;
  return json;
}

Json witness_json(verify::Measurement const& measured) {
  Json json{{"score", verify::name_of(measured.strategy.score)},
            {"say_d", verify::say_d(measured.strategy)},
            {"say_d_prime", verify::say_d_prime(measured.strategy)},
            {"probability_d", number(measured.probability_d)},
            {"probability_d_prime", number(measured.probability_d_prime)}};
  json["strategy"] = to_json(measured.strategy);
  return json;
}

Json provenance_json(Record const& record) {
  auto const& from = record.provenance;
  return {{"version", from.version}, {"commit", from.commit}, {"compiler", from.compiler},
          {"cpu", from.cpu},         {"isa", from.isa},       {"digest", digest(record)}};
}

/// One member of the document a line: people read it, and line tools compare it.
std::string laid_out(Json const& document) {
  std::string text = "{";
  for (auto const& [key, value] : document.items())
    text += fmt::format("{}\n  {}: {}", text.size() == 1 ? "" : ",", Json(key).dump(),
                        value.dump(-1, ' ', false, Json::error_handler_t::replace));
  return text + "\n}";
}

mechanisms::Pair pair_from(JsonReader const& json) {
  mechanisms::Pair pair{json["d"].reals(), json["d_prime"].reals(), Relation::substitute,
                        json.has("label") ? json["label"].text() : ""};
  auto const name = json["relation"].text();
  auto known = false;
  for (auto const relation : relations)
    if (mechanisms::name_of(relation) == name) pair.relation = relation, known = true;
  json["relation"].check(known, fmt::format("'{}' is unknown", name));
  return pair;
}

verify::Measurement measurement_from(JsonReader const& json) {
  verify::Measurement measured;
  measured.delta = json["delta"].real();
  measured.level = json["level"].real();
  measured.epsilon_lower_bound = json["epsilon_lower_bound"].real();
  measured.epsilon_estimate = json["epsilon_estimate"].real();
  if (!json["epsilon_exact"].is_null()) measured.epsilon_exact = json["epsilon_exact"].real();
  measured.tally = {json["tally"]["right"].whole(), json["tally"]["wrong"].whole(), json["tally"]["abstained"].whole()};
  measured.search_trials = json["trials"]["search"].whole();
  measured.certify_trials = json["trials"]["certify"].whole();
  json["tally"].check(
      measured.tally.trials() == measured.certify_trials,
      fmt::format("adds up to {} of {} certifying trials", measured.tally.trials(), measured.certify_trials));
  auto const witness = json["witness"];
  measured.strategy = strategy_from_json(witness["strategy"]);
  if (auto const tally = json["tally"]; tally.has("odds")) {
    measured.tally.coin_odds = measured.strategy.coin_odds = tally["odds"].whole();
    tally["odds"].check(
        measured.strategy.coin_odds_are_possible(),
        fmt::format("{} is not 3, 7 or 15 with a strategy that speaks in one direction", measured.tally.coin_odds));
  }
  measured.probability_d = witness["probability_d"].real();
  measured.probability_d_prime = witness["probability_d_prime"].real();
  return measured;
}

Provenance provenance_from(JsonReader const& json) {
  return {json["version"].text(), json["commit"].text(), json["compiler"].text(), json["cpu"].text(),
          json["isa"].text()};
}

}  // namespace

std::string digest(Record const& record) {
  auto const& measured = record.measurement;
  Json question{{"mechanism", record.mechanism},
                {"parameters", parameters_json(record.parameters)},
                {"pair", {{"d", numbers(record.pair.d)}, {"d_prime", numbers(record.pair.d_prime)}}},
                {"claim", claim_json(record)},
                {"delta", number(measured.delta)},
                {"level", number(measured.level)},
                {"budget", measured.search_trials + measured.certify_trials},
                {"white_box", record.white_box()},
                {"seed", record.seed},
                {"generator", record.generator},
                {"version", record.provenance.version}};
  if (record.timing) question["timing"] = true;
  if (record.external) question["by"] = record.external->by, question["fingerprints"] = record.external->fingerprints;
  if (record.external && record.external->ideal) question["ideal_numbers"] = true;
  if (record.external && record.external->datasets) question["datasets"] = datasets_json(*record.external->datasets);
  if (record.sequential) question["verb"] = "check", question["budget"] = record.sequential->budget;
  return fingerprint(question.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string to_json(Record const& record) {
  auto const& measured = record.measurement;
  Json json;
  json["schema"] = schema;
  json["verb"] = record.sequential ? "check" : "measure";
  json["mechanism"] = record.mechanism;
  if (record.external) json["external"] = external_json(*record.external);
  json["parameters"] = parameters_json(record.parameters);
  json["pair"] = pair_json(record.pair);
  if (!record.lengths.empty()) json["lengths"] = record.lengths;
  json["claim"] = claim_json(record);
  json["guarantee"] = record.guarantee;
  json["flaw"] = record.flaw.empty() ? Json(nullptr) : Json(record.flaw);
  json["delta"] = number(measured.delta);
  json["level"] = number(measured.level);
  json["family"] = record.family ? Json(*record.family) : Json(nullptr);
  json["decision"] = record.refuted() ? "refuted" : "not refuted";
  json["epsilon_lower_bound"] = number(measured.epsilon_lower_bound);
  json["epsilon_estimate"] = number(measured.epsilon_estimate);
  json["epsilon_exact"] = measured.epsilon_exact ? number(*measured.epsilon_exact) : Json(nullptr);
  add_divergences(json, record);
  json["tally"] = tally_json(measured.tally);
  json["trials"] = {{"search", measured.search_trials}, {"certify", measured.certify_trials}};
  json["witness"] = witness_json(measured);
  json["detectable_epsilon"] = number(record.detectable_epsilon);
  json["blind_spot"] = number(record.blind_spot);
  json["white_box"] = record.white_box();
  if (record.timing) json["timing"] = true;
  json["seed"] = record.seed;
  json["generator"] = record.generator;
  json["replicates"] = {0, record.sequential ? last_of(record.sequential->check) : measured.certify_trials};
  json["stopping"] = record.sequential ? "anytime" : "fixed";
  json["sequential"] = record.sequential ? to_json(*record.sequential) : Json(nullptr);
  json["seconds"] = number(record.seconds);
  json["provenance"] = provenance_json(record);
  return laid_out(json);
}

Record record_from_json(std::string_view text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "record"};
  auto const named = json["schema"].text();
  json["schema"].check(named == schema, fmt::format("'{}' is unknown (this program reads {})", named, schema));
  Record record;
  record.mechanism = json["mechanism"].text();
  if (json.has("external")) record.external = external_from(json["external"]);
  for (auto const& [name, value] : json["parameters"].members()) record.parameters.emplace_back(name, value.real());
  record.pair = pair_from(json["pair"]);
  if (json.has("lengths"))
    for (auto const& length : json["lengths"].items()) record.lengths.push_back(length.whole());
  record.claim = {json["claim"]["epsilon"].real(), json["claim"]["delta"].real()};
  if (json["claim"].has("mu")) record.claimed_mu = json["claim"]["mu"].real();
  record.guarantee = json["guarantee"].text();
  if (json["claim"].has("statements")) {
    auto& claimed = record.claimed_tradeoff.emplace(mechanisms::TradeoffDp{{}, record.guarantee});
    for (auto const& statement : json["claim"]["statements"].items())
      claimed.statements.push_back({statement["epsilon"].real(), statement["delta"].real()});
  }
  if (!json["flaw"].is_null()) record.flaw = json["flaw"].text();
  record.measurement = measurement_from(json);
  record.divergences = divergences_from(json);
  record.detectable_epsilon = json["detectable_epsilon"].real();
  record.blind_spot = json["blind_spot"].real();
  record.seed = json["seed"].whole();
  record.generator = json["generator"].text();
  if (json.has("timing")) record.timing = json["timing"].truth();
  if (!json["family"].is_null()) record.family = json["family"].whole();
  if (!json["sequential"].is_null()) {
    record.sequential = sequential_from_json(json["sequential"]);
    if (record.claimed_mu) record.sequential->check.mu_lower_bound = json["mu_lower_bound"].real();
    record.sequential->check.epsilon_lower_bound = record.measurement.epsilon_lower_bound;
    json["sequential"].check(record.sequential->check.tally() == record.measurement.tally,
                             "its rounds do not add up to the tally");
  }
  record.seconds = json["seconds"].real();
  record.provenance = provenance_from(json["provenance"]);
  json["decision"].check(json["decision"].text() == (record.refuted() ? "refuted" : "not refuted"),
                         "contradicts epsilon_lower_bound and the claim");
  if (record.claimed_tradeoff && record.refuted())
    json["sequential"].check(record.sequential->check.log_wealth >= -std::log(record.measurement.level),
                             "a wealth that refutes nothing");
  return record;
}

}  // namespace warner::results
