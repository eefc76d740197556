#include "results/audit/fields.hpp"

#include "tests/support/catch.hpp"

using namespace warner::results;

namespace {

struct Part {
  double x = 0;
};

struct Whole {
  double always = 1;
  std::optional<double> perhaps{};
  std::vector<Part> parts{};
  std::string word{};
};

Fields<Whole> whole_fields() {
  Fields<Part> part;
  part.always("x", &Part::x, type::number(), "of a part");
  Fields<Whole> fields;
  fields.always("always", &Whole::always, type::number(), "a number");
  fields.or_missing("perhaps", &Whole::perhaps, type::nonnegative(), "another");
  fields.or_null("word", &Whole::word, type::text(), "a word");
  fields.always("parts", &Whole::parts, part, "");
  fields.derived("twice", type::real(), "follows", [](Whole const& whole) { return Json(2 * whole.always); });
  return fields;
}

Whole read(std::string const& text) {
  auto const document = parse_json(text);
  return whole_fields().made_from(JsonReader{document, "whole"});
}

}  // namespace

TEST_CASE("declared fields are written in their order, and read again", "[results]") {
  CHECK(whole_fields().written({}).dump() == R"({"always":1.0,"word":null,"parts":[],"twice":2.0})");
  Whole const full{3, 0.5, {{1}, {2}}, "w"};
  auto const text = whole_fields().written(full).dump();
  CHECK(text == R"({"always":3.0,"perhaps":0.5,"word":"w","parts":[{"x":1.0},{"x":2.0}],"twice":6.0})");
  CHECK(whole_fields().written(read(text)).dump() == text);
}

TEST_CASE("what is missing or wrong in a field is said with its path", "[results]") {
  CHECK_FALSE(read(R"({"always": 1, "word": null, "parts": []})").perhaps);  // what follows is not read
  CHECK_THROWS_WITH(read(R"({"word": null, "parts": []})"), Catch::Contains("whole: has no 'always'"));
  CHECK_THROWS_WITH(read(R"({"always": 1, "parts": []})"), Catch::Contains("whole: has no 'word'"));
  CHECK_THROWS_WITH(read(R"({"always": 1, "perhaps": null, "word": null, "parts": []})"),
                    Catch::Contains("whole.perhaps: is not a number"));
  CHECK_THROWS_WITH(read(R"({"always": 1, "word": null, "parts": [{"x": 1}, {}]})"),
                    Catch::Contains("whole.parts[1]: has no 'x'"));
}

TEST_CASE("schema and table follow from the declarations", "[results]") {
  auto const schema = whole_fields().schema();
  CHECK(schema["required"] == Json::array({"always", "word", "parts", "twice"}));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["word"]["oneOf"][1]["type"] == "null");
  CHECK(schema["properties"]["parts"]["items"]["required"] == Json::array({"x"}));
  auto const rows = whole_fields().rows();
  REQUIRE(rows.size() == 5);
  CHECK(rows[1].path == "perhaps");
  CHECK(rows[1].type == "number, may be missing");
  CHECK(rows[3].path == "parts[].x");
  CHECK(rows[3].meaning == "of a part");
}
