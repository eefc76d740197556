#include "mechanisms/external/release/schema.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/external/release/learn_schema.hpp"
#include "mechanisms/external/release/read_value.hpp"
#include "mechanisms/external/release/schema_json.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;

namespace {

using Texts = std::vector<std::string>;
using Row = std::vector<double>;
using KindOfColumn = Column::Kind;

/// Learned from releases of two datasets in turn.
Schema learned(Texts const& texts, bool ideal = false) {
  std::vector<Value> values(texts.size());
  std::vector<Example> examples;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    read_value(texts[i], values[i]);
    examples.push_back({&values[i], i % 2});
  }
  return learn_schema(examples, ideal);
}

Texts names_of(Schema const& schema) {
  Texts names;
  for (auto const& column : schema.columns()) names.push_back(column.name);
  return names;
}

std::vector<KindOfColumn> kinds_of(Schema const& schema) {
  std::vector<KindOfColumn> kinds;
  for (auto const& column : schema.columns()) kinds.push_back(column.kind);
  return kinds;
}

Row placed(Schema const& schema, std::string const& text) {
  Value value;
  read_value(text, value);
  Releases memory;
  auto const batch = memory.shaped(1, schema.columns().size());
  schema.place(value, batch, 0);
  Row row;
  for (std::size_t j = 0; j < batch.width(); ++j) row.push_back(batch(0, j));
  return row;
}

bool fits(Schema const& schema, std::string const& text) { return !std::isnan(placed(schema, text).front()); }

/// What a release says in the column of that name.
double said(Schema const& schema, std::string const& text, std::string const& name, int which = 0) {
  auto const names = names_of(schema);
  auto found = std::ranges::find(names, name);
  while (which-- > 0) found = std::find(found + 1, names.end(), name);
  REQUIRE(found != names.end());
  return placed(schema, text)[static_cast<std::size_t>(found - names.begin())];
}

}  // namespace

TEST_CASE("fields are flags, integers, doubles and words", "[mechanisms][external]") {
  using Kind = KindOfColumn;
  auto const schema = learned({"0,3,0.5,yes,1", "1,-7,2,no,2.5"});
  CHECK(names_of(schema) == Texts{"y[0]", "y[1]", "y[2]", "y[3]", "y[4]"});
  CHECK(kinds_of(schema) ==
        std::vector<Kind>{Kind::flag, Kind::integer, Kind::floating, Kind::category, Kind::floating});
  CHECK(kinds_of(learned({"0.5", "2"}, true)) == std::vector<Kind>{Kind::real});
  CHECK(schema.columns()[3].words == Texts{"", "\"no\"", "\"yes\""});
  CHECK(placed(schema, "5,0.5,-1,no,2") == Row{5, 0.5, -1, 1, 2});
}

TEST_CASE("what no release was like is an outcome of its own", "[mechanisms][external]") {
  auto const numbers = learned({"0.5,1", "2,3"});
  for (auto const* other : {"0.5", "0.5,1,2", "0.5,none", "0.5,null", "[[1],2]", R"({"a": 1})", "!error no", ""}) {
    CAPTURE(other);
    CHECK_FALSE(fits(numbers, other));
    CHECK(std::ranges::all_of(placed(numbers, other), [](double y) { return std::isnan(y); }));
  }
  auto const words = learned({"yes", "no"});
  CHECK(said(words, "maybe", "y[0]") >= 0x1p32);
  CHECK(said(words, "maybe", "y[0]") < 0x1p53);
  CHECK(said(words, "maybe", "y[0]") != said(words, "perhaps", "y[0]"));
  CHECK(said(words, "maybe", "y[0]") == said(learned({"maybe not", "no"}), "maybe", "y[0]"));  // in any schema
}

TEST_CASE("a number, null and a word in one place are told apart", "[mechanisms][external]") {
  auto const schema = learned({"1.5", "null", "none", "2"});
  REQUIRE(names_of(schema) == Texts{"y[0]", "y[0]"});
  CHECK(schema.columns()[0].words == Texts{"", "null", "a number", "\"none\""});
  CHECK(schema.columns()[1].zero_for_none);
  CHECK(placed(schema, "2.5") == Row{2, 2.5});
  CHECK(placed(schema, "null") == Row{1, 0});
  CHECK(placed(schema, "none") == Row{3, 0});
}

