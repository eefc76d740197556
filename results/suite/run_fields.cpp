#include "results/suite/run_fields.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "results/audit/record_fields.hpp"
#include "results/suite/identity.hpp"
#include "results/suite/rule.hpp"

namespace warner::results {
namespace {

constexpr std::string_view schema = "warner/run/1";
constexpr std::array verdicts{Verdict::passed, Verdict::failed, Verdict::inconclusive, Verdict::error};

Type verdict_type() {
  std::vector<std::string> words;
  for (auto const verdict : verdicts) words.emplace_back(word_of(verdict));
  return type::one_of(words);
}

Fields<Place> place_fields() {
  Fields<Place> fields;
  fields.always("file", &Place::file, type::text(), "the suite's, as it was named");
  fields.always("line", &Place::line, type::count(), "from 1; 0: not known");
  fields.always("column", &Place::column, type::count(), "likewise");
  return fields;
}

void add_verdict(Fields<Outcome>& fields) {
  fields.always_by(
      "verdict", verdict_type(), "what the build says of it",
      [](Outcome const& outcome) { return Json(word_of(outcome.verdict)); },
      [](JsonReader const& json, Outcome& outcome) {
        auto const* const found = std::ranges::find(verdicts, json["verdict"].text(), word_of);
        json["verdict"].check(found != verdicts.end(), "is unknown");
        outcome.verdict = *found;
      });
}

void add_record(Fields<Outcome>& fields) {
  fields.always_by(
      "record", or_null(type::object()),
      "of the audit ([record.md](record.md)); of an earlier witness that refuted again, that of its replay; null where "
      "nothing was played to its end",
      [](Outcome const& outcome) { return outcome.record ? record_fields().written(*outcome.record) : Json(nullptr); },
      [](JsonReader const& json, Outcome& outcome) {
        if (!json["record"].is_null()) outcome.record = record_fields().made_from(json["record"]);
      });
}

/// A verdict follows from the record and what was expected, where there are both.
void settle(JsonReader const& json, Outcome& outcome) {
  auto const decided = outcome.verdict == Verdict::passed || outcome.verdict == Verdict::failed;
  if (!outcome.record || !decided) return;
  json["verdict"].check(outcome.record->refuted() == ((outcome.verdict == Verdict::failed) != outcome.leaks),
                        "contradicts the record");
}

Fields<Outcome> make_outcome_fields() {
  Fields<Outcome> fields;
  fields.always("name", &Outcome::name, type::name(), "of the case: of no other in the run, and the same in every run");
  fields.or_missing("group", &Outcome::group, type::text(), "that it is in");
  fields.or_missing("tags", &Outcome::tags, type::list_of(type::text()), "that it has");
  fields.always("place", &Outcome::place, place_fields(), "where it is declared");
  fields.always("mechanism", &Outcome::mechanism, type::text(), "in the words of the suite's file");
  fields.always("claim", &Outcome::claim, type::text(), "in words");
  fields.or_missing("leaks", &Outcome::leaks, type::constant(true),
                    "a leak is expected: a twin that is broken on purpose, and passes when it is refuted");
  fields.derived("identity", type::fingerprint(),
                 "names what it is about: FNV-1a (64 bits) of mechanism, parameters, pair and claim",
                 [](Outcome const& outcome) { return Json(identity(outcome)); });
  add_verdict(fields);
  fields.derived("rule", type::name(), "what is wrong, or could have been, as the reports number it",
                 [](Outcome const& outcome) { return Json(rule_of(outcome).id); });
  fields.or_missing("problem", &Outcome::problem, type::text(), "of an error: one sentence");
  fields.or_missing("finding", &Outcome::finding, type::text(), "of accuracy: what is certified, in words");
  fields.or_missing("notes", &Outcome::notes, type::list_of(type::text()), "what readers should know");
  fields.always("level", &Outcome::level, type::probability(), "its share of the run's");
  fields.always("power", &Outcome::power, type::probability(), "so likely the planned trials find the violation");
  fields.always("violation", &Outcome::violation, type::number(),
                "a leak of this size, in the claim's currency; 0: not known");
  fields.always("planned", &Outcome::planned, type::count(), "trials that this power takes");
  fields.always("trials", &Outcome::trials, type::count(), "that were played, those of earlier witnesses included");
  fields.always("seconds", &Outcome::seconds, type::at_least_0(), "that it took");
  fields.or_missing_by(
      "more_seconds", type::at_least_0(), "of an inconclusive case: what the missing trials would take",
      [](Outcome const& outcome) {
        return outcome.more_seconds > 0 ? std::optional{number(outcome.more_seconds)} : std::nullopt;
      },
      [](JsonReader const& json, Outcome& outcome) {
        if (json.has("more_seconds")) outcome.more_seconds = json["more_seconds"].real();
      });
  fields.always("replayed", &Outcome::replayed, type::count(), "earlier witnesses that were played first");
  fields.or_missing("regression", &Outcome::regression, type::text(),
                    "the file of an earlier witness that refuted again, or of a new one");
  fields.or_missing("command", &Outcome::command, type::text(),
                    "asks the same question again, by a shell in the suite's folder");
  fields.or_missing("smaller", &Outcome::smaller, type::text(), "makes a smaller example of a failure");
  add_record(fields);
  fields.settle(settle);
  return fields;
}

Fields<Run> counts_fields() {
  Fields<Run> fields;
  for (auto const verdict : verdicts)
    fields.derived(word_of(verdict), type::count(), "", [verdict](Run const& run) { return Json(run.count(verdict)); });
  return fields;
}

Fields<Run> make_run_fields() {
  Fields<Run> fields;
  fields.always_by(
      "schema", type::constant(schema), "the version of this contract", [](Run const&) { return Json(schema); },
      [](JsonReader const& json, Run&) {
        auto const named = json["schema"].text();
        json["schema"].check(named == schema, fmt::format("'{}' is unknown (this program reads {})", named, schema));
      });
  fields.always("suite", &Run::suite, type::text(), "the suite's file, as it was named");
  fields.always("started", &Run::started, type::text(), "UTC, ISO 8601");
  fields.always("seconds", &Run::seconds, type::at_least_0(), "that it took, by the clock");
  fields.or_missing("interrupted", &Run::interrupted, type::constant(true), "it was stopped before its end");
  fields.always("level", &Run::level, type::level(),
                "a suite of sound mechanisms has a failed case with this probability at most");
  fields.always("deselected", &Run::deselected, type::count(), "cases that were left out");
  fields.derived("counts", {counts_fields().schema(), "object"}, "how many cases have which verdict",
                 [](Run const& run) { return counts_fields().written(run); });
  fields.always("outcomes", &Run::outcomes, outcome_fields(), "of the cases, in the order of the file");
  fields.settle([](JsonReader const& json, Run& run) {
    std::set<std::string_view> names;
    for (auto const& outcome : run.outcomes)
      json["outcomes"].check(names.insert(outcome.name).second, fmt::format("have '{}' twice", outcome.name));
  });
  return fields;
}

}  // namespace

Fields<Outcome> const& outcome_fields() {
  static auto const fields = make_outcome_fields();
  return fields;
}

Fields<Run> const& run_fields() {
  static auto const fields = make_run_fields();
  return fields;
}

}  // namespace warner::results
