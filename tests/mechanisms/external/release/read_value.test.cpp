#include "mechanisms/external/release/read_value.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mechanisms/external/release/date.hpp"
#include "sim/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

using namespace warner::mechanisms::external;
using namespace warner;

namespace {

using Kind = Value::Kind;

std::string shape(Value const& value, std::size_t at) {
  auto const& node = value[at];
  std::string text;
  for_each_child(value, at, [&](std::size_t child, std::size_t) {
    text += (text.empty() ? "" : " ") +
            (node.kind == Kind::map ? fmt::format("{}:", value[child].key) : std::string{}) + shape(value, child);
  });
  switch (node.kind) {
    case Kind::null: return "null";
    case Kind::number: return fmt::format("{}", node.number);
    case Kind::word: return fmt::format("'{}'", node.text);
    case Kind::list: return "[" + text + "]";
    case Kind::map: return "{" + text + "}";
    case Kind::error: return "error " + text;
    default: return "?";
  }
}

/// A release as it was understood: lists in brackets, maps in braces, words in quotes.
std::string read(std::string_view text) {
  Value value;
  read_value(text, value);
  CHECK(value[0].end == value.nodes().size());
  return shape(value, 0);
}

}  // namespace

TEST_CASE("a line of fields is a list", "[mechanisms][external]") {
  CHECK(read(" 1, -0.5 ,1e-9,+3,inf,-Infinity,True,false\r") == "[1 -0.5 1e-09 3 inf -inf 1 0]");
  CHECK(read("0.1") == "[0.1]");
  CHECK(read("NaN") == "[nan]");
  CHECK(read("1e999") == "[inf]");
  CHECK(read("-1.5e999") == "[-inf]");
  CHECK(read("1.5e-999") == "[0]");
  CHECK(read("").empty() == false);
  CHECK(read("  ") == "[]");
  CHECK(read("a,,b") == "['a' '' 'b']");
  CHECK(read("Zürich,two words,\"Smith, \"\"J\"\"\"") == "['Zürich' 'two words' 'Smith, \"J\"']");
  CHECK(read("1;yes;2") == "[1 'yes' 2]");
  CHECK(read("1\t2 3\t\tx") == "[1 '2 3' '' 'x']");
  CHECK(read("0.5  1.5 nan") == "[0.5 1.5 nan]");
  CHECK(read("none of it") == "['none of it']");
  CHECK(read("\"1.5\",'no'") == "[1.5 'no']");
  CHECK(read("it's 5 o'clock") == "['it's 5 o'clock']");
  CHECK(read("{1") == "['{1']");
  CHECK(read("say \"hi\"") == "['say \"hi\"']");
  CHECK(read("\x01") == "['\x01']");
  CHECK(read("f(1, 2),3") == "[[1 2] 3]");
}

TEST_CASE("JSON is read as it is", "[mechanisms][external]") {
  CHECK(read(R"([0.5, "yes", true, null])") == "[0.5 'yes' 1 null]");
  CHECK(read(R"({"a": {"b": [1, 2]}, "c d": "x\n\u00e9\ud83d\ude00"})") == "{a:{b:[1 2]} c d:'x\n\u00e9\U0001F600'}");
  CHECK(read("[ ]") == "[]");
  CHECK(read("{}") == "{}");
  CHECK(read("\"it is\"") == "['it is']");
  CHECK(read("null") == "[null]");
  CHECK(read(R"({"error": "division by zero"})") == "error 'division by zero'");
  CHECK(read("!error division by zero") == "error 'division by zero'");
  CHECK(read(R"({"error": null, "value": 1})") == "{error:null value:1}");
  CHECK(read(std::string(200, '[') + std::string(200, ']')).starts_with("['[[["));
}

TEST_CASE("what Python and numpy print is read", "[mechanisms][external]") {
  CHECK(read("(1, 2.5)") == "[1 2.5]");
  CHECK(read("(1,)") == "[1]");
  CHECK(read("{'a': None, 'b': (True, False)}") == "{a:null b:[1 0]}");
  CHECK(read("{1, 2}") == "[1 2]");
  CHECK(read("{(1, 2): 'x', 3: \"it's\"}") == "{(1, 2):'x' 3:'it's'}");
  CHECK(read("np.float64(1.5)") == "[1.5]");
  CHECK(read("np.float64(1.5), np.int64(2)") == "[1.5 2]");
  CHECK(read("array([1., 2.])") == "[1 2]");
  CHECK(read("array([[1., 2.], [3., 4.]], dtype=float32)") == "[[1 2] [3 4]]");
  CHECK(read("[1. 2.  -3.5e-05 nan]") == "[1 2 -3.5e-05 nan]");
  CHECK(read("[[1 2]  [3 4]]") == "[[1 2] [3 4]]");
  CHECK(read("['a' 'b c']") == "['a' 'b c']");
  CHECK(read("Decimal('0.10')") == "[0.1]");
  CHECK(read("OrderedDict([('a', 1)])") == "[['a' 1]]");
  CHECK(read("Row(name='ada', value=1)") == "{name:'ada' value:1}");
  CHECK(read("b'x'") == "['b'x'']");
  CHECK(read("[b'x', u'y']") == "['x' 'y']");
  CHECK(read("datetime.date(2024, 2, 29)") == "[2024 2 29]");
}