TEST_CASE("keys of maps are columns, and unknown ones are counted where keys differ", "[mechanisms][external]") {
  auto const fixed = learned({R"({"mean": 1.5, "n": 3})", R"({"n": 4, "mean": 2})"});
  CHECK(fits(fixed, R"({"n": 1, "mean": 2})"));
  CHECK_FALSE(fits(fixed, R"({"n": 1})"));
  CHECK_FALSE(fits(fixed, R"({"n": 1, "mean": 2, "more": 1})"));

  auto const open = learned({R"({"ada": 1.5, "bob": 3})", R"({"bob": 2.5})", "{}", R"({"ada": 0.5})"});
  CHECK(names_of(open) == Texts{"length of y", "number of unknown keys of y", "y.ada", "y.ada", "y.bob", "y.bob"});
  CHECK(open.columns()[2].words == Texts{"absent", "present"});
  CHECK(placed(open, R"({"bob": 7})") == Row{1, 0, 0, 0, 1, 7});
  CHECK(placed(open, R"({"bob": 7, "eve": 1})") == Row{2, 1, 0, 0, 1, 7});
  CHECK(said(learned({R"({"a b": 1})", R"({"a b": 2})"}), R"({"a b": 5})", R"(y["a b"])") == 5);
}

TEST_CASE("the last items of lists of several lengths have places", "[mechanisms][external]") {
  auto const schema = schema_from_json(to_json(learned({"[1, 2]", "[5, 1, 2]", "[]", "[3, 4, 9, 1, 2]"})));
  auto const list = "[3, 4, 9, 6, 8]";
  CHECK(said(schema, list, "y[-1]") == 8);
  CHECK(said(schema, list, "y[-4]") == 4);
  CHECK(said(schema, "[7]", "y[-1]") == 7);
  CHECK(said(schema, "[7]", "y[-2]") == 0);  // absent
  auto const names = names_of(schema);
  CHECK(std::ranges::find(names, "y[-5]") == names.end());
  auto const alike = names_of(learned({"[1, 2]", "[5, 1]"}));
  CHECK(std::ranges::find(alike, "y[-1]") == alike.end());
}

TEST_CASE("the order of keys is a column where it differs", "[mechanisms][external]") {
  auto const schema =
      learned({R"({"a": 1, "b": 2, "c": 3})", R"({"b": 1, "a": 2, "c": 0})", R"({"a": 1, "b": 2, "c": 3})"});
  CHECK(said(schema, R"({"b": 1, "a": 2, "c": 0})", "first key of y") !=
        said(schema, R"({"a": 1, "b": 2, "c": 0})", "first key of y"));
  CHECK(said(schema, R"({"c": 1, "b": 2, "a": 0})", "number of neighbours in y that have changed places") == 2);
  CHECK(said(schema, R"({"a": 1, "b": 2, "c": 0})", "order of y") == 0);  // it came twice
  CHECK(said(schema, R"({"b": 1, "a": 2, "c": 0})", "order of y") !=
        said(schema, R"({"c": 1, "b": 2, "a": 0})", "order of y"));
  CHECK(schema.columns()[2].words == Texts{"a, b, c"});
  auto const missing = names_of(learned({R"({"a": 1, "c": 3})", R"({"b": 1, "c": 2})", R"({"a": 1, "b": 3})", "{}"}));
  CHECK(std::ranges::find(missing, "first key of y") == missing.end());  // a, b, c, some of them missing
}

TEST_CASE("rows go by their label, in any order", "[mechanisms][external]") {
  auto const schema =
      learned({R"([{"name": "ada", "v": 1.5}, {"name": "bob", "v": 2}])",
               R"([{"name": "bob", "v": 1.5}, {"name": "ada", "v": 2}])", R"([{"name": "ada", "v": 0}])", "[]"});
  CHECK(said(schema, R"([{"name": "bob", "v": 7}])", R"(y[name = "bob"].v)") == 7);
  CHECK(said(schema, R"([{"name": "bob", "v": 7}])", R"(y[name = "ada"])") == 0);
  CHECK(said(schema, R"([{"name": "bob", "v": 7}, {"name": "eve", "v": 7}])", "number of unknown keys of y") == 1);
  auto const lists =
      learned({R"([["ada", 1.5], ["bob", 2]])", R"([["bob", 3]])", R"([["ada", 3]])", R"([["bob", 3], ["ada", 1]])"});
  CHECK(said(lists, R"([["bob", 7]])", R"(y["bob"][1])") == 7);
}

