#include "mechanisms/catalogue/registry.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/mechanisms/questions.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

namespace {

std::vector<std::pair<std::string, double>> const asked{
    {"epsilon", 0.3},   {"scale", 7.3}, {"sigma", 11.7}, {"ratio", 0.37}, {"r", 0.37},     {"p", 0.83}, {"gamma", 0.13},
    {"sensitivity", 3}, {"k", 7},       {"n", 23},       {"factor", 0.7}, {"delta", 1e-3}, {"pool", 9}, {"q", 0.71}};

bool sound(Entry const& entry) { return !entry.broken(); }

}  // namespace

TEST_CASE("every entry is complete", "[mechanisms]") {
  std::set<std::string> names;
  for (auto const& entry : registry()) {
    INFO(entry.name);
    CHECK(names.insert(entry.name).second);
    if (!entry.alias.empty()) CHECK(names.insert(entry.alias).second);
    CHECK_FALSE(entry.summary.empty());
    CHECK_FALSE(entry.release.empty());
    CHECK_FALSE(entry.reference.empty());
    CHECK(entry.broken() == entry.name.starts_with("broken/"));
    CHECK(&find(entry.name) == &entry);
    std::set<std::string> parameters;
    for (auto const& parameter : entry.parameters) {
      CHECK(parameters.insert(parameter.name).second);
      CHECK_FALSE(parameter.meaning.empty());
      if (parameter.default_value) CHECK_NOTHROW(checked(parameter.name, *parameter.default_value, parameter.takes));
    }
  }
  CHECK(std::ranges::is_partitioned(registry(), sound));
}

TEST_CASE("every entry makes a mechanism that releases what its columns say, on every pair", "[mechanisms]") {
  for (auto const& entry : registry())
    for (auto const& values : questions_of(entry, asked)) {
      INFO(entry.name << ", " << (values.empty() ? "defaults" : values.begin()->first));
      auto const instance = make(entry, values);
      REQUIRE_FALSE(instance.pairs.empty());
      CHECK_NOTHROW(validate(instance.mechanism.guarantee()));
      for (auto const& [name, value] : instance.parameters) {
        auto const known = [&, wanted = name](Parameter const& parameter) { return parameter.name == wanted; };
        CHECK(std::ranges::any_of(entry.parameters, known));
        CHECK(std::isfinite(value));
      }
      auto const takes_epsilon =
          std::ranges::any_of(entry.parameters, [](Parameter const& parameter) { return parameter.name == "epsilon"; });
      if (takes_epsilon) CHECK(instance.parameters.front().first == "epsilon");
      for (auto const& pair : instance.pairs) {
        CHECK(pair.d != pair.d_prime);
        auto const columns = released(instance.mechanism, pair.d, entry.name, 100);
        CHECK(columns.size() == instance.mechanism.columns(pair.d_prime).size());
        if (std::ranges::all_of(pair.d,
                                [](double x) { return std::isfinite(x); }))  // one mechanism takes NaN, and releases it
          for (auto const& column : columns)
            CHECK(std::ranges::all_of(column, [](double y) { return std::isfinite(y); }));
        if (!instance.mechanism.has_density()) continue;
        std::vector<double> release;
        for (auto const& column : columns) release.push_back(column.front());
        CHECK(std::isfinite(log_density(instance.mechanism, pair.d, release)));
      }
    }
}

// Sound entries keep their claim on their own pairs, broken ones break it on their first: the two twins of the whole
// catalogue. Nothing exact is known of a few, which are named.
TEST_CASE("sound entries keep their claims, and broken ones do not", "[mechanisms]") {
  std::set<std::string> const open{"bounded-mean",          "bounded-variance",  "bounded-standard-deviation",
                                   "approximate-bounds",    "bounded-quantiles", "broken/timing-discrete-gaussian",
                                   "broken/box-muller-both"};
  for (auto const& entry : registry())
    for (auto const& values : questions_of(entry, asked)) {
      INFO(entry.name << ", " << (values.empty() ? "defaults" : values.begin()->first));
      auto const instance = make(entry, values);
      auto const guarantee = instance.mechanism.guarantee();
      auto const claim = statement_at(guarantee, usual_delta(guarantee));
      for (auto const& pair : instance.pairs) {
        auto const exact = instance.mechanism.exact_epsilon(pair, claim.delta);
        auto const is_default = &pair == &instance.pairs.front();
        if (is_default) CHECK(exact.has_value() != open.contains(entry.name));
        if (!exact) continue;
        if (!entry.broken()) CHECK(*exact <= claim.epsilon * (1 + 1e-12));
        else if (is_default) CHECK(*exact > claim.epsilon);
      }
    }
}

TEST_CASE("resolved parameters resolve to themselves: a record can be replayed", "[mechanisms]") {
  for (auto const& entry : registry())
    for (auto const& values : questions_of(entry, asked)) {
      INFO(entry.name << ", " << (values.empty() ? "defaults" : values.begin()->first));
      auto const first = make(entry, values);
      auto const again = make(entry, ParameterValues(first.parameters.begin(), first.parameters.end()));
      CHECK(again.parameters == first.parameters);
      for (auto const& pair : first.pairs)
        CHECK(released(first.mechanism, pair.d, "replay", 500) == released(again.mechanism, pair.d, "replay", 500));
    }
}

TEST_CASE("a wrong name is answered with the near ones", "[mechanisms]") {
  CHECK_THROWS_WITH(find("laplac"), Catch::Contains("mechanism: 'laplac' is unknown (did you mean laplace") &&
                                        Catch::EndsWith("`warner list` shows all)"));
  CHECK_THROWS_WITH(find("randomized-response"), Catch::Contains("did you mean randomised-response"));
  CHECK_THROWS_WITH(find("shared-nose"), Catch::Contains("broken/shared-noise"));
  CHECK_THROWS_WITH(find("geometrik"), Catch::Contains("geometric"));
  CHECK_THROWS_WITH(find("xyzzy"), "mechanism: 'xyzzy' is unknown (`warner list` shows all)");
}

TEST_CASE("a wrong parameter is answered with the known ones", "[mechanisms]") {
  CHECK_THROWS_WITH(made("laplace", {{"foo", 1}}), Catch::Contains("foo: laplace takes no such parameter") &&
                                                       Catch::Contains("epsilon, scale, sensitivity"));
  CHECK_THROWS_WITH(made("ignores-data", {{"epsilon", 1}}),
                    Catch::Contains("epsilon: ") && Catch::Contains("takes none"));
  for (auto const& entry : registry())
    for (auto const& parameter : entry.parameters)
      CHECK_THROWS_WITH(make(entry, {{parameter.name, std::nan("")}}), Catch::StartsWith(parameter.name + ": "));
}

TEST_CASE("every reference is in the bibliography", "[mechanisms]") {
  std::ifstream file{std::filesystem::path{WARNER_SOURCE_FOLDER} / "docs/references.bib"};
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  for (auto const& entry : registry()) {
    INFO(entry.name << " cites " << entry.reference);
    CHECK(text.str().find("{" + entry.reference + ",") != std::string::npos);
  }
}
