#include "results/audit/strategy_fields.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "sim/edges.hpp"

namespace warner::results {
namespace {

using namespace verify;

constexpr std::uint64_t most_columns = std::uint64_t{1} << 32, most_rows = std::uint64_t{1} << 16;

bool are_finite(std::vector<double> const& values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

bool increase(std::vector<double> const& edges) {
  return std::ranges::none_of(edges, [](double edge) { return std::isnan(edge); }) &&
         std::ranges::adjacent_find(edges, std::ranges::greater_equal{}) == edges.end();
}

void require_parameters(JsonReader const& json, Feature const& feature) {
  using Kind = Feature::Kind;
  auto const& parameters = feature.parameters;
  json["parameters"].check(are_finite(parameters), "one is not finite");
  json["parameters"].check(feature.kind != Kind::product || parameters.size() == 2, "are not two");
  auto const are_positive = std::ranges::all_of(parameters, [](double x) { return x > 0; });
  json["parameters"].check(feature.kind != Kind::remainder_of_sum || (!parameters.empty() && parameters[0] > 0),
                           "are not a modulus above 0, and weights");
  auto const one_or_two = parameters.size() == 1 || parameters.size() == 2;
  json["parameters"].check(feature.kind != Kind::remainder || (one_or_two && are_positive),
                           "are not a modulus above 0, and at most a step above 0");
  json["parameters"].check(feature.kind != Kind::sum_of_two ||
                               (parameters.size() == 2 && parameters[1] > 0 && std::fabs(parameters[0]) == 1),
                           "are not 1 or -1, and a step above 0");
  json["parameters"].check(feature.kind != Kind::repeated || std::ranges::is_sorted(parameters), "do not increase");
  json["parameters"].check(feature.kind != Kind::distance || parameters.size() % 2 == 0,
                           "are not a centre and a factor for each column");
  json["parameters"].check(
      feature.kind != Kind::quadratic ||
          parameters.size() == parameters_of_quadratic(columns_of_quadratic(parameters.size())),
      "are not a centre, a weight and, with each column from it on, another weight for each column");
  auto const is_count = [](double x) { return x >= 1 && x < static_cast<double>(most_rows) && x == std::floor(x); };
  json["parameters"].check(
      feature.kind != Kind::labelled || (parameters.size() == 3 && is_count(parameters[1]) && is_count(parameters[2])),
      "are not a label, how many rows, and how far apart they lie");
}

Fields<Feature> const& feature_fields() {
  static auto const made = [] {
    auto fields = kind_and_column();
    fields.or_missing_by(
        "other", type::count(),
        "the other column of a `product`, an `angle` or a `sum_of_two`; the label's of a `labelled` value, in the "
        "first row",
        [](Feature const& feature) {
          return reads_other(feature.kind) ? std::optional{Json(feature.other)} : std::nullopt;
        },
        [](JsonReader const& json, Feature& feature) {
          if (reads_other(feature.kind)) feature.other = json["other"].whole();
        });
    fields.or_missing_by(
        "parameters", type::finite(),
        "of a `combination` or a `log_combination`, the weights of the columns; of a `product`, what is taken off "
        "either column; of a `remainder`, or one of the sum, its modulus, then of a digit what it is "
        "counted in, of a sum the weights of the columns; of a `labelled` value, the label, how many rows, and how "
        "many columns they lie apart; of "
        "`repeated`, the numbers that are looked for; of a `distance`, "
        "what is taken off each column, and a factor; of a `quadratic`, what is taken off each column, then the weight "
        "of each, then those of products of two, in order",
        [](Feature const& feature) {
          return feature.parameters.empty() ? std::nullopt : std::optional{numbers(feature.parameters)};
        },
        [](JsonReader const& json, Feature& feature) {
          if (reads_parameters(feature.kind)) feature.parameters = json["parameters"].reals();
        });
    fields.settle([](JsonReader const& json, Feature& feature) {
      if (reads_other(feature.kind))
        json["other"].check(feature.other < most_columns, fmt::format("{} is no column", feature.other));
      if (reads_parameters(feature.kind)) require_parameters(json, feature);
    });
    return fields;
  }();
  return made;
}

/// The fields of one kind of score.
template <class Score>
Fields<Score> of_kind(char const* kind, std::string_view score) {
  Fields<Score> fields{kind};
  fields.derived("kind", type::constant(kind), score, [kind](Score const&) { return Json(kind); });
  return fields;
}

Fields<Bins> const& bins_fields() {
  static auto const made = [] {
    auto fields = of_kind<Bins>("bins", "the log ratio of the bin [edge i - 1, edge i) that holds the feature");
    fields.always("feature", &Bins::feature, feature_fields(), "what of a release it looks at");
    fields.always("edges", &Bins::edges, type::numbers(), "increasing");
    fields.always("log_ratio", &Bins::log_ratio, type::finite(), "one more than there are edges");
    fields.settle([](JsonReader const& json, Bins& bins) {
      json.check(are_finite(bins.log_ratio), "a log ratio is not finite");
      json.check(bins.log_ratio.size() == bins.edges.size() + 1,
                 fmt::format("{} edges need {} log ratios, not {}", bins.edges.size(), bins.edges.size() + 1,
                             bins.log_ratio.size()));
      json["edges"].check(increase(bins.edges), "do not increase");
      json["edges"].check(bins.edges.size() <= sim::Edges::most,
                          fmt::format("are {}, and at most {} are read", bins.edges.size(), sim::Edges::most));
    });
    return fields;
  }();
  return made;
}

Fields<Atoms> const& atoms_fields() {
  static auto const made = [] {
    auto fields = of_kind<Atoms>("atoms", "the log ratio of the row that equals the release; 0 when there is none");
    fields.always("width", &Atoms::width, type::at_least_one(), "numbers in a release");
    fields.always("releases", &Atoms::releases, type::numbers(), "row by row");
    fields.always("log_ratio", &Atoms::log_ratio, type::finite(), "one a row");
    fields.settle([](JsonReader const& json, Atoms& atoms) {
      json.check(are_finite(atoms.log_ratio), "a log ratio is not finite");
      auto const rows = atoms.log_ratio.size();
      auto const fits = atoms.width >= 1 &&
                        (rows == 0 ? atoms.releases.empty()
                                   : atoms.releases.size() / rows == atoms.width && atoms.releases.size() % rows == 0);
      json["releases"].check(
          fits, fmt::format("{} numbers are not {} releases of width {}", atoms.releases.size(), rows, atoms.width));
    });
    return fields;
  }();
  return made;
}

Fields<Additive> const& additive_fields() {
  static auto const made = [] {
    auto fields = of_kind<Additive>("additive", "the sum of those of its coordinates");
    fields.always("coordinates", &Additive::coordinates, bins_fields(), "`bins`, all of them");
    return fields;
  }();
  return made;
}

Fields<Trees::Cut> cut_fields() {
  Fields<Trees::Cut> fields;
  fields.always("feature", &Trees::Cut::feature, type::count(), "an index into `features`");
  fields.always("from", &Trees::Cut::from, type::number(), "values from here on are beyond the cut");
  return fields;
}

Fields<Trees::Tree> tree_fields() {
  Fields<Trees::Tree> fields;
  fields.always("cuts", &Trees::Tree::cuts, cut_fields(), "");
  fields.always("log_ratio", &Trees::Tree::log_ratio, type::finite(),
                "the entry that is read is the sum of 2^k over the cuts k that the release is beyond");
  return fields;
}

Fields<Trees> const& trees_fields() {
  static auto const made = [] {
    auto fields = of_kind<Trees>("trees", "the sum of the entries that the release reads in small tables");
    fields.always("features", &Trees::features, feature_fields(), "what of a release the cuts look at");
    fields.always("trees", &Trees::trees, tree_fields(), "");
    fields.settle([](JsonReader const& json, Trees& score) {
      auto const items = json["trees"].items();
      for (std::size_t i = 0; i < items.size(); ++i) {
        auto const& tree = score.trees[i];
        items[i]["cuts"].check(tree.cuts.size() <= Trees::most_cuts,
                               fmt::format("are {}, and at most {} are read", tree.cuts.size(), Trees::most_cuts));
        for (auto const& cut : tree.cuts) {
          items[i]["cuts"].check(cut.feature < score.features.size(),
                                 fmt::format("one is of feature {} of {}", cut.feature, score.features.size()));
          items[i]["cuts"].check(!std::isnan(cut.from), "one is at no number");
        }
        items[i]["log_ratio"].check(are_finite(tree.log_ratio), "one is not finite");
        items[i]["log_ratio"].check(tree.log_ratio.size() == std::size_t{1} << tree.cuts.size(),
                                    fmt::format("{} cuts need {} log ratios, not {}", tree.cuts.size(),
                                                1 << tree.cuts.size(), tree.log_ratio.size()));
      }
    });
    return fields;
  }();
  return made;
}

Fields<Atoms> const& fields_of(Atoms const&) { return atoms_fields(); }
Fields<Trees> const& fields_of(Trees const&) { return trees_fields(); }

bool fits_rows_of(Atoms const& atoms, std::size_t length) { return atoms.width == length; }
bool fits_rows_of(Trees const& trees, std::size_t length) {
  return std::ranges::all_of(trees.features, [length](Feature const& feature) {
    auto const reads = columns_read(feature);
    return reads > 0 && reads <= length;
  });
}

std::variant<Atoms, Trees> score_of_row_from(JsonReader const& json) {
  auto const kind = json["kind"].text();
  if (kind == "atoms") return atoms_fields().made_from(json);
  json["kind"].check(kind == "trees", fmt::format("'{}' is unknown for a row (atoms, trees)", kind));
  return trees_fields().made_from(json);
}

Type score_of_row() {
  auto schema = Json::object();
  schema["oneOf"] = {reference_to("atoms"), reference_to("trees")};
  return {schema, "object"};
}

Fields<RowShape> shape_fields() {
  Fields<RowShape> fields;
  fields.always("rows", &RowShape::rows, type::at_least_one(), "how many");
  fields.always("length", &RowShape::length, type::at_least_one(), "numbers in each");
  fields.always("apart", &RowShape::apart, type::at_least_one(), "columns from a number of one row to the next row's");
  fields.always("step", &RowShape::step, type::at_least_one(), "columns from one number of a row to its next");
  fields.always("first", &RowShape::first, type::count(), "the column of the first number of the first row");
  return fields;
}

Fields<SumOverRows> const& rows_fields() {
  static auto const made = [] {
    auto fields = of_kind<SumOverRows>("rows", "the sum of one score over the rows of the release");
    fields.always("shape", &SumOverRows::shape, shape_fields(), "how the release is rows of one length");
    fields.always_by(
        "of_row", score_of_row(), "`atoms` or `trees`, for which a row is a release",
        [](SumOverRows const& score) {
          return std::visit([](auto const& of_row) { return fields_of(of_row).written(of_row); }, score.of_row);
        },
        [](JsonReader const& json, SumOverRows& score) { score.of_row = score_of_row_from(json["of_row"]); });
    fields.settle([](JsonReader const& json, SumOverRows& score) {
      auto const& shape = score.shape;
      for (auto const number : {shape.rows, shape.length, shape.apart, shape.step})
        json["shape"].check(number >= 1 && number < most_rows,
                            fmt::format("{} is no number of rows or columns", number));
      json["shape"].check(shape.first < most_columns, fmt::format("{} is no column", shape.first));
      auto const fits = [&](auto const& of_row) { return fits_rows_of(of_row, shape.length); };
      json["of_row"].check(std::visit(fits, score.of_row),
                           fmt::format("it reads more or less than {} numbers", shape.length));
    });
    return fields;
  }();
  return made;
}

Fields<Likelihood> const& likelihood_fields() {
  static auto const made =
      of_kind<Likelihood>("likelihood", "log density under D less log density under D', from the mechanism");
  return made;
}

Fields<Bins> const& fields_of(Bins const&) { return bins_fields(); }
Fields<Additive> const& fields_of(Additive const&) { return additive_fields(); }
Fields<SumOverRows> const& fields_of(SumOverRows const&) { return rows_fields(); }
Fields<Likelihood> const& fields_of(Likelihood const&) { return likelihood_fields(); }

Score score_from(JsonReader const& json) {
  auto const kind = json["kind"].text();
  if (kind == "bins") return bins_fields().made_from(json);
  if (kind == "atoms") return atoms_fields().made_from(json);
  if (kind == "likelihood") return Likelihood{};
  if (kind == "trees") return trees_fields().made_from(json);
  if (kind == "rows") return rows_fields().made_from(json);
  json["kind"].check(kind == "additive",
                     fmt::format("'{}' is unknown (bins, atoms, additive, likelihood, trees, rows)", kind));
  return additive_fields().made_from(json);
}

template <class Score>
KindOfScore described(Fields<Score> const& fields) {
  return {fields.definition(), fields.schema(), fields.rows()};
}

Type any_score() {
  auto kinds = Json::array();
  for (auto const& kind : kinds_of_scores()) kinds.push_back(reference_to(kind.name));
  auto schema = Json::object();
  schema["oneOf"] = kinds;
  return {schema, "object"};
}

}  // namespace

Fields<Feature> kind_and_column() {
  Fields<Feature> fields;
  fields.always_by(
      "kind", type::name(),
      "`coordinate`, or one of the whole release: `sum`, `maximum`, `minimum`, `range`, `argmax`, `gap` (of the two "
      "largest), `distinct`, `repeated`, ..; `decimals` and `remainder` are of a column, `labelled` of a row",
      [](Feature const& feature) { return Json(name_of(feature.kind)); },
      [](JsonReader const& json, Feature& feature) { feature.kind = feature_kind_from(json["kind"].text()); });
  fields.always_by(
      "column", type::count(), "which, from 0", [](Feature const& feature) { return Json(feature.column); },
      [](JsonReader const& json, Feature& feature) {
        feature.column = json["column"].whole();
        json["column"].check(feature.column < most_columns, fmt::format("{} is no column", feature.column));
        json["column"].check(feature.kind != Feature::Kind::difference || feature.column > 0,
                             "0 has none before it, which a difference is from");
      });
  return fields;
}

std::vector<KindOfScore> kinds_of_scores() {
  return {described(bins_fields()),  described(atoms_fields()), described(additive_fields()),
          described(trees_fields()), described(rows_fields()),  described(likelihood_fields())};
}

Fields<PlainEvent> plain_fields() {
  Fields<PlainEvent> fields;
  fields.always("bins", &PlainEvent::bins, bins_fields(), "`bins`: 1 where the event happens, 0 elsewhere");
  fields.always("says_d", &PlainEvent::says_d, type::boolean(), "whether it is more frequent under D");
  fields.always("probability_d", &PlainEvent::probability_d, type::probability(),
                "how often it came in the search trials of D: an estimate");
  fields.always("probability_d_prime", &PlainEvent::probability_d_prime, type::probability(), "and of D', likewise");
  return fields;
}

Fields<Strategy> const& strategy_fields() {
  static auto const made = [] {
    Fields<Strategy> fields{"strategy"};
    fields.always("say_d_from", &Strategy::say_d_from, type::number(), "D is said of scores from here on");
    fields.always("say_d_prime_to", &Strategy::say_d_prime_to, type::number(), "D' is said of scores up to here");
    fields.always_by(
        "score", any_score(), "one of the kinds below",
        [](Strategy const& strategy) {
          return std::visit([](auto const& score) { return fields_of(score).written(score); }, strategy.score);
        },
        [](JsonReader const& json, Strategy& strategy) { strategy.score = score_from(json["score"]); });
    fields.or_missing("plain", &Strategy::plain, plain_fields(),
                      "the plainest event of one feature that the search expected to certify nearly as much (within 2 "
                      "%); else of those that came nearest. It plays no part in the game");
    fields.settle([](JsonReader const& json, Strategy& strategy) {
      json.check(strategy.say_d_prime_to < strategy.say_d_from,
                 "say_d_prime_to is not below say_d_from (one release would be said to be both)");
    });
    return fields;
  }();
  return made;
}

namespace {

/// A strategy with its coin, which a record has in its tally.
Json with_coin(Strategy const& strategy) {
  return {{"strategy", strategy_fields().written(strategy)}, {"odds", strategy.coin_odds}};
}

Strategy with_coin_from(JsonReader const& json) {
  auto strategy = strategy_fields().made_from(json["strategy"]);
  strategy.coin_odds = json["odds"].whole();
  json["odds"].check(strategy.coin_odds_are_possible(), "are of no coin that the strategy can have");
  return strategy;
}

}  // namespace

std::string written(verify::FoundPair const& found) {
  auto together = Json::array();
  for (auto const& strategy : found.found.together) together.push_back(with_coin(strategy));
  Json const json{{"pair", found.pair},
                  {"search_trials", found.found.trials},
                  {"certify_trials", found.certify_trials},
                  {"predicted_bound", number(found.found.predicted_bound)},
                  {"found", with_coin(found.found.strategy)},
                  {"together", together}};
  return json.dump();
}

verify::FoundPair found_from(std::string const& text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "strategy"};
  verify::Found found{with_coin_from(json["found"]), json["predicted_bound"].real(), json["search_trials"].whole()};
  for (auto const& one : json["together"].items()) found.together.push_back(with_coin_from(one));
  return {json["pair"].whole(), std::move(found), json["certify_trials"].whole()};
}

}  // namespace warner::results
