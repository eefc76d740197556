#include "results/utility/utility_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/json.hpp"
#include "results/audit/words.hpp"

namespace warner::results {
namespace {

using Kind = verify::UtilityClaim::Kind;

Json or_null(std::optional<double> const& value) { return value ? number(*value) : Json(nullptr); }
Json estimate_of(double value) { return std::isnan(value) ? Json(nullptr) : number(value); }

Json bounded(verify::Bounded const& value, std::optional<double> const& exact) {
  return {{"estimate", estimate_of(value.estimate)},
          {"lower", or_null(value.lower)},
          {"upper", or_null(value.upper)},
          {"exact", or_null(exact)}};
}

std::string_view word_of(Kind kind) {
  constexpr std::array<std::string_view, 6> words{"rmse", "bias", "median", "quantile", "coverage", "largest"};
  return words[static_cast<std::size_t>(kind)];
}

Json json_of(verify::TestedUtility const& tested, UtilityRecord const& record) {
  auto const& claim = tested.claim;
  auto const share = claim.kind == Kind::quantile || claim.kind == Kind::coverage;
  auto const assumes = assumed(claim, record.measured);
  return {{"kind", word_of(claim.kind)},
          {"claim", in_words(claim)},
          {"at", claim.kind == Kind::coverage ? Json(nullptr) : number(claim.at)},
          {"share", share ? number(claim.share) : Json(nullptr)},
          {"level", tested.level},
          {"refuted", tested.refuted},
          {"after", tested.refuted ? Json(tested.after) : Json(nullptr)},
          {"log_wealth", number(tested.log_wealth)},
          {"certified", number(tested.certified)},
          {"certifies", certified_in_words(claim)},
          {"exact", or_null(exact_value(claim, record.exact))},
          {"detectable", or_null(tested.detectable)},
          {"assumes", assumes.empty() ? Json(nullptr) : Json(assumes)}};
}

Json errors_of(UtilityRecord const& record) {
  auto const& measured = record.measured;
  auto const& exact = record.exact;
  auto const mean_square = exact ? exact->mean_square() : std::nullopt;
  Json errors{{"rmse", bounded(measured.rmse, mean_square ? std::optional{std::sqrt(*mean_square)} : std::nullopt)},
              {"bias", bounded(measured.bias, exact ? exact->bias : std::nullopt)},
              {"quantiles", Json::array()},
              {"largest", number(measured.largest)}};
  auto const of_rmse = assumed_of_rmse(measured);
  errors["rmse"]["assumes"] = of_rmse.empty() ? Json(nullptr) : Json(of_rmse);
  errors["bias"]["assumes"] = measured.bias.lower ? Json(assumed({Kind::bias}, measured)) : Json(nullptr);
  for (auto const& quantile : measured.quantiles) {
    Json one{{"share", quantile.share}};
    one.update(bounded(quantile.size, exact ? exact->quantile(quantile.share) : std::nullopt));
    errors["quantiles"].push_back(std::move(one));
  }
  return errors;
}

}  // namespace

std::string in_words(verify::UtilityClaim const& claim) {
  switch (claim.kind) {
    case Kind::rmse: return fmt::format("RMSE <= {}", claim.at);
    case Kind::bias: return fmt::format("|mean error| <= {}", claim.at);
    case Kind::median: return fmt::format("|median error| <= {}", claim.at);
    case Kind::quantile: return fmt::format("|error| <= {} with probability >= {}", claim.at, claim.share);
    case Kind::coverage: return fmt::format("coverage >= {}", claim.share);
    case Kind::largest: return fmt::format("|error| <= {} always", claim.at);
  }
  return {};
}

std::string certified_in_words(verify::UtilityClaim const& claim) {
  switch (claim.kind) {
    case Kind::rmse: return "RMSE is at least";
    case Kind::bias: return "|mean error| is at least";
    case Kind::median: return fmt::format("an error beyond {} on one side has a probability of at least", claim.at);
    case Kind::quantile: return fmt::format("|error| <= {} has a probability of at most", claim.at);
    case Kind::coverage: return "coverage is at most";
    case Kind::largest: return "the largest |error| seen is";
  }
  return {};
}

std::string certified_in_words(verify::TestedUtility const& tested) {
  auto const from_above = tested.claim.kind == Kind::quantile || tested.claim.kind == Kind::coverage;
  return fmt::format("{} {}", certified_in_words(tested.claim),
                     from_above ? rounded_up(tested.certified) : rounded_down(tested.certified));
}

std::string assumed(verify::UtilityClaim const& claim, verify::Utility const& measured) {
  if (claim.kind != Kind::bias) return {};
  verify::TestedUtility const* by = nullptr;
  for (auto const kind : {Kind::largest, Kind::rmse})
    for (auto const& other : measured.claims)
      if (other.claim.kind == kind && (!by || by->claim.kind != kind || other.claim.at < by->claim.at)) by = &other;
  return by ? in_words(by->claim) : std::string{};
}

std::string assumed_of_rmse(verify::Utility const& measured) {
  verify::UtilityClaim const* by = nullptr;
  for (auto const& other : measured.claims)
    if (other.claim.kind == Kind::largest && (!by || other.claim.at < by->at)) by = &other.claim;
  return measured.rmse.upper && by ? in_words(*by) : std::string{};
}

std::optional<double> exact_value(verify::UtilityClaim const& claim,
                                  std::optional<mechanisms::ExactAccuracy> const& exact) {
  if (!exact) return std::nullopt;
  if (claim.kind == Kind::bias) return exact->bias;
  if (claim.kind == Kind::quantile && exact->within) return exact->within(claim.at);
  if (claim.kind == Kind::rmse && exact->mean_square()) return std::sqrt(*exact->mean_square());
  return std::nullopt;
}

verify::TestedUtility const* foremost(verify::Utility const& measured) {
  auto const& claims = measured.claims;
  if (claims.empty()) return nullptr;
  auto const refuted = std::ranges::find_if(claims, &verify::TestedUtility::refuted);
  return refuted == claims.end() ? &claims.front() : &*refuted;
}

std::string to_json(UtilityRecord const& record) {
  auto const& measured = record.measured;
  auto const* first = foremost(measured);
  constexpr std::array<std::string_view, 3> ends{"refuted", "budget spent", "interrupted"};
  Json parameters = Json::object();
  for (auto const& [name, value] : record.parameters) parameters[name] = number(value);
  std::string all;
  for (auto const& tested : measured.claims) all += (all.empty() ? "" : "; ") + in_words(tested.claim);
  auto const words = [](std::vector<std::string> const& list) { return list.empty() ? Json(nullptr) : Json(list); };
  Json document{{"schema", "warner/utility/1"},
                {"verb", "utility"},
                {"mechanism", record.mechanism},
                {"by", record.by.empty() ? Json(nullptr) : Json(record.by)},
                {"parameters", parameters},
                {"fingerprints", words(record.fingerprints)},
                {"dataset", nullptr},  // its text, below: a number keeps all of its digits
                {"truth", numbers(record.truth)},
                {"answers", words(record.answers)},
                {"interval", words(record.interval)},
                {"claim", measured.claims.empty() ? Json(nullptr) : Json(all)},
                {"refuted", measured.refuted()},
                {"certified", first ? number(first->certified) : Json(nullptr)},
                {"certifies", first ? Json(certified_in_words(first->claim)) : Json(nullptr)},
                {"level", measured.level},
                {"family", record.family ? Json(*record.family) : Json(nullptr)},
                {"trials", measured.releases},
                {"budget", record.budget},
                {"learned_from", measured.learned_from},
                {"stopped", ends[static_cast<std::size_t>(measured.end)]},
                {"claims", Json::array()},
                {"bounds", measured.bounds},
                {"errors", record.answers.empty() ? Json(nullptr) : errors_of(record)},
                {"coverage", record.interval.empty() ? Json(nullptr) : bounded(measured.coverage, std::nullopt)},
                {"width", record.interval.empty() ? Json(nullptr) : bounded(measured.width, std::nullopt)},
                {"not_numbers", measured.not_numbers},
                {"notes", words(record.notes)},
                {"seed", record.seed},
                {"generator", record.generator},
                {"seconds", record.seconds},
                {"provenance",
                 {{"version", record.provenance.version},
                  {"commit", record.provenance.commit},
                  {"compiler", record.provenance.compiler},
                  {"cpu", record.provenance.cpu},
                  {"isa", record.provenance.isa}}}};
  for (auto const& tested : measured.claims) document["claims"].push_back(json_of(tested, record));
  std::string text;  // one member a line, as records of audits have them
  for (auto const& [key, value] : document.items())
    text += fmt::format("{}\n  {}: {}", text.empty() ? "" : ",", dumped(key),
                        key == "dataset" && !record.dataset.empty() ? record.dataset : dumped(value));
  return "{" + text + "\n}";
}

}  // namespace warner::results
