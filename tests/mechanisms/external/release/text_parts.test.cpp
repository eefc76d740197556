#include "mechanisms/external/release/text_parts.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;

namespace {

using Texts = std::vector<std::string>;

/// The parts as they were said, numbers with a #, then what is between.
Texts parts_of(std::string const& text, bool by_characters = false) {
  Value value;
  take_apart(text, by_characters, value);
  Texts parts;
  for_each_child(value, 1, [&](std::size_t i, std::size_t) {
    parts.push_back((value[i].kind == Value::Kind::number ? "#" : "") + std::string{value[i].text});
  });
  if (!by_characters) parts.emplace_back(value[value[1].end].text);
  return parts;
}

}  // namespace

TEST_CASE("a text is taken apart into numbers, words, and what is between", "[mechanisms][external]") {
  CHECK(parts_of("10.2.33.4") == Texts{"#10", "#2", "#33", "#4", "_._._._"});
  CHECK(parts_of("mean: -2.5, n=12.") == Texts{"mean", "#-2.5", "n", "#12", "_: _, _=_."});
  CHECK(parts_of("2024-03-05T10:00") == Texts{"#2024", "#03", "05T10", "#00", "_-_-_:_"});
  CHECK(parts_of("a-1 -1 (-.5) x.5 1e-3 3f9 .5") ==
        Texts{"a", "#1", "#-1", "#-.5", "x", "#5", "#1e-3", "3f9", "#.5", "_-_ _ (_) _._ _ _ _"});
  CHECK(parts_of("{\"user\": 7, \"caf\xc3\xa9\": null}") ==
        Texts{"user", "#7", "caf\xc3\xa9", "null", "{\"_\": _, \"_\": _}"});
  CHECK(parts_of("1..2 1.5.") == Texts{"#1", "#2", "#1.5", "_.._ _."});
  CHECK(parts_of("") == Texts{""});
  CHECK(parts_of("+-.") == Texts{"+-."});
  CHECK(parts_of("a\xc3\xa9\xe2\x82\xac"
                 "1",
                 true) == Texts{"a", "\xc3\xa9", "\xe2\x82\xac", "1"});
  CHECK(parts_of("99999999999999999999 1e999") == Texts{"#99999999999999999999", "#1e999", "_ _"});
}

TEST_CASE("what is one word has no parts", "[mechanisms][external]") {
  CHECK_FALSE(has_parts("3f9a"));
  CHECK_FALSE(has_parts(""));
  CHECK_FALSE(has_parts("---"));
  CHECK_FALSE(has_parts("caf\xc3\xa9"));
  CHECK(has_parts("a "));
  CHECK(has_parts("a-b"));
}