TEST_CASE("items without a place are counted", "[mechanisms][external]") {
  auto const schema = learned({"[3,1,2]", "[1,2]", "[4]", "[]"});
  CHECK(said(schema, "[2,2,9]", "length of y") == 3);
  CHECK(said(schema, "[2,2,9]", "number of y[*] that are \"2\"") == 2);
  CHECK(said(schema, "[2,2,9]", "sum of y[*]") == 13);
  CHECK(said(schema, "[2,2,9]", "least of y[*]") == 2);
  CHECK(said(schema, "[2,2,9]", "largest of y[*]") == 9);
  CHECK(said(schema, "[]", "largest of y[*]") == 0);
  auto const rows = learned({R"([{"city": "Rome", "age": 31}, {"city": "Oslo", "age": 7}])",
                             R"([{"city": "Rome", "age": 31}, {"city": "Rome", "age": 31}])"});
  CHECK(said(rows, R"([{"city": "Rome", "age": 31}, {"city": "Oslo", "age": 31}])",
             "number of y[*].city that are \"Rome\"") == 1);
  CHECK(said(rows, R"([{"city": "Rome", "age": 31}, {"city": "Oslo", "age": 31}])", "sum of y[*].age") == 62);
  CHECK(said(rows, R"([{"city": "Rome", "age": 31}, {"city": "Rome", "age": 31}])",
             R"(number of {"city": "Rome", "age": 31} in y)") == 2);
}

TEST_CASE("an error is a release, and its message a word", "[mechanisms][external]") {
  auto const schema = learned({"1.5", R"({"error": "zero"})", "2.5", "!error zero"});
  CHECK(schema.columns()[0].words == Texts{"", "a list", "an error"});
  CHECK(said(schema, "!error zero", "y") == 2);
  CHECK(said(schema, "!error zero", "error of y") == 1);
  CHECK(said(schema, "!error other", "error of y") >= 0x1p32);
  CHECK(said(schema, "3.5", "y[0]") == 3.5);
}

TEST_CASE("long numbers keep their last digits, dates their days", "[mechanisms][external]") {
  auto const schema = learned({"9007199254740993", "12"});
  CHECK(said(schema, "9007199254740995", "y[0] mod 1e9") == 254740995);
  CHECK(said(schema, "12", "y[0] mod 1e9") == 12);
  CHECK(said(learned({"2024-02-29", "2024-03-01"}), "1970-01-03", "days of y[0]") == 2);
}

TEST_CASE("how a number is written is a column where it differs", "[mechanisms][external]") {
  auto const names = [](Texts const& texts) { return names_of(learned(texts)); };
  CHECK(names({"2", "2.5", "3"}) == Texts{"y[0]"});
  CHECK(names({"2.0", "2.5", "1e-05"}) == Texts{"y[0]"});
  CHECK(names({"0.1", "true", "false"}) == Texts{"y[0]"});
  CHECK(names({"2", "2.0"}) == Texts{"y[0]", "the form of y[0]"});
  CHECK(names({"0.5", "0.50"}) == Texts{"y[0]", "the form of y[0]"});
  CHECK(names({"00042", "42"}) == Texts{"y[0]", "the form of y[0]"});
  CHECK(names({"\"1\"", "2"}) == Texts{"y[0]", "the form of y[0]"});
  CHECK(names({"true", "1"}) == Texts{"y[0]", "the form of y[0]"});
  auto const schema = learned({"2", "2.0", "\"3\""});
  auto const& words = schema.columns()[1].words;
  auto const form = [&](std::string const& text) {
    return words.at(static_cast<std::size_t>(said(schema, text, "the form of y[0]")));
  };
  CHECK(form("7") == "plainly");
  CHECK(form("7.0") == "with a point");
  CHECK(form("\"7\"") == "in quotes");
  CHECK(form("\"7.0\"") == "in quotes with a point");
}

