#include "results/audit/record_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/sequential_fields.hpp"
#include "results/audit/strategy_fields.hpp"
#include "verify/scores/rule.hpp"

namespace warner::results {
namespace {

using mechanisms::ApproximateDp;
using mechanisms::Pair;
using mechanisms::Relation;
using verify::DivergenceBounds;
using verify::Measurement;

constexpr std::string_view schema = "warner/record/1";
constexpr std::array<char const*, 5> kinds_of_columns{"real", "floating", "integer", "category", "flag"};  // by Kind

/// A member of the record's measurement.
template <class Member>
auto measured(Member Measurement::*member) {
  return through(&Record::measurement, member);
}

std::string name_of_kind(mechanisms::Column::Kind kind) {
  return std::string{kinds_of_columns.at(static_cast<std::size_t>(kind))};
}

Fields<mechanisms::Column> column_fields() {
  using mechanisms::Column;
  Fields<Column> fields;
  fields.always("name", &Column::name, type::name(), "as `say_d` has it");
  fields.always_by(
      "kind", type::one_of({kinds_of_columns.begin(), kinds_of_columns.end()}), "what its numbers are",
      [](Column const& column) { return Json(name_of_kind(column.kind)); },
      [](JsonReader const& json, Column& column) {
        auto const found = std::ranges::find(kinds_of_columns, json["kind"].text());
        json["kind"].check(found != kinds_of_columns.end(), "is unknown");
        column.kind = static_cast<Column::Kind>(found - kinds_of_columns.begin());
      });
  fields.or_missing("words", &Column::words, type::list_of(type::text()),
                    "of a category, what its numbers 0, 1, .. stand for; larger ones stand for words that no release "
                    "of the search had");
  fields.or_missing("zero_for_none", &Column::zero_for_none, type::constant(true),
                    "a 0 may mean that a release has no number here");
  return fields;
}

Fields<External> external_fields() {
  Fields<External> fields;
  fields.always("by", &External::kind, type::one_of({"exec", "plugin", "callable", "releases"}), "whence it is");
  fields.always("fingerprints", &External::fingerprints, type::list_of(type::fingerprint()),
                "of the library, and of the files in `files` (FNV-1a, 64 bits)");
  fields.always("columns", &External::columns, column_fields(), "what its releases were made into");
  fields.always_by(
      "schema", type::object(), "how releases become these columns, for programs",
      [](External const& external) { return parse_json(external.schema.empty() ? "{}" : external.schema); },
      [](JsonReader const& json, External& external) { external.schema = json["schema"].document(); });
  fields.or_missing(
      "notes", &External::notes, type::list_of(type::text()),
      "what readers should know of the releases: NaN, releases unlike all others, texts that never recur");
  fields.or_missing("crash_is_a_release", &External::crash_is_a_release, type::constant(true),
                    "that the program died was an outcome (`--crash-is-a-release`)");
  fields.or_missing("files", &External::files, type::list_of(type::text()),
                    "the names of files: of releases, or of datasets whose paths a program got");
  fields.or_missing("ideal_numbers", &External::ideal, type::constant(true),
                    "its numbers were taken for ideal real ones (`--ideal-numbers`)");
  fields.or_missing_by(
      "datasets", type::list_of(type::text(), 2, 2),
      "the two datasets as a program reads them, where that is not how `pair` writes them",
      [](External const& external) {
        return external.datasets ? std::optional{datasets_json(*external.datasets)} : std::nullopt;
      },
      [](JsonReader const& json, External& external) {
        if (!json.has("datasets")) return;
        auto const texts = json["datasets"].items();
        json["datasets"].check(texts.size() == 2, fmt::format("are {} texts, not 2", texts.size()));
        external.datasets = {texts[0].text(), texts[1].text()};
      });
  fields.or_missing("dataset_files", &External::dataset_files, type::list_of(type::name()),
                    "the names of two files in the record's own folder that hold the datasets");
  fields.or_missing("dataset_fingerprints", &External::dataset_fingerprints, type::list_of(type::fingerprint()),
                    "of both datasets, where they are too long for the record");
  fields.or_missing("by_path", &External::by_path, type::constant(true),
                    "the program got the paths of files with these datasets (`--as-files`)");
  fields.or_missing("name", &External::name, type::name(), "what the program calls itself");
  fields.or_missing("version", &External::version, type::name(), "and its version");
  fields.or_missing_by(
      "seeded", type::constant(false),
      "the program says that its randomness does not follow from the seeds: nobody can play the record again",
      [](External const& external) { return external.seeded ? std::nullopt : std::optional{Json(false)}; },
      [](JsonReader const& json, External& external) { external.seeded = !json.has("seeded"); });
  fields.or_missing("sought_among", &External::sought_among, type::at_least_one(),
                    "how many pairs this one was found among, with search trials");
  fields.or_missing("left_out", &External::left_out, type::list_of(type::text()),
                    "the pairs that were left out, for the program failed on one of their datasets");
  return fields;
}

void read_relation(JsonReader const& json, Pair& pair) {
  constexpr std::array relations{Relation::substitute, Relation::add_remove, Relation::one_differs,
                                 Relation::all_differ, Relation::value};
  auto const name = json["relation"].text();
  auto known = false;
  for (auto const relation : relations)
    if (mechanisms::name_of(relation) == name) pair.relation = relation, known = true;
  json["relation"].check(known, fmt::format("'{}' is unknown", name));
}

Fields<Pair> pair_fields() {
  Fields<Pair> fields;
  fields.always("d", &Pair::d, type::numbers(),
                "the one dataset; the mechanism says what the numbers mean. In the catalogue they are finite, but "
                "where a mechanism takes anything, and -0 is 0");
  fields.always("d_prime", &Pair::d_prime, type::numbers(), "its neighbour. Two equal ones have epsilon 0");
  fields.always_by(
      "relation", type::name(), "in which sense they are neighbours: `substitute`, `add/remove`, ..",
      [](Pair const& pair) { return Json(mechanisms::name_of(pair.relation)); }, read_relation);
  fields.or_missing("label", &Pair::label, type::text(), "the name of the pair among the mechanism's own");
  return fields;
}

Fields<ApproximateDp> statement_fields() {
  Fields<ApproximateDp> fields;
  fields.always("epsilon", &ApproximateDp::epsilon, type::nonnegative(), "of one statement");
  fields.always("delta", &ApproximateDp::delta, type::probability(), "of the same");
  return fields;
}

Fields<mechanisms::RenyiDp> renyi_fields() {
  using mechanisms::RenyiDp;
  Fields<RenyiDp> fields;
  fields.always("alpha", &RenyiDp::alpha, type::nonnegative(), "the order");
  fields.always("epsilon", &RenyiDp::epsilon, type::nonnegative(), "the divergence, in nats");
  return fields;
}

Fields<Record> make_claim_fields() {
  Fields<Record> fields;
  fields.always("epsilon", through(&Record::claim, &ApproximateDp::epsilon), type::nonnegative(),
                "of the (epsilon, delta) statement that was tested");
  fields.always("delta", through(&Record::claim, &ApproximateDp::delta), type::probability(), "of the same");
  fields.or_missing("mu", &Record::claimed_mu, type::nonnegative(),
                    "in a check of mu-Gaussian DP as a whole: the claimed mu; epsilon and delta are then its line at "
                    "epsilon = 0, and the decision is `mu_lower_bound > claim.mu`");
  auto const statement = statement_fields();
  fields.or_missing_by(
      "statements", type::list_of(statement.type(), 1),
      "in a check of a whole trade-off function (`--claim-tradeoff`), or where divergences or several things are "
      "claimed: the statements that were tested at once; in a check `claim.epsilon` and `claim.delta` are then the "
      "first of them, and the decision is that `sequential.e_value` reached 1 / `level`; in a measurement, that one of "
      "the claims is contradicted by r and w (below)",
      [statement](Record const& record) {
        return record.claimed_tradeoff
                   ? std::optional{values_of(statement).written(record.claimed_tradeoff->statements)}
                   : std::nullopt;
      },
      [statement](JsonReader const& json, Record& record) {
        if (json.has("statements"))
          values_of(statement).read(json["statements"], record.claimed_tradeoff.emplace().statements);
      });
  fields.or_missing_by(
      "rho", type::nonnegative(),
      "the claimed rho of zero-concentrated DP; `claim.statements` is then what it implies, and what was claimed "
      "besides",
      [](Record const& record) {
        return record.claimed_divergences.rho ? std::optional{number(*record.claimed_divergences.rho)} : std::nullopt;
      },
      [](JsonReader const& json, Record& record) {
        if (json.has("rho")) record.claimed_divergences.rho = json["rho"].real();
      });
  auto const renyi = renyi_fields();
  fields.or_missing(
      "renyi", [](auto& record) -> auto& { return record.claimed_divergences.renyi; }, renyi,
      "the claimed Renyi divergences, orders rising, likewise");
  fields.or_missing("with_others", &Record::claimed_with_others, type::constant(true),
                    "several claims were tested at once, not only divergences: `guarantee` has them in words, "
                    "`claim.statements` the statements of all");
  return fields;
}

/// Bounds on other divergences, which a record has all or none of: null where there are none.
void add_divergence(Fields<Record>& fields, std::string const& key, double DivergenceBounds::*bound, Type const& type,
                    std::string_view meaning) {
  fields.always_by(
      key, or_null(type), meaning,
      [bound](Record const& record) {
        auto const of_mu = record.claimed_mu && record.sequential && bound == &DivergenceBounds::mu;
        if (of_mu) return number(record.sequential->check.mu_lower_bound);
        return record.divergences ? number((*record.divergences).*bound) : Json(nullptr);
      },
      [bound, key](JsonReader const& json, Record& record) {
        if (json["renyi_lower_bound"].is_null()) return;
        if (!record.divergences) record.divergences.emplace();
        (*record.divergences).*bound = json[key].real();
      });
}

void add_divergences(Fields<Record>& fields) {
  add_divergence(fields, "delta_lower_bound", &DivergenceBounds::delta, type::probability(),
                 "certified: the delta of the pair at `claim.epsilon` is at least this. It and the next three hold "
                 "together at `level` (and beside the one of epsilon, at twice the level); in a check, at all times. "
                 "Where a check claims a mu, the four hold together at 1.75 `level`: `mu_lower_bound` has the whole "
                 "level, the other three have a quarter each");
  add_divergence(fields, "total_variation_lower_bound", &DivergenceBounds::total_variation, type::probability(),
                 "the total variation distance of the two laws, likewise");
  add_divergence(fields, "mu_lower_bound", &DivergenceBounds::mu, type::nonnegative(),
                 "the pair is not mu-Gaussian DP for any smaller mu, likewise. In a check of a claimed mu: at the "
                 "whole `level` by itself, at all times together");
  add_divergence(fields, "renyi_lower_bound", &DivergenceBounds::renyi, type::nonnegative(),
                 "the Renyi divergence of order 2, natural logarithm, the larger of the two directions, likewise");
}

/// With the odds of the coin; the tallies of a check's rounds have none.
Fields<sim::Tally> tally_and_odds() {
  auto fields = tally_fields();
  auto odds = type::one_of({});
  odds.schema["enum"] = {3, 7, 15};
  odds.words = "3, 7, 15";
  fields.or_missing_by(
      "odds", odds,
      "of a biased coin: so many trials of the dataset that the strategy never names, for each one of the dataset that "
      "it does. Missing: 1, the fair coin, as always in a check. Of such a tally, `epsilon_lower_bound` is logit of "
      "the Clopper-Pearson lower bound plus ln(`odds`), at delta = 0; ln(`odds` (r - delta / (1 + `odds`)) / w) at "
      "delta > 0",
      [](sim::Tally const& tally) {
        return tally.coin_odds != 1 ? std::optional{Json(tally.coin_odds)} : std::nullopt;
      },
      [](JsonReader const& json, sim::Tally& tally) {
        if (json.has("odds")) tally.coin_odds = json["odds"].whole();
      });
  return fields;
}

Fields<Measurement> trials_fields() {
  Fields<Measurement> fields;
  fields.always("search", &Measurement::search_trials, type::count(), "trials to find a strategy");
  fields.always("certify", &Measurement::certify_trials, type::count(),
                "fresh trials to certify it; together with those of the search, the budget");
  return fields;
}

Fields<Measurement> witness_fields() {
  Fields<Measurement> fields;
  fields.derived("score", type::one_of({"bins", "atoms", "additive", "likelihood", "trees", "rows"}),
                 "the kind of score that won",
                 [](Measurement const& of) { return Json(verify::name_of(of.strategy.score)); });
  fields.derived("say_d", type::text(), "the rule in words: which releases it calls D",
                 [](Measurement const& of) { return Json(verify::say_d(of.strategy, of.columns)); });
  fields.derived("say_d_prime", type::text(), "and which D'",
                 [](Measurement const& of) { return Json(verify::say_d_prime(of.strategy, of.columns)); });
  fields.or_missing_by(
      "event", type::text(), "`strategy.plain` in words: what gives D or D' away, in short",
      [](Measurement const& of) {
        return of.strategy.plain ? std::optional{Json(verify::plain_event(of.strategy, of.columns))} : std::nullopt;
      },
      [](JsonReader const&, Measurement&) {});
  fields.always("probability_d", &Measurement::probability_d, type::probability(),
                "how often it said D in the trials under D: an estimate");
  fields.always("probability_d_prime", &Measurement::probability_d_prime, type::probability(), "D' under D', likewise");
  fields.always("strategy", &Measurement::strategy, strategy_fields(), "the rule itself, complete: see below");
  return fields;
}

Fields<Record> provenance_fields() {
  auto const from = [](auto member) { return through(&Record::provenance, member); };
  Fields<Record> fields;
  fields.always("version", from(&Provenance::version), type::name(), "of Warner");
  fields.always("commit", from(&Provenance::commit), type::name(), "it was built from");
  fields.always("compiler", from(&Provenance::compiler), type::name(), "that built it");
  fields.always("cpu", from(&Provenance::cpu), type::name(), "it ran on");
  fields.always("isa", from(&Provenance::isa), type::name(), "instruction set of the kernels");
  fields.derived("digest", type::fingerprint(),
                 "names the question: FNV-1a (64 bits) of mechanism (whence, fingerprints, `ideal_numbers` and "
                 "`datasets`, of one outside the catalogue), parameters, pair, claim, delta, level, budget, white box "
                 "or not, seed, generator, version, of a check, the verb, and what else was asked that is not usual "
                 "(The digest, below)",
                 [](Record const& record) { return Json(digest(record)); });
  return fields;
}

char const* decision_of(Record const& record) { return record.refuted() ? "refuted" : "not refuted"; }

Type pair_of_counts() {
  Type type{Json::object(), "[first, last)"};
  type.schema["type"] = "array";
  type.schema["prefixItems"] = Json::array({type::count().schema, type::count().schema});
  type.schema["minItems"] = 2;
  type.schema["maxItems"] = 2;
  return type;
}

void settle_odds(JsonReader const& json, Measurement& measurement) {
  if (!json["tally"].has("odds")) return;
  measurement.strategy.coin_odds = measurement.tally.coin_odds;
  json["tally"]["odds"].check(
      measurement.strategy.coin_odds_are_possible(),
      fmt::format("{} is not 3, 7 or 15 with a strategy that speaks in one direction", measurement.tally.coin_odds));
}

void settle_check(JsonReader const& json, Record& record) {
  auto& check = record.sequential->check;
  if (record.claimed_mu) check.mu_lower_bound = json["mu_lower_bound"].real();
  check.epsilon_lower_bound = record.measurement.epsilon_lower_bound;
  if (record.rho_lower_bound) check.divergence_lower_bound = *record.rho_lower_bound;
  else if (!record.renyi_lower_bounds.empty()) check.divergence_lower_bound = record.renyi_lower_bounds.front().epsilon;
  json["sequential"].check(check.tally() == record.measurement.tally, "its rounds do not add up to the tally");
}

void settle(JsonReader const& json, Record& record) {
  auto& measurement = record.measurement;
  if (record.external) measurement.columns = record.external->columns;
  json["tally"].check(
      measurement.tally.trials() == measurement.certify_trials,
      fmt::format("adds up to {} of {} certifying trials", measurement.tally.trials(), measurement.certify_trials));
  settle_odds(json, measurement);
  if (measurement.strategies) {
    json["strategies"].check(*measurement.strategies > 1, "are not several");
    json["strategies"].check(!record.sequential && !record.timing, "are of a measurement that is not timed");
  }
  if (record.claimed_tradeoff) record.claimed_tradeoff->words = record.guarantee;
  json["claim"].check(record.claimed_divergences.empty() || record.claimed_tradeoff,
                      "divergences without the statements that they imply");
  verify::validate(record.claimed_divergences);
  if (!record.sequential && record.claimed_tradeoff) record.refutes_whole = json["decision"].text() == "refuted";
  if (record.sequential) settle_check(json, record);
  json["decision"].check(json["decision"].text() == decision_of(record),
                         "contradicts epsilon_lower_bound and the claim");
  if (record.claimed_tradeoff && record.sequential && record.refuted())
    json["sequential"].check(record.sequential->check.log_wealth >= -std::log(measurement.level),
                             "a wealth that refutes nothing");
}

void read_schema(JsonReader const& json, Record&) {
  auto const named = json["schema"].text();
  json["schema"].check(named == schema, fmt::format("'{}' is unknown (this program reads {})", named, schema));
}

/// What was asked.
void add_question(Fields<Record>& fields) {
  fields.always_by(
      "schema", type::constant(schema), "the version of this contract", [](Record const&) { return Json(schema); },
      read_schema);
  fields.derived("verb", type::one_of({"measure", "check"}), "what made the record",
                 [](Record const& record) { return Json(record.sequential ? "check" : "measure"); });
  fields.always("mechanism", &Record::mechanism, type::name(),
                "its name in `warner list`; of one that is not there, the command, or the names of the two files");
  fields.or_missing("external", &Record::external, external_fields(),
                    "of a mechanism that is in no catalogue ([docs/external.md](../external.md))");
  fields.always("parameters", &Record::parameters, type::named_numbers(),
                "every number that the mechanism was made from, those that followed from others included");
  fields.always("pair", &Record::pair, pair_fields(), "");
  fields.or_missing("pair_sought", &Record::pair_sought, type::boolean(),
                    "true where `pair` was chosen among several by the search, and not named");
  fields.or_missing("lengths", &Record::lengths, type::list_of(type::at_least_one(), 1),
                    "only where pairs of several lengths competed: which; the first is the one that was asked for or "
                    "is usual, and `parameters` has the one that was certified");
  fields.part("claim", claim_fields(), "");
  fields.or_missing("among", through(&Record::asked, &AskedOfSearch::among), type::fingerprint(),
                    "only where pairs or lengths were named to choose from: of what was named");
  fields.always("guarantee", &Record::guarantee, type::text(),
                "the guarantee that it follows from, in words (\"mu = 0.5\")");
  fields.or_null("flaw", &Record::flaw, type::text(),
                 "what is wrong on purpose; null for a mechanism that means what it claims");
  fields.always("delta", measured(&Measurement::delta), type::probability(), "the delta at which epsilon was bounded");
  fields.always("level", measured(&Measurement::level), type::level(),
                "the probability that `epsilon_lower_bound` is above the pair's epsilon is at most this");
  fields.or_null("family", &Record::family, type::at_least_one(),
                 "when several audits share one family-wise level: how many; each then has its share as `level`");
  fields.or_missing(
      "strategies", measured(&Measurement::strategies), type::at_least_one(),
      "of a measurement, where the search could not tell which of several strategies is best: how many were frozen and "
      "played on the same trials. The witness is the one of the largest `epsilon_lower_bound`. All that is certified "
      "of it holds at `level` / `strategies`, so that the largest one holds at `level`");
}

/// What was found.
void add_answer(Fields<Record>& fields) {
  fields.derived("decision", type::one_of({"refuted", "not refuted"}),
                 "`epsilon_lower_bound > claim.epsilon`, or not. There is no \"private\"",
                 [](Record const& record) { return Json(decision_of(record)); });
  fields.always("epsilon_lower_bound", measured(&Measurement::epsilon_lower_bound), type::at_least_0(),
                "certified, see `level`");
  fields.always("epsilon_estimate", measured(&Measurement::epsilon_estimate), type::nonnegative(),
                "the plug-in value of the same tally, perhaps `\"inf\"`; it certifies nothing");
  fields.or_missing("until_width", measured(&Measurement::until_width), type::at_least_0(),
                    "only where it was asked for: `epsilon_lower_bound` should come so near to `epsilon_estimate`, and "
                    "the number of trials followed from that, before they were drawn");
  fields.or_null("epsilon_exact", measured(&Measurement::epsilon_exact), type::nonnegative(),
                 "the true epsilon of this pair at `delta`; null where no closed form or exact computation is known");
  add_divergences(fields);
  fields.or_missing(
      "rho_lower_bound", &Record::rho_lower_bound, type::at_least_0(),
      "certified, where a rho was claimed: the pair is not rho-zero-concentrated for any smaller one. In a "
      "measurement, together with the four above; in a check, at the whole `level`, and only where "
      "nothing else was claimed");
  fields.or_missing("renyi_lower_bounds", &Record::renyi_lower_bounds, renyi_fields(),
                    "the same of each order at which a Renyi divergence was claimed");
  fields.always("tally", measured(&Measurement::tally), tally_and_odds(),
                "the certifying trials: they add up to `trials.certify`");
  fields.always("trials", &Record::measurement, trials_fields(), "");
  fields.always("witness", &Record::measurement, witness_fields(), "");
  fields.or_null("detectable_epsilon", &Record::detectable_epsilon, type::nonnegative(),
                 "the smallest epsilon above the claim that would have been refuted with probability 0.99, had it been "
                 "the odds of the guesses: given how many there were, and of how many trials. At delta > 0 their rate "
                 "is an upper confidence bound, which takes half of the 0.01. Of a check: by one round of all its "
                 "trials. `\"inf\"`: none would have been. Null where `claim.mu` or `claim.statements` is there: no "
                 "epsilon is tested then");
  fields.always("blind_spot", &Record::blind_spot, type::probability(),
                "the smallest mass m such that an event of mass m under D, impossible under D', would have been "
                "refuted with probability 0.99, with the fair coin and by an adversary who waits for it alone; 1 where "
                "none would have been. By the rule that decided; of a check: by one round of all its trials");
}

/// What was asked of the search that is not usual.
void add_asked(Fields<Record>& fields) {
  fields.or_missing("low_bits", through(&Record::asked, &AskedOfSearch::low_bits), type::constant(true),
                    "strategies might read the low bits of real numbers, too (`--low-bits`)");
  fields.or_missing_by(
      "white_box_allowed", type::constant(true),
      "the rule might have read the mechanism's density (`--white-box`), and does not",
      [](Record const& record) {
        return record.asked.white_box && !record.white_box() ? std::optional{Json(true)} : std::nullopt;
      },
      [](JsonReader const& json, Record& record) { record.asked.white_box = json.has("white_box_allowed"); });
  fields.or_missing("search_budget", through(&Record::asked, &AskedOfSearch::search_budget), type::at_least_one(),
                    "only where it was asked for: trials to search on, at most (`--search-budget`)");
  fields.or_missing("until_budget", through(&Record::asked, &AskedOfSearch::until_budget), type::at_least_one(),
                    "of a measurement with `until_width`: trials that it might take altogether");
}

/// How to play it again.
void add_circumstances(Fields<Record>& fields) {
  fields.derived("white_box", type::boolean(), "the rule read the mechanism's density",
                 [](Record const& record) { return Json(record.white_box()); });
  fields.or_missing("timing", &Record::timing, type::boolean(),
                    "true: releases were made one at a time, and how long each took, in nanoseconds, was their last "
                    "column. No density and no exact epsilon knows of it. The `epsilon_lower_bound` of a measurement "
                    "is then that of a check of one round ([timing](../theory/timing.md))");
  add_asked(fields);
  fields.always("seed", &Record::seed, type::count(), "names every draw, together with `generator`");
  fields.or_missing("earlier_seeds", &Record::earlier_seeds, type::list_of(type::count(), 1),
                    "only of fresh releases, which a strategy that was found elsewhere is played on: the seeds of all "
                    "releases that it was found on, or played on before");
  fields.always("generator", &Record::generator, type::one_of({"ars", "philox", "aes"}),
                "the counter-based generator; another one is another stream");
  fields.derived("replicates", pair_of_counts(), "the range of certifying trials", [](Record const& record) {
    return Json::array({0, record.sequential ? last_of(record.sequential->check) : record.measurement.certify_trials});
  });
  fields.derived("stopping", type::one_of({"fixed", "anytime"}),
                 "`fixed`: the number of trials was fixed beforehand. `anytime`: the bound holds at all numbers of "
                 "trials together, and the check stopped when it saw a refutation",
                 [](Record const& record) { return Json(record.sequential ? "anytime" : "fixed"); });
  fields.or_null("sequential", &Record::sequential, sequential_fields(),
                 "of a check, how it went (below); null for a measurement");
  fields.or_missing("planned_seconds", &Record::planned_seconds, type::at_least_0(),
                    "only where a time was asked for in place of a budget: the budget is what that machine does in it, "
                    "and was fixed before any trial, by pilots of another seed");
  fields.always("seconds", &Record::seconds, type::at_least_0(), "wall clock of the audit");
  fields.part("provenance", provenance_fields(), "");
}

}  // namespace

Json datasets_json(mechanisms::external::WrittenPair const& datasets) {
  return Json::array({datasets.d, datasets.d_prime});
}

Fields<Record> const& claim_fields() {
  static auto const made = make_claim_fields();
  return made;
}

Fields<Record> const& record_fields() {
  static auto const made = [] {
    Fields<Record> fields;
    add_question(fields);
    add_answer(fields);
    add_circumstances(fields);
    fields.settle(settle);
    return fields;
  }();
  return made;
}

}  // namespace warner::results
