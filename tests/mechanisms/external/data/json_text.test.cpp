#include "mechanisms/external/data/json_text.hpp"

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;

TEST_CASE("a text is JSON, or it is not", "[mechanisms][external]") {
  for (auto const* text : {"1", "[1, 2]", "{\"a\": [null]}", "\"NaN\"", "[NaN, -Infinity, Infinity]", "-1", " [ ] "})
    CHECK(is_json(text));
  for (auto const* text : {"", "NaNa", "[1", "abc", "-NaN", "[1,]", "\"", "'a'", "\xEF\xBB\xBF[1]"})
    CHECK_FALSE(is_json(text));
}

TEST_CASE("what lies too deep for writers that call themselves is told, JSON or not", "[mechanisms][external]") {
  std::string const deep(1'001, '[');
  CHECK(is_too_deep(deep));
  CHECK(is_too_deep(deep + std::string(1'001, ']')));
  CHECK_FALSE(is_too_deep("\"" + deep + "\""));
  CHECK_FALSE(is_too_deep(std::string(1'000, '[') + std::string(1'000, ']') + deep.substr(0, 1'000)));
}

TEST_CASE("numbers are told as JSON writes them", "[mechanisms][external]") {
  for (auto const* text : {"0", "-0", "10", "0.5", "-1e9", "1E+9", "12.50"}) CHECK(is_json_number(text));
  for (auto const* text : {"", "-", "007", "+1", ".5", "5.", "1e", "0x1", "1 ", "NaN"})
    CHECK_FALSE(is_json_number(text));
  CHECK(number_in("2.50") == 2.5);
  CHECK_FALSE(number_in("\"2\""));
  CHECK_FALSE(number_in("1e999"));
}

TEST_CASE("blanks between tokens go, those in texts stay", "[mechanisms][external]") {
  CHECK(compact(R"( { "a b" : [ 1,  "\" c" ] } )") == R"({"a b":[1,"\" c"]})");
}

TEST_CASE("items of a list are counted", "[mechanisms][external]") {
  CHECK(items_in("[]") == 0);
  CHECK(items_in(" [1, [2, 3], {\"a\": 1, \"b\": 2}, \",\"]") == 4);
  CHECK_FALSE(items_in("{\"a\": [1]}"));
}

TEST_CASE("lists lie in each other", "[mechanisms][external]") {
  CHECK(depth_of("1") == 0);
  CHECK(depth_of("[[1], {\"a\": [\"[[[[\"]}]") == 3);
}

TEST_CASE("a long value is shortened between characters", "[mechanisms][external]") {
  CHECK(shortened("[1, 2]") == "[1, 2]");
  auto const text = "[" + std::string(100, '1') + "]";
  CHECK(shortened(text, 20).size() == 20);
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "\xC3\xA4";
  for (std::size_t most = 20; most < 30; ++most) {
    auto const cut = shortened(umlauts, most);
    CHECK((static_cast<unsigned char>(cut[cut.find(" ..") - 1]) & 0xC0) == 0x80);
    CHECK(static_cast<unsigned char>(cut[cut.find(".. ") + 3]) == 0xC3);
  }
}
