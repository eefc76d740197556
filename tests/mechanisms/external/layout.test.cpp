#include "mechanisms/external/layout.hpp"

#include <cmath>
#include <limits>

#include "mechanisms/external/process/command_line.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using Catch::Contains;

namespace {

std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  REQUIRE(read_fields(line, fields).empty());
  return fields;
}

/// Why a line is refused.
std::string problem_with(std::string_view line) {
  std::vector<Field> fields;
  return read_fields(line, fields);
}

std::vector<std::vector<Field>> rows_of(std::vector<std::string_view> const& lines) {
  std::vector<std::vector<Field>> rows;
  for (auto const line : lines) rows.push_back(fields_of(line));
  return rows;
}

std::vector<Column::Kind> kinds_of(Layout const& layout) {
  std::vector<Column::Kind> kinds;
  for (auto const& column : layout.columns()) kinds.push_back(column.kind);
  return kinds;
}

std::vector<double> placed(Layout const& layout, std::string_view line) {
  Releases memory;
  auto const batch = memory.shaped(1, layout.columns().size());
  layout.place(fields_of(line), batch, 0);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < batch.width(); ++j) numbers.push_back(batch(0, j));
  return numbers;
}

}  // namespace

TEST_CASE("a command is parted into words as a shell would", "[mechanisms][external]") {
  using Words = std::vector<std::string>;
  CHECK(words_of("python3 mine.py  1 ") == Words{"python3", "mine.py", "1"});
  CHECK(words_of("'my program' \"an argument\" a'b c'd ''") == Words{"my program", "an argument", "ab cd", ""});
  CHECK(words_of(R"(a\ b "c\"d\e" '\' $HOME)") == Words{"a b", "c\"d\\e", "\\", "$HOME"});
  CHECK_THROWS_WITH(words_of("cat 'file"), Contains("left open"));
  CHECK_THROWS_WITH(words_of("  "), Contains("empty"));
  CHECK_THROWS_WITH(words_of("''"), Contains("empty"));
}

TEST_CASE("a field is a number or a word", "[mechanisms][external]") {
  auto const numbers = fields_of(" 1, -0.5 ,1e-9,+3,inf,-Infinity,True,false\r");
  std::vector<double> values;
  for (auto const& field : numbers) {
    CHECK_FALSE(field.is_word());
    values.push_back(field.value);
  }
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  CHECK(values == std::vector<double>{1, -0.5, 1e-9, 3, infinity, -infinity, 1, 0});
  CHECK(std::isnan(fields_of("NaN")[0].value));
  CHECK(fields_of("0.1")[0].value == 0.1);
  CHECK(fields_of("1e999")[0].value == infinity);
  CHECK(fields_of("").empty());
  CHECK(fields_of("a,,b").size() == 3);
  CHECK(fields_of("a,,b")[1].is_word());
  CHECK(fields_of("Zürich")[0].is_word());
  for (auto const* bad : {"two words", "say \"hi\"", "{1}", "\x01", "\xff\xfe", "1 2", "1;2", "[[1]", "f(1)"})
    CHECK_THAT(problem_with(bad), Contains("neither a number nor a word"));
  CHECK_THAT(problem_with(std::string(300, 'x')), Contains("neither a number nor a word"));
}

TEST_CASE("a JSON list is a release", "[mechanisms][external]") {
  auto const fields = fields_of(" [0.5, \"yes\", true]\r");
  REQUIRE(fields.size() == 3);
  CHECK(fields[0].value == 0.5);
  CHECK(fields[1].word == "yes");
  CHECK(fields[2].value == 1);
  CHECK(fields_of("[ ]").empty());
}

// 2^53 + 1 is the first whole number that is no double: two such numbers would be one.
TEST_CASE("a whole number that is no double is refused", "[mechanisms][external]") {
  for (auto const* good :
       {"9007199254740992", "-9007199254740994", "000000000000000000012", "1e300", "0.12345678901234567890123",
        "9007199254740993.0", "18446744073709551616", "100000000000000000000000"}) {
    CAPTURE(good);
    CHECK((good == std::string{"100000000000000000000000"}) != problem_with(good).empty());  // 10^23 is none
  }
  for (auto const* bad : {"9007199254740993", "-9007199254740993", "+9007199254740993", "18446744073709551615"})
    CHECK_THAT(problem_with(bad), Contains("more digits than a double"));
}

// Words keep their numbers from run to run: a change is value-breaking.
TEST_CASE("a word is a number of 53 bits", "[mechanisms][external][golden]") {
  CHECK(word_number("yes") != word_number("no"));
  for (auto const* word : {"", "a", "b", "yes", "no", "a-rather-long-word"}) {
    auto const number = word_number(word);
    CHECK(number >= 0);
    CHECK(number < 0x1p53);
    CHECK(number == std::floor(number));
  }
  CHECK(word_number("yes") == 5096324126144999.0);
}

TEST_CASE("a look at some releases tells what all are", "[mechanisms][external]") {
  using Kind = Column::Kind;
  Layout const layout{rows_of({"0,3,0.5,yes,1", "1,-7,2,no,word"})};
  CHECK(kinds_of(layout) ==
        std::vector<Kind>{Kind::flag, Kind::integer, Kind::floating, Kind::category, Kind::category});
  CHECK(kinds_of(Layout{rows_of({"0.5"}), true}) == std::vector<Kind>{Kind::real});
  CHECK(placed(layout, "5,0.5,-1,maybe,2") == std::vector<double>{5, 0.5, -1, word_number("maybe"), 2});
  CHECK_THROWS_WITH(placed(layout, "yes,1,1,no,1"), Contains("'yes' stands where there were only numbers"));
  CHECK_THROWS_WITH(placed(layout, "1,1"), Contains("it has 2 fields, and all others had 5"));
  CHECK(layout.words().at("yes") == word_number("yes"));
  CHECK_FALSE(layout.says_one_thing());
  CHECK(Layout{rows_of({"a,b", "a,b"})}.says_one_thing());
  CHECK_FALSE(Layout{rows_of({"1", "1"})}.says_one_thing());
}

TEST_CASE("the length of a release is a column where it varies", "[mechanisms][external]") {
  Layout const layout{rows_of({"1.5,2.5", "1.5", ""})};
  CHECK(layout.columns().size() == 3);
  CHECK(placed(layout, "4") == std::vector<double>{4, 0, 1});
  CHECK(placed(layout, "") == std::vector<double>{0, 0, 0});
  CHECK(placed(layout, "4,5,6") == std::vector<double>{4, 5, 3});
  CHECK_THROWS_WITH(Layout{rows_of({"", ""})}, Contains("empty line"));
}

TEST_CASE("words of which none comes twice are no categories", "[mechanisms][external]") {
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) texts.push_back("id" + std::to_string(i));
  std::vector<std::string_view> lines{texts.begin(), texts.end()};
  CHECK_THROWS_WITH(Layout{rows_of(lines)}, Contains("no two of 200 words are the same"));
  lines.push_back("id7");
  CHECK_NOTHROW(Layout{rows_of(lines)});
}
