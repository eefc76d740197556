#include "results/audit/sequential_json.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "results/audit/strategy_json.hpp"

namespace warner::results {
namespace {

constexpr std::array<std::string_view, 3> ends{"refuted", "budget spent", "interrupted"};

Json nested_bets_json(verify::NestedRound const& round) {
  auto const& laid = round.laid;
  Json json{{"feature", {{"kind", verify::name_of(laid.feature.kind)}, {"column", laid.feature.column}}},
            {"negative", laid.negative},
            {"bets", Json::array()}};
  for (std::size_t l = 0; l < laid.bets.size(); ++l) {
    auto const& bet = laid.bets[l];
    json["bets"].push_back({{"d_from", number(bet.d_from)},
                            {"d_prime_to", number(bet.d_prime_to)},
                            {"epsilon", number(bet.epsilon)},
                            {"stake", number(bet.stake)},
                            {"right", round.tally.right[l]},
                            {"wrong", round.tally.wrong[l]}});
  }
  json["abstained"] = round.tally.abstained;
  return json;
}

verify::NestedRound nested_bets_from(JsonReader const& json) {
  auto const feature = json["feature"];
  verify::NestedRound round{
      {{verify::feature_kind_from(feature["kind"].text()), feature["column"].whole()}, json["negative"].truth(), {}},
      {}};
  using Kind = verify::Feature::Kind;
  auto const kind = round.laid.feature.kind;
  feature["kind"].check(kind != Kind::product && kind != Kind::remainder && kind != Kind::combination,
                        "is none that nested bets are laid on");
  for (auto const& bet : json["bets"].items()) {
    round.laid.bets.push_back(
        {bet["d_from"].real(), bet["d_prime_to"].real(), bet["epsilon"].real(), bet["stake"].real()});
    round.tally.right.push_back(bet["right"].whole());
    round.tally.wrong.push_back(bet["wrong"].whole());
  }
  round.tally.abstained = json["abstained"].whole();
  return round;
}

Json round_json(verify::Round const& round) {
  auto const& [tally, trials_d, right_d, right_d_prime] = round.game;
  auto looks = Json::array();
  for (auto const& look : round.looks) looks.push_back(look.count());
  Json json{{"first", round.looks.front().first},
            {"looks", looks},
            {"tally", {{"right", tally.right}, {"wrong", tally.wrong}, {"abstained", tally.abstained}}},
            {"trials_d", trials_d},
            {"right_d", right_d},
            {"right_d_prime", right_d_prime},
            {"log_wealth", number(round.log_wealth)}};
  json["strategy"] = to_json(round.strategy);
  if (!round.nested.laid.bets.empty()) json["layers"] = nested_bets_json(round.nested);
  return json;
}

/// Looks begin at whole blocks, each at the first one after the look before it.
std::vector<sim::Replicates> looks_from(JsonReader const& json) {
  std::vector<sim::Replicates> looks;
  auto first = json["first"].whole();
  json["first"].check(first % sim::block_size == 0, fmt::format("{} is no multiple of {}", first, sim::block_size));
  for (auto const& look : json["looks"].items()) {
    auto const trials = look.whole();
    look.check(trials > 0 && trials <= (std::uint64_t{1} << 53), fmt::format("{} is no number of trials", trials));
    looks.push_back({first, first + trials});
    first = (first + trials + sim::block_size - 1) / sim::block_size * sim::block_size;
  }
  json["looks"].check(!looks.empty(), "are none");
  return looks;
}

verify::Round round_from(JsonReader const& json) {
  verify::Round round{strategy_from_json(json["strategy"]), looks_from(json)};
  auto const tally = json["tally"];
  round.game = {{tally["right"].whole(), tally["wrong"].whole(), tally["abstained"].whole()},
                json["trials_d"].whole(),
                json["right_d"].whole(),
                json["right_d_prime"].whole()};
  round.log_wealth = json["log_wealth"].real();
  if (json.has("layers")) round.nested = nested_bets_from(json["layers"]);
  std::uint64_t trials = 0;
  for (auto const& look : round.looks) trials += look.count();
  tally.check(round.game.tally.trials() == trials,
              fmt::format("adds up to {} of {} trials", round.game.tally.trials(), trials));
  return round;
}

}  // namespace

Json to_json(Sequential const& sequential) {
  auto const& check = sequential.check;
  auto const refuted = check.end == verify::Check::End::refuted;
  Json json{{"ended", ends[static_cast<std::size_t>(check.end)]},
            {"budget", sequential.budget},
            {"trials_to_refutation", refuted ? Json(check.trials()) : Json(nullptr)},
            {"log_wealth", number(check.log_wealth)},
            {"e_value", number(std::exp(check.log_wealth))}};
  auto rounds = Json::array();
  for (auto const& round : check.rounds) rounds.push_back(round_json(round));
  json["rounds"] = rounds;
  return json;
}

Sequential sequential_from_json(JsonReader const& json) {
  Sequential sequential;
  sequential.budget = json["budget"].whole();
  auto& check = sequential.check;
  auto const ended = json["ended"].text();
  auto known = false;
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (ends[i] == ended) check.end = static_cast<verify::Check::End>(i), known = true;
  json["ended"].check(known, fmt::format("'{}' is unknown", ended));
  check.log_wealth = json["log_wealth"].real();
  for (auto const& round : json["rounds"].items()) check.rounds.push_back(round_from(round));
  return sequential;
}

std::uint64_t last_of(verify::Check const& check) {
  return check.rounds.empty() ? 0 : check.rounds.back().looks.back().last;
}

}  // namespace warner::results