TEST_CASE("texts that hardly ever come twice keep their lengths, and their numbers by position",
          "[mechanisms][external]") {
  Texts texts;
  for (int i = 0; i < 100; ++i)
    texts.push_back("text " + std::to_string(i * i) + (i % 3 == 0 ? "! then " : " and then ") +
                    std::to_string(-i / 4.));
  auto const schema = learned(texts);
  CHECK(names_of(schema) == Texts{"y[0]",
                                  "length of y[0]",
                                  "y[0].between",
                                  "length of y[0].parts",
                                  "number of y[0].parts[*] that are \"text\"",
                                  "number of y[0].parts[*] that are \"then\"",
                                  "number of y[0].parts[*] that are \"and\"",
                                  "sum of y[0].parts[*]",
                                  "least of y[0].parts[*]",
                                  "largest of y[0].parts[*]",
                                  "y[0].parts[1]",
                                  "y[0].parts[2]",
                                  "y[0].parts[3]",
                                  "y[0].parts[3]",
                                  "y[0].parts[4]",
                                  "y[0].parts[-1]",
                                  "y[0].parts[-2]",
                                  "y[0].parts[-3]",
                                  "y[0].parts[-3]",
                                  "y[0].parts[-4]",
                                  "y[0].parts[-4]"});
  CHECK(schema.notes().size() == 1);
  CHECK(schema.columns()[0].words == Texts{""});
  CHECK(said(schema, "text 5 and then -2.5", "length of y[0]") == 20);
  CHECK(said(schema, "text 5 and then -2.5", "y[0].parts[1]") == 5);
  CHECK(said(schema, "text 5 and then -2.5", "y[0].parts[4]") == -2.5);
  CHECK(said(schema, "text 5! then -2.5", "y[0].parts[3]", 1) == -2.5);
  CHECK(said(schema, "text 5 and then -2.5", "y[0].parts[-1]") == -2.5);
  CHECK(said(schema, "text 5! then -2.5", "y[0].parts[-1]") == -2.5);
  CHECK(fits(schema, "of another kind and longer: 1 2 3 4 5 6 7"));
  CHECK(said(schema, "text", "y[0].parts[1]") == 0);
}

TEST_CASE("a text that is one word is looked at by characters", "[mechanisms][external]") {
  Texts texts;
  for (int i = 0; i < 200; ++i) {
    std::string text = "\xc3\xa9";
    for (int j = 0, k = i * 7919 + 3; j < 12; ++j, k = k * 31 % 10007) text.push_back(static_cast<char>('a' + k % 5));
    texts.push_back(text);
  }
  auto const schema = learned(texts);
  auto const& names = schema.columns();
  CHECK(std::ranges::count_if(names, [](Column const& c) { return c.name.starts_with("y[0].characters["); }) == 12);
  CHECK(said(schema,
             "\xc3\xa9"
             "bbbbbbbbbbba",
             "number of y[0].characters[*] that are \"b\"") == 11);
  CHECK(said(schema,
             "\xc3\xa9"
             "bbbbbbbbbbbb",
             "y[0].characters[12]") != said(schema,
                                            "\xc3\xa9"
                                            "bbbbbbbbbbba",
                                            "y[0].characters[12]"));
  CHECK(fits(schema, "b two words"));
  auto const read_back = schema_from_json(to_json(schema));
  for (auto const* const text : {"abcdeabcdeabc", "b two words",
                                 "\xc3\xa9"
                                 "ab"})
    CHECK(placed(read_back, text) == placed(schema, text));
}

TEST_CASE("of a long text the first positions are looked at, and words wherever they stand", "[mechanisms][external]") {
  Texts texts;
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (int j = 0; j < 500; ++j) text += (j == 400 && i % 2 == 0) ? "alice " : (i * j + j) % 7 < 3 ? "so " : "it ";
    texts.push_back(text + "no. " + std::to_string(i));
  }
  auto const schema = learned(texts);
  CHECK(schema.columns().size() < 100);
  CHECK(said(schema, texts[0], "number of y[0].parts[*] that are \"alice\"") == 1);
  CHECK(said(schema, texts[1], "number of y[0].parts[*] that are \"alice\"") == 0);
}

TEST_CASE("a word has one number at all places of a list whose words are the same", "[mechanisms][external]") {
  auto const chain = learned({R"(["a","b","c"])", R"(["b","c","a"])", R"(["c","a","b"])", R"(["d","c","b"])"});
  auto const row = placed(chain, R"(["c","c","c"])");
  REQUIRE(row.size() >= 3);
  CHECK(row[row.size() - 1] == row[row.size() - 2]);
  CHECK(row[row.size() - 1] == row[row.size() - 3]);
  auto const record = learned({R"(["yes","red"])", R"(["no","blue"])", R"(["no","red"])", R"(["yes","green"])"});
  CHECK(record.columns().back().words.size() == 4);  // none, and three colours
}

TEST_CASE("the most telling words come first, and there is room for so many columns", "[mechanisms][external]") {
  auto const schema = learned({"a", "b", "a", "b", "c", "c"});
  CHECK(schema.columns()[0].words == Texts{"", "\"a\"", "\"b\"", "\"c\""});
  std::string many = "1";
  for (int j = 0; j < 20'000; ++j) many += ",1";
  auto const wide = learned({many, many});
  CHECK(wide.columns().size() == 10'000);
  CHECK(fits(wide, many));
  CHECK(learned({"", ""}).columns().size() == 1);
}
