#include "results/audit/sequential_fields.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/strategy_fields.hpp"
#include "sim/byte_hash.hpp"

namespace warner::results {
namespace {

using verify::Check;
using verify::Feature;
using verify::Game;
using verify::NestedBets;
using verify::NestedRound;
using verify::Round;

/// One layer with what was seen of it.
struct Bet {
  verify::NestedBet layer{};
  std::uint64_t right = 0, wrong = 0;
};

std::vector<Bet> bets_of(NestedRound const& round) {
  std::vector<Bet> bets;
  for (std::size_t l = 0; l < round.laid.bets.size(); ++l)
    bets.push_back({round.laid.bets[l], round.tally.right[l], round.tally.wrong[l]});
  return bets;
}

Fields<Bet> bet_fields() {
  using verify::NestedBet;
  Fields<Bet> fields;
  fields.always("d_from", through(&Bet::layer, &NestedBet::d_from), type::number(), "says D from this value on");
  fields.always("d_prime_to", through(&Bet::layer, &NestedBet::d_prime_to), type::number(), "says D' up to this value");
  fields.always(
      "epsilon", through(&Bet::layer, &NestedBet::epsilon), type::number(),
      "the line of G_mu, or of the statements, that it bets on; with `on_divergence`, the privacy loss that a "
      "release in this layer and in none after it is taken to have");
  fields.always("stake", through(&Bet::layer, &NestedBet::stake), type::nonnegative(),
                "what it stakes; with `on_divergence`, 0");
  fields.always("right", &Bet::right, type::count(), "right guesses that reached this bet and none after it");
  fields.always("wrong", &Bet::wrong, type::count(), "wrong ones, likewise");
  return fields;
}

Fields<NestedRound> layer_fields() {
  Fields<NestedRound> fields;
  auto feature = kind_and_column();
  feature.settle([](JsonReader const& json, Feature& laid_on) {
    json["kind"].check(!reads_other(laid_on.kind) && !reads_parameters(laid_on.kind),
                       "is none that layers are laid on");
  });
  fields.always("feature", through(&NestedRound::laid, &NestedBets::feature), feature,
                "what of a release they look at");
  fields.always("negative", through(&NestedRound::laid, &NestedBets::negative), type::boolean(),
                "they look at minus the feature");
  fields.or_missing("on_score", through(&NestedRound::laid, &NestedBets::on_score), type::constant(true),
                    "they look at the score of the round's strategy instead");
  using verify::DivergenceBet;
  Fields<DivergenceBet> on_divergence;
  on_divergence.always("order", &DivergenceBet::order, type::nonnegative(),
                       "of the divergence, 1 being Kullback-Leibler's");
  on_divergence.always("stake", &DivergenceBet::stake, type::nonnegative(), "what is staked on all layers together");
  on_divergence.settle([](JsonReader const& json, DivergenceBet& bet) {
    json["order"].check(bet.order >= 1, fmt::format("{} is below 1", bet.order));
    json["stake"].check(bet.stake >= 0, fmt::format("{} is negative", bet.stake));
  });
  fields.or_missing("on_divergence", through(&NestedRound::laid, &NestedBets::on_divergence), on_divergence,
                    "in place of bets on lines, one on a Renyi divergence");
  auto const bets = bet_fields();
  fields.always_by(
      "bets", type::list_of(bets.type()), "",
      [bets](NestedRound const& round) { return values_of(bets).written(bets_of(round)); },
      [bets](JsonReader const& json, NestedRound& round) {
        for (auto const& item : json["bets"].items()) {
          auto const bet = bets.made_from(item);
          round.laid.bets.push_back(bet.layer);
          round.tally.right.push_back(bet.right);
          round.tally.wrong.push_back(bet.wrong);
        }
      });
  fields.always("abstained", through(&NestedRound::tally, &verify::NestedTally::abstained), type::count(),
                "releases that no bet took");
  return fields;
}

/// Looks begin at whole blocks, each at the first one after the look before it.
void read_looks(JsonReader const& json, Round& round) {
  auto first = json["first"].whole();
  json["first"].check(first % sim::block_size == 0, fmt::format("{} is no multiple of {}", first, sim::block_size));
  for (auto const& look : json["looks"].items()) {
    auto const trials = look.whole();
    look.check(trials > 0 && trials <= (std::uint64_t{1} << 53), fmt::format("{} is no number of trials", trials));
    round.looks.push_back({first, first + trials});
    first = (first + trials + sim::block_size - 1) / sim::block_size * sim::block_size;
  }
  json["looks"].check(!round.looks.empty(), "are none");
}

Type start_of_a_block() {
  auto type = type::count();
  type.schema = Json::object();
  type.schema["type"] = "integer";
  type.schema["minimum"] = 0;
  type.schema["multipleOf"] = sim::block_size;
  return type;
}

void require_counts(JsonReader const& json, Round& round) {
  std::uint64_t trials = 0;
  for (auto const& look : round.looks) trials += look.count();
  json["tally"].check(round.game.tally.trials() == trials,
                      fmt::format("adds up to {} of {} trials", round.game.tally.trials(), trials));
}

Fields<Round> round_fields() {
  Fields<Round> fields;
  fields.derived("first", start_of_a_block(), "the first replicate",
                 [](Round const& round) { return Json(round.looks.front().first); });
  fields.always_by(
      "looks", type::list_of(type::at_least_one(), 1),
      "how many trials were played before each look at the wealth; every look starts at the next multiple of 4096",
      [](Round const& round) {
        auto looks = Json::array();
        for (auto const& look : round.looks) looks.push_back(look.count());
        return looks;
      },
      read_looks);
  fields.always("tally", through(&Round::game, &Game::tally), tally_fields(), "");
  fields.always("trials_d", through(&Round::game, &Game::trials_d), type::count(), "trials under D");
  fields.always("right_d", through(&Round::game, &Game::right_d), type::count(), "right guesses among these");
  fields.always("right_d_prime", through(&Round::game, &Game::right_d_prime), type::count(),
                "right guesses among the others");
  fields.always("log_wealth", &Round::log_wealth, type::number(), "after this round and all before it");
  fields.always("strategy", &Round::strategy, strategy_fields(), "frozen before the round: below");
  auto const layers = layer_fields();
  fields.or_missing_by(
      "layers", layers.type(), "against a claim that is tested whole: what was staked on the same releases besides",
      [layers](Round const& round) {
        return round.nested.laid.bets.empty() ? std::nullopt : std::optional{layers.written(round.nested)};
      },
      [layers](JsonReader const& json, Round& round) {
        if (json.has("layers")) layers.read(json["layers"], round.nested);
      });
  fields.settle(require_counts);
  return fields;
}

constexpr std::array<char const*, 4> ends{"refuted", "budget spent", "interrupted", "width reached"};

void read_end(JsonReader const& json, Sequential& sequential) {
  auto const ended = json["ended"].text();
  auto known = false;
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (ends[i] == ended) sequential.check.end = static_cast<Check::End>(i), known = true;
  json["ended"].check(known, fmt::format("'{}' is unknown", ended));
}

}  // namespace

Fields<sim::Tally> tally_fields() {
  Fields<sim::Tally> fields;
  fields.always("right", &sim::Tally::right, type::count(), "right guesses");
  fields.always("wrong", &sim::Tally::wrong, type::count(), "wrong guesses");
  fields.always("abstained", &sim::Tally::abstained, type::count(), "trials without a guess");
  return fields;
}

Fields<Sequential> const& sequential_fields() {
  static auto const made = [] {
    Fields<Sequential> fields{"sequential"};
    fields.always_by(
        "ended", type::one_of({ends.begin(), ends.end()}), "why it stopped",
        [](Sequential const& of) { return Json(ends[static_cast<std::size_t>(of.check.end)]); }, read_end);
    fields.always("budget", &Sequential::budget, type::count(), "trials at most");
    fields.derived("trials_to_refutation", or_null(type::count()), "how many it took", [](Sequential const& of) {
      return of.check.end == Check::End::refuted ? Json(of.check.trials()) : Json(nullptr);
    });
    fields.always("log_wealth", through(&Sequential::check, &Check::log_wealth), type::number(),
                  "natural logarithm of `e_value`");
    fields.derived(
        "e_value", type::nonnegative(),
        "the wealth against the claim at the end: an e-value, whose mean is at most 1 where the claim is true",
        [](Sequential const& of) { return number(std::exp(of.check.log_wealth)); });
    fields.always("rounds", through(&Sequential::check, &Check::rounds), round_fields(), "in order");
    return fields;
  }();
  return made;
}

std::uint64_t last_of(verify::Check const& check) {
  return check.rounds.empty() ? 0 : check.rounds.back().looks.back().last;
}

std::uint64_t fingerprint_of(verify::Round const& round) {
  auto bare = round;
  bare.looks = {{0, sim::block_size}};
  bare.game = {};
  bare.log_wealth = 0;
  bare.nested.tally = {std::vector<std::uint64_t>(bare.nested.laid.bets.size()),
                       std::vector<std::uint64_t>(bare.nested.laid.bets.size()), 0};
  static auto const fields = round_fields();
  return sim::hash_of_bytes(fields.written(bare).dump());
}

}  // namespace warner::results
