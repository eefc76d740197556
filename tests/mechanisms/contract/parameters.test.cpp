#include "mechanisms/contract/parameters.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms;

namespace {

std::vector<Parameter> const takes{epsilon_parameter(),
                                   {"scale", {}, "1 / epsilon", Positive{"of the noise"}},
                                   {"n", 3, "how many", Whole{1, 9}},
                                   {"q", 0.5, "rate", Probability{"some are kept"}},
                                   {"bound", {}, "any number"}};

/// epsilon itself, or scale = 1 / epsilon.
double epsilon_of(ParameterValues const& asked) {
  Arguments values{"noise", takes, asked};
  return values.value_by("epsilon", {{"scale", [](double b) { return 1 / b; }}});
}

}  // namespace

TEST_CASE("what is not asked for has its default", "[mechanisms]") {
  Arguments const defaults{"noise", takes, {}}, asked{"noise", takes, {{"n", 4}, {"q", 0.25}}};
  CHECK(defaults["n"] == 3);
  CHECK(defaults.whole("n") == 3);
  CHECK_FALSE(defaults.has("n"));
  CHECK(asked.whole("n") == 4);
  CHECK(asked["q"] == 0.25);
  CHECK(asked.has("n"));
}

TEST_CASE("a value that the parameter does not take is refused where it is read", "[mechanisms]") {
  for (double const bad : {0.0, 10.0, 1.5, -1.0, HUGE_VAL}) {
    Arguments const values{"noise", takes, {{"n", bad}, {"q", 7}}};
    CHECK_THROWS_WITH(values.whole("n"),
                      Catch::Contains("n: ") && Catch::Contains("is not a whole number from 1 to 9"));
    CHECK_THROWS_WITH(values["q"], "q: 7 is not in (0, 1) (some are kept)");
    CHECK_THROWS_WITH(values.resolved(), Catch::StartsWith("n: "));
  }
  CHECK_THROWS_WITH((Arguments{"noise", takes, {{"scale", -2}}}["scale"]),
                    "scale: -2 is not positive and finite (of the noise)");
  CHECK_THROWS_WITH((Arguments{"noise", takes, {{"m", 1}}}),
                    "m: noise takes no such parameter (it takes epsilon, scale, n, q, bound)");
  CHECK_THROWS_WITH((Arguments{"noise", {}, {{"m", 1}}}), "m: noise takes no such parameter (it takes none)");
  CHECK_THROWS_WITH((Arguments{"noise", takes, {{"n", std::nan("")}}}), "n: NaN is no number");
}

TEST_CASE("a maker that reads what its entry does not name hears of it", "[mechanisms]") {
  Arguments const values{"noise", takes, {}};
  CHECK_THROWS_WITH(values["m"], "m: the entry names no such parameter");
  CHECK_THROWS_WITH(values["bound"], "bound: it has no value and no default");
}

TEST_CASE("epsilon follows from what is asked for", "[mechanisms]") {
  CHECK(epsilon_of({}) == 1);
  CHECK(epsilon_of({{"epsilon", 0.5}}) == 0.5);
  CHECK(epsilon_of({{"scale", 4}}) == 0.25);
  CHECK(epsilon_of({{"epsilon", 0.25}, {"scale", 4 * (1 + 1e-10)}}) == 0.25);  // within rounding: the first one counts
  CHECK_THROWS_WITH(epsilon_of({{"epsilon", 0.25}, {"scale", 4 * (1 + 1e-8)}}),
                    Catch::Contains("scale: 4.00000004") && Catch::Contains("0.25"));
}

TEST_CASE("an epsilon that is none is refused by its name and value", "[mechanisms]") {
  for (double const bad : {0.0, -1.0, HUGE_VAL})
    CHECK_THROWS_WITH(epsilon_of({{"epsilon", bad}}),
                      Catch::Contains("epsilon: ") && Catch::Contains("is not positive and finite"));
  CHECK_THROWS_WITH(require_positive("scale", -2, "of the noise"),
                    "scale: -2 is not positive and finite (of the noise)");
  CHECK(require_positive("scale", 2, "of the noise") == 2);
}

TEST_CASE("parameters resolve in the order of the entry, and to what the maker made of them", "[mechanisms]") {
  Arguments values{"noise", takes, {{"q", 0.25}, {"n", 5}}};
  CHECK(values.resolved() == Parameters{{"epsilon", 1}, {"n", 5}, {"q", 0.25}});
  CHECK(values.value_or("bound", 7) == 7);
  CHECK(values.value_or("q", 0.75) == 0.25);
  CHECK_THROWS_WITH(values.whole_or("n", 2, {1, 4}), "n: 5 is not a whole number from 1 to 4");
  values.set("epsilon", 2);
  CHECK(values.resolved() == Parameters{{"epsilon", 2}, {"n", 5}, {"q", 0.25}, {"bound", 7}});
}