TEST_CASE("a date is its days since 1970", "[mechanisms][external]") {
  double days = -1;
  CHECK((is_date("1970-01-01", days) && days == 0));
  CHECK((is_date("2024-02-29", days) && days == 19782));
  CHECK((is_date("2024-02-29T12:00", days) && days == 19782.5));
  CHECK((is_date("2024-02-29 06:00:00.0Z", days) && days == 19782.25));
  CHECK((is_date("2024-02-29T06:00:00+06:00", days) && days == 19782));
  CHECK((is_date("1969-12-31", days) && days == -1));
  for (auto const* no : {"2023-02-29", "2024-13-01", "2024-1-1", "24-01-01", "2024-02-29x", "2024-02-29T25:00", "1-2-3",
                         "", "2024-02-29T", "2024-02-29T12:00+"})
    CHECK_FALSE(is_date(no, days));
  CHECK(read("2024-02-29,\"1970-01-02\"") == "[19782 1]");
}

// 2^53 + 1 is the first whole number that is no double.
TEST_CASE("a whole number that is no double is told", "[mechanisms][external]") {
  auto const is_rounded = [](std::string_view text) {
    Value value;
    read_value(text, value);
    return value[1].rounded;
  };
  for (auto const* exact : {"9007199254740992", "-9007199254740994", "000000000000000000012", "1e300",
                            "0.12345678901234567890123", "9007199254740993.0", "18446744073709551616"})
    CHECK_FALSE(is_rounded(exact));
  for (auto const* rounded : {"9007199254740993", "-9007199254740993", "+9007199254740993", "18446744073709551615",
                              "100000000000000000000000"})
    CHECK(is_rounded(rounded));
}

TEST_CASE("random documents of JSON are understood as a well-known reader does", "[mechanisms][external]") {
  using nlohmann::json;
  sim::Stream stream{{tests::seed_of("random JSON"), sim::Purpose::test}, 0};
  auto const below = [&](std::uint64_t n) { return stream.word() % n; };
  std::function<json(int)> const random = [&](int depth) -> json {
    switch (below(depth > 0 ? 8 : 5)) {
      case 0: return nullptr;
      case 1:
        return static_cast<double>(static_cast<std::int64_t>(stream.word())) *
               std::pow(2.0, static_cast<double>(below(40)) - 80);
      case 2: return static_cast<std::int64_t>(below(1000)) - 500;
      case 3: return below(2) == 0;
      case 4: {
        std::string text = "w";  // no number, and not null
        for (auto n = below(6); n > 0; --n)
          text += std::array{"\"", "'", "\\", "\n", "é", ",", "]", "x", " "}[below(9)];
        return text;
      }
      case 5:
      case 6: {
        auto list = json::array();
        for (auto n = below(4); n > 0; --n) list.push_back(random(depth - 1));
        return list;
      }
      default: {
        auto map = json::object();
        for (auto n = below(4); n > 0; --n) map[fmt::format("k {}", below(9))] = random(depth - 1);
        return map;
      }
    }
  };
  std::function<std::string(json const&)> const shape_of = [&](json const& value) -> std::string {
    std::string text;
    if (value.is_object())
      for (auto const& [key, member] : value.items()) text += (text.empty() ? "" : " ") + key + ":" + shape_of(member);
    if (value.is_array())
      for (auto const& item : value) text += (text.empty() ? "" : " ") + shape_of(item);
    if (value.is_null()) return "null";
    if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
    if (value.is_number()) return fmt::format("{}", value.get<double>());
    if (value.is_string()) return fmt::format("'{}'", value.get<std::string>());
    return value.is_array() ? "[" + text + "]" : "{" + text + "}";
  };
  for (int i = 0; i < 2000; ++i) {
    auto const list = json::array({random(3), random(2)});
    auto const text = list.dump(-1, ' ', i % 2 == 0);
    CAPTURE(text);
    REQUIRE(read(text) == shape_of(list));
  }
}
