#include "results/audit/strategy_json.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warner::results {
namespace {

using namespace verify;

Json feature_json(Feature const& feature) {
  Json json{{"kind", name_of(feature.kind)}, {"column", feature.column}};
  if (feature.kind == Feature::Kind::product) json["other"] = feature.other;
  if (!feature.parameters.empty()) json["parameters"] = numbers(feature.parameters);
  return json;
}

Json bins_json(Bins const& bins) {
  Json json{{"kind", "bins"}, {"feature", feature_json(bins.feature)}};
  json["edges"] = numbers(bins.edges);
  json["log_ratio"] = numbers(bins.log_ratio);
  return json;
}

Json score_json(Score const& score) {
  if (auto const* bins = std::get_if<Bins>(&score)) return bins_json(*bins);
  Json json{{"kind", name_of(score)}};
  if (auto const* atoms = std::get_if<Atoms>(&score)) {
    json["width"] = atoms->width;
    json["releases"] = numbers(atoms->releases);
    json["log_ratio"] = numbers(atoms->log_ratio);
  }
  if (auto const* additive = std::get_if<Additive>(&score)) {
    json["coordinates"] = Json::array();
    for (auto const& bins : additive->coordinates) json["coordinates"].push_back(bins_json(bins));
  }
  if (auto const* conditional = std::get_if<Conditional>(&score)) {
    json["symbols"] = Json::array();
    for (auto const& symbols : conditional->symbols) json["symbols"].push_back(numbers(symbols));
    json["classes"] = Json::array();
    for (auto const& one : conditional->classes) {
      Json item{{"symbols", one.symbols}, {"log_ratio", one.log_ratio}, {"within", Json::array()}};
      for (auto const& bins : one.within) item["within"].push_back(bins_json(bins));
      json["classes"].push_back(item);
    }
  }
  return json;
}

Feature feature_from(JsonReader const& json) {
  Feature feature{feature_kind_from(json["kind"].text()), json["column"].whole()};
  constexpr std::uint64_t most_columns = std::uint64_t{1} << 32;
  json["column"].check(feature.column < most_columns, fmt::format("{} is no column", feature.column));
  auto const is_product = feature.kind == Feature::Kind::product,
             is_remainder = feature.kind == Feature::Kind::remainder;
  if (is_product) feature.other = json["other"].whole();
  if (is_product) json["other"].check(feature.other < most_columns, fmt::format("{} is no column", feature.other));
  if (!is_product && !is_remainder && feature.kind != Feature::Kind::combination) return feature;
  feature.parameters = json["parameters"].reals();
  json["parameters"].check(std::ranges::all_of(feature.parameters, [](double x) { return std::isfinite(x); }),
                           "one is not finite");
  json["parameters"].check(!is_product || feature.parameters.size() == 2, "are not two");
  json["parameters"].check(!is_remainder || (feature.parameters.size() == 1 && feature.parameters[0] > 0),
                           "are not one modulus above 0");
  return feature;
}

Bins bins_from(JsonReader const& json) {
  Bins bins{feature_from(json["feature"]), json["edges"].reals(), json["log_ratio"].reals()};
  json.check(std::ranges::all_of(bins.log_ratio, [](double x) { return std::isfinite(x); }),
             "a log ratio is not finite");
  json.check(bins.log_ratio.size() == bins.edges.size() + 1,
             fmt::format("{} edges need {} log ratios, not {}", bins.edges.size(), bins.edges.size() + 1,
                         bins.log_ratio.size()));
  json["edges"].check(std::ranges::is_sorted(bins.edges) && std::ranges::adjacent_find(bins.edges) == bins.edges.end(),
                      "do not increase");
  return bins;
}

Atoms atoms_from(JsonReader const& json) {
  Atoms atoms{json["width"].whole(), json["releases"].reals(), json["log_ratio"].reals()};
  json.check(std::ranges::all_of(atoms.log_ratio, [](double x) { return std::isfinite(x); }),
             "a log ratio is not finite");
  auto const rows = atoms.log_ratio.size();
  auto const fits = atoms.width >= 1 &&
                    (rows == 0 ? atoms.releases.empty()
                               : atoms.releases.size() / rows == atoms.width && atoms.releases.size() % rows == 0);
  json["releases"].check(
      fits, fmt::format("{} numbers are not {} releases of width {}", atoms.releases.size(), rows, atoms.width));
  return atoms;
}

Conditional conditional_from(JsonReader const& json) {
  Conditional conditional;
  for (auto const& item : json["symbols"].items()) conditional.symbols.push_back(item.reals());
  for (auto const& item : json["classes"].items()) {
    Conditional::Class one{{}, item["log_ratio"].real(), {}};
    for (auto const& symbol : item["symbols"].items()) one.symbols.push_back(symbol.whole());
    item["symbols"].check(one.symbols.size() == conditional.symbols.size(),
                          fmt::format("{} of {} columns", one.symbols.size(), conditional.symbols.size()));
    item["log_ratio"].check(std::isfinite(one.log_ratio), "is not finite");
    for (auto const& bins : item["within"].items()) one.within.push_back(bins_from(bins));
    for (auto const& bins : one.within)
      item["within"].check(
          bins.feature.kind == Feature::Kind::coordinate && bins.feature.column < conditional.symbols.size(),
          "is not of a coordinate");
    conditional.classes.push_back(std::move(one));
  }
  return conditional;
}

Score score_from(JsonReader const& json) {
  auto const kind = json["kind"].text();
  if (kind == "bins") return bins_from(json);
  if (kind == "atoms") return atoms_from(json);
  if (kind == "likelihood") return Likelihood{};
  if (kind == "conditional") return conditional_from(json);
  json["kind"].check(kind == "additive",
                     fmt::format("'{}' is unknown (bins, atoms, additive, likelihood, conditional)", kind));
  Additive additive;
  for (auto const& item : json["coordinates"].items()) additive.coordinates.push_back(bins_from(item));
  return additive;
}

}  // namespace

Json to_json(Strategy const& strategy) {
  return {{"say_d_from", number(strategy.say_d_from)},
          {"say_d_prime_to", number(strategy.say_d_prime_to)},
          {"score", score_json(strategy.score)}};
}

Strategy strategy_from_json(JsonReader const& json) {
  Strategy strategy{score_from(json["score"]), json["say_d_from"].real(), json["say_d_prime_to"].real()};
  json.check(strategy.say_d_prime_to < strategy.say_d_from,
             "say_d_prime_to is not below say_d_from (one release would be said to be both)");
  return strategy;
}

}  // namespace warner::results
