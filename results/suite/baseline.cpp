#include "results/suite/baseline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "results/audit/json.hpp"
#include "sim/require.hpp"
#include "verify/bounds/clopper_pearson.hpp"
#include "verify/bounds/two_tallies.hpp"

namespace warner::results {
namespace {

constexpr std::uint64_t format = 1;

Json to_document(Evidence const& evidence) {
  auto const& tally = evidence.tally;
  return {{"fingerprint", evidence.fingerprint},
          {"since", evidence.since},
          {"versions", evidence.versions},
          {"right", tally.right},
          {"wrong", tally.wrong},
          {"abstained", tally.abstained},
          {"coin_odds", tally.coin_odds}};
}

Evidence evidence_from(JsonReader const& reader) {
  Evidence evidence{
      reader["fingerprint"].text(),
      reader["since"].whole(),
      reader["versions"].whole(),
      {reader["right"].whole(), reader["wrong"].whole(), reader["abstained"].whole(), reader["coin_odds"].whole()}};
  reader["coin_odds"].check(evidence.tally.coin_odds >= 1, "is no odds of a coin");
  return evidence;
}

/// Of a share of the guesses that are right, the epsilon whose odds it has.
double epsilon_of(double share, std::uint64_t coin_odds) {
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return std::max(0.0, std::log(share * static_cast<double>(coin_odds) / (1 - share)));
}

Estimate estimate(sim::Tally const& tally, bool of_accuracy) {
  constexpr double each_side = 0.025;
  auto const all = tally.spoke();
  if (all == 0) return {0, 0, of_accuracy ? 1 : std::numeric_limits<double>::infinity()};
  Estimate const share{static_cast<double>(tally.right) / static_cast<double>(all),
                       verify::clopper_pearson_lower(tally.right, all, each_side),
                       verify::clopper_pearson_upper(tally.right, all, each_side)};
  if (of_accuracy) return share;
  auto const odds = tally.coin_odds;
  return {epsilon_of(share.value, odds), epsilon_of(share.lower, odds), epsilon_of(share.upper, odds)};
}

Move moved(BaselineEntry const& base, BaselineEntry const& head, double level, bool later) {
  Move move{.name = base.name, .base = base.reference, .head = head.current, .level = level, .beyond = base.beyond};
  auto const of_accuracy = base.beyond.has_value();
  move.base_estimate = estimate(move.base.tally, of_accuracy);
  move.head_estimate = estimate(move.head.tally, of_accuracy);
  auto const same = base.record && head.record ? digest(*head.record) == digest(*base.record)
                                               : head.beyond == base.beyond && !base.record && !head.record;
  if (head.question != base.question || !same) {
    move.kind = Move::Kind::asks_otherwise;
  } else if (later && head.current.versions == base.current.versions &&
             head.current.fingerprint == base.current.fingerprint) {
    move.kind = Move::Kind::not_looked_at;
  } else if (head.current.fingerprint == base.reference.fingerprint) {
    move.kind = Move::Kind::unchanged;
  } else {
    move.p_worse = verify::p_value_of_larger_odds(move.base.tally, move.head.tally);
    move.p_better = verify::p_value_of_larger_odds(move.head.tally, move.base.tally);
    move.kind = move.p_worse <= level    ? Move::Kind::worse
                : move.p_better <= level ? Move::Kind::better
                                         : Move::Kind::none;
  }
  return move;
}

}  // namespace

BaselineEntry const* Baseline::find(std::string_view name) const {
  auto const found = std::ranges::find(entries, name, &BaselineEntry::name);
  return found == entries.end() ? nullptr : &*found;
}

std::string to_json(Baseline const& baseline) {
  Json document{{"warner_baseline", format}, {"version", baseline.version}, {"level", baseline.level}};
  auto& entries = document["entries"] = Json::array();
  for (auto const& entry : baseline.entries)
    entries.push_back({{"name", entry.name},
                       {"question", entry.question},
                       {"reference", to_document(entry.reference)},
                       {"current", to_document(entry.current)},
                       {"errors_beyond", entry.beyond ? number(*entry.beyond) : Json(nullptr)},
                       {"record", entry.record ? parse_json(to_json(*entry.record)) : Json(nullptr)}});
  return document.dump(1);
}

Baseline baseline_from_json(std::string_view text) {
  auto const document = parse_json(text);
  JsonReader const reader{document, ""};
  reader["warner_baseline"].check(reader["warner_baseline"].whole() == format, "is another format's");
  Baseline baseline{.version = reader["version"].whole(), .level = reader["level"].real()};
  reader["version"].check(baseline.version >= 1, "is counted from 1");
  reader["level"].check(baseline.level > 0 && baseline.level < 1, "is not in (0, 1)");
  for (auto const& entry : reader["entries"].items()) {
    entry["name"].check(!baseline.find(entry["name"].text()), "comes twice");
    auto const record = entry["record"], beyond = entry["errors_beyond"];
    record.check(record.is_null() != beyond.is_null(), "is there, or errors_beyond is, and not both");
    baseline.entries.push_back(
        {.name = entry["name"].text(),
         .question = entry["question"].text(),
         .record = record.is_null() ? std::nullopt : std::optional{record_from_json(record.document())},
         .beyond = beyond.is_null() ? std::nullopt : std::optional{beyond.real()},
         .reference = evidence_from(entry["reference"]),
         .current = evidence_from(entry["current"])});
  }
  return baseline;
}

std::string to_json(std::vector<Move> const& moves) {
  constexpr std::array kinds{"unchanged", "none", "worse",          "better",
                             "appeared",  "gone", "asks otherwise", "not looked at"};
  auto const document = [](Estimate const& estimate) {
    return Json{
        {"value", number(estimate.value)}, {"lower", number(estimate.lower)}, {"upper", number(estimate.upper)}};
  };
  auto list = Json::array();
  for (auto const& move : moves)
    list.push_back({{"name", move.name},
                    {"move", kinds[static_cast<std::size_t>(move.kind)]},
                    {"of", move.beyond ? "accuracy" : "privacy"},
                    {"level", move.level},
                    {"p_worse", move.p_worse},
                    {"p_better", move.p_better},
                    {"errors_beyond", move.beyond ? number(*move.beyond) : Json(nullptr)},
                    {"base", {{"evidence", to_document(move.base)}, {"estimate", document(move.base_estimate)}}},
                    {"head", {{"evidence", to_document(move.head)}, {"estimate", document(move.head_estimate)}}}});
  return list.dump(1);
}

std::vector<Move> compare(Baseline const& base, Baseline const& head) {
  require(head.version >= base.version,
          fmt::format("head: its version {} is before version {} of the base (the base comes first)", head.version,
                      base.version));
  std::vector<Move> moves;
  constexpr double directions = 2;
  auto const level = verify::level_of_comparison(base.level, std::max<std::uint64_t>(1, head.version)) /
                     (directions * static_cast<double>(std::max<std::size_t>(1, base.entries.size())));
  for (auto const& entry : base.entries) {
    auto const* other = head.find(entry.name);
    moves.push_back(other ? moved(entry, *other, level, head.version > base.version)
                          : Move{.kind = Move::Kind::gone, .name = entry.name, .base = entry.reference});
  }
  for (auto const& entry : head.entries)
    if (!base.find(entry.name))
      moves.push_back({.kind = Move::Kind::appeared, .name = entry.name, .head = entry.current});
  return moves;
}

}  // namespace warner::results
