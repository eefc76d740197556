#include "results/suite/baseline_fields.hpp"

#include <array>
#include <set>

#include <fmt/format.h>

#include "results/audit/record_fields.hpp"

namespace warner::results {
namespace {

constexpr std::uint64_t format = 1;

Fields<Evidence> evidence_fields() {
  Fields<Evidence> fields;
  fields.always("fingerprint", &Evidence::fingerprint, type::text(), "of the program");
  fields.always("since", &Evidence::since, type::count(), "the version that it is of, first");
  fields.always("versions", &Evidence::versions, type::count(), "in which trials were added");
  fields.always("right", through(&Evidence::tally, &sim::Tally::right), type::count(),
                "guesses that are; of accuracy, errors beyond the size");
  fields.always("wrong", through(&Evidence::tally, &sim::Tally::wrong), type::count(),
                "the other guesses; of accuracy, errors within it");
  fields.always("abstained", through(&Evidence::tally, &sim::Tally::abstained), type::count(),
                "trials without a guess");
  fields.always("coin_odds", through(&Evidence::tally, &sim::Tally::coin_odds), type::at_least_one(),
                "of the game, as in a record");
  fields.settle([](JsonReader const& json, Evidence& evidence) {
    json["coin_odds"].check(evidence.tally.coin_odds >= 1, "is no odds of a coin");
  });
  return fields;
}

/// A pair of times as a list of two.
Json written(std::vector<verify::TimePair> const& pairs) {
  auto list = Json::array();
  for (auto const& pair : pairs) list.push_back({pair.base, pair.head});
  return list;
}

std::vector<verify::TimePair> pairs_from(JsonReader const& json) {
  std::vector<verify::TimePair> pairs;
  for (auto const& item : json.items()) {
    auto const both = item.items();
    item.check(both.size() == 2, "is no pair of times");
    pairs.push_back({both[0].whole(), both[1].whole()});
    item.check(pairs.back().base > 0 && pairs.back().head > 0, "has a time of 0");
  }
  return pairs;
}

Fields<Times> times_fields() {
  Fields<Times> fields;
  fields.always("base", &Times::base, type::text(), "the fingerprint of the older program");
  fields.always("head", &Times::head, type::text(), "and of the program as it is");
  fields.always("version", &Times::version, type::count(), "in which they were timed");
  fields.always("releases", &Times::releases, type::at_least_one(),
                "that each made in every turn; of a mechanism of the catalogue, trials of an audit");
  fields.always_by(
      "nanoseconds", type::list_of(type::list_of(type::at_least_one(), 2, 2)),
      "a pair for each pair of fresh processes: the time of four turns, of the older program and of this one",
      [](Times const& times) { return written(times.pairs); },
      [](JsonReader const& json, Times& times) { times.pairs = pairs_from(json["nanoseconds"]); });
  return fields;
}

Fields<BaselineEntry> entry_fields() {
  Fields<BaselineEntry> fields;
  fields.always("name", &BaselineEntry::name, type::text(), "of the entry of the suite");
  fields.always("question", &BaselineEntry::question, type::text(), "its words, which are another's when they change");
  fields.always("reference", &BaselineEntry::reference, evidence_fields(),
                "what was counted of the program that was accepted");
  fields.always("current", &BaselineEntry::current, evidence_fields(), "and of the program as it is");
  fields.or_missing("times", &BaselineEntry::times, times_fields(), "how long it took beside an older program");
  fields.or_null("errors_beyond", &BaselineEntry::beyond, type::number(), "of accuracy: the size of errors");
  fields.always_by(
      "record", or_null(type::object()), "of privacy: the measurement that froze the strategy ([record.md](record.md))",
      [](BaselineEntry const& entry) { return entry.record ? record_fields().written(*entry.record) : Json(nullptr); },
      [](JsonReader const& json, BaselineEntry& entry) {
        if (!json["record"].is_null()) entry.record = record_from_json(json["record"].document());
      });
  fields.settle([](JsonReader const& json, BaselineEntry& entry) {
    json["record"].check(entry.record.has_value() != entry.beyond.has_value(),
                         "is there, or errors_beyond is, and not both");
  });
  return fields;
}

Fields<Baseline> make_baseline_fields() {
  Fields<Baseline> fields;
  fields.always_by(
      "warner_baseline", type::constant(format), "the version of this contract",
      [](Baseline const&) { return Json(format); },
      [](JsonReader const& json, Baseline&) {
        json["warner_baseline"].check(json["warner_baseline"].whole() == format, "is another format's");
      });
  fields.always("version", &Baseline::version, type::at_least_one(), "updates so far");
  fields.always("level", &Baseline::level, type::level(), "that all comparisons of all versions spend together");
  fields.always("entries", &Baseline::entries, entry_fields(), "of the suite");
  fields.settle([](JsonReader const& json, Baseline& baseline) {
    std::set<std::string_view> names;
    for (auto const& entry : baseline.entries)
      json["entries"].check(names.insert(entry.name).second, fmt::format("have '{}' twice", entry.name));
  });
  return fields;
}

template <class Interval>
Fields<Interval> interval_fields(double Interval::*value, std::string const& what) {
  Fields<Interval> fields;
  fields.always("value", value, type::number(), what);
  fields.always("lower", &Interval::lower, type::number(), "end of its 95 % confidence interval");
  fields.always("upper", &Interval::upper, type::number(), "likewise");
  return fields;
}

/// What is known of one of two versions.
struct Side {
  Evidence evidence{};
  Estimate estimate{};
};

Fields<Side> side_fields() {
  Fields<Side> fields;
  fields.always("evidence", &Side::evidence, evidence_fields(), "what was counted");
  fields.always("estimate", &Side::estimate,
                interval_fields(&Estimate::value,
                                "of epsilon, by the odds of the guesses; of accuracy, of the share of "
                                "errors beyond"),
                "and what it says");
  return fields;
}

Fields<TimeMove> time_fields() {
  Fields<TimeMove> fields;
  fields.always("factor", &TimeMove::factor, type::number(), "up to which it may have become slower, or faster");
  fields.always("ratio", &TimeMove::ratio,
                interval_fields(&verify::TimeRatio::median, "of the times, this one's to the older one's"),
                "so many times as long does it take");
  fields.always("accepted", &TimeMove::accepted, type::boolean(),
                "whether the older program is the one that was accepted");
  fields.always("times", &TimeMove::times, times_fields(), "that were measured");
  return fields;
}

std::string of_what(Move const& move) { return move.time ? "time" : move.beyond ? "accuracy" : "privacy"; }

Fields<Move> make_move_fields() {
  static std::vector<std::string> const kinds{"unchanged", "none", "worse",          "better",
                                              "appeared",  "gone", "asks otherwise", "not looked at"};
  Fields<Move> fields;
  fields.always("name", &Move::name, type::text(), "of the entry; those that were timed come twice");
  fields.derived("move", type::one_of(kinds), "what is said of it: worse is a failure",
                 [](Move const& move) { return Json(kinds[static_cast<std::size_t>(move.kind)]); });
  fields.derived("of", type::one_of({"privacy", "accuracy", "time"}), "what has moved, or not",
                 [](Move const& move) { return Json(of_what(move)); });
  fields.always("level", &Move::level, type::probability(), "of each of the two directions");
  fields.always("p_worse", &Move::p_worse, type::probability(), "the p-value of a move to the worse");
  fields.always("p_better", &Move::p_better, type::probability(), "and to the better");
  fields.or_null("errors_beyond", &Move::beyond, type::number(), "of accuracy: the size of errors");
  auto const side = [&fields](std::string const& key, std::string const& meaning, Evidence Move::*evidence,
                              Estimate Move::*estimate) {
    fields.or_missing_by(
        key, side_fields().type(), meaning,
        [evidence, estimate](Move const& move) {
          return move.time ? std::nullopt : std::optional{side_fields().written({move.*evidence, move.*estimate})};
        },
        nullptr);
  };
  side("base", "of privacy and accuracy: the program that was accepted", &Move::base, &Move::base_estimate);
  side("head", "and the program as it is", &Move::head, &Move::head_estimate);
  fields.or_missing("time", &Move::time, time_fields(), "of time: both programs side by side");
  return fields;
}

}  // namespace

Fields<Baseline> const& baseline_fields() {
  static auto const fields = make_baseline_fields();
  return fields;
}

Fields<Move> const& move_fields() {
  static auto const fields = make_move_fields();
  return fields;
}

}  // namespace warner::results
