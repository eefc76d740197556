#include "mechanisms/external/release/reading.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace warner::mechanisms::external {
namespace {

/// The numbers of a release, read by a hand that has read nothing before.
std::vector<double> read_alone(Reading& reading, std::string const& text) {
  std::vector<double> numbers(reading.schema().columns().size());
  Reading::Hand{reading}.place(text, {numbers.data(), 1, numbers.size()}, 0);
  return numbers;
}

}  // namespace

TEST_CASE("a line that comes again becomes what it became before, and is counted again", "[mechanisms][external]") {
  Reading reading{0, false};
  std::vector<Said> said;
  for (std::size_t i = 0; i < 100; ++i) said.push_back({i % 2 == 0 ? "yes" : i % 3 == 0 ? "7" : "no", i % 2});
  reading.learn(said);
  std::vector<std::string> lines;
  for (int i = 0; i < 500; ++i)
    for (auto const* line : {"yes", "no", "7", "noy", "maybe", "nan", "[1, 2, 3]"}) lines.push_back(line);
  for (int i = 0; i < 500; ++i) lines.push_back(std::to_string(i));  // hardly ever again
  lines.insert(lines.end(), 50, "yes");
  auto const width = reading.schema().columns().size();
  Reading::Hand hand{reading};
  Releases memory;
  auto const out = memory.shaped(lines.size(), width);
  for (std::size_t i = 0; i < lines.size(); ++i) hand.place(lines[i], out, i);
  auto const notes = reading.notes();
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.front().find("in 500 releases") != std::string::npos);  // NaN, each time
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto const alone = read_alone(reading, lines[i]);
    for (std::size_t j = 0; j < width; ++j) {
      INFO(lines[i] << ", column " << j);
      CHECK(std::bit_cast<std::uint64_t>(out(i, j)) == std::bit_cast<std::uint64_t>(alone[j]));
    }
  }
}

TEST_CASE("releases of numbers may come several at once", "[mechanisms][external]") {
  Reading reading{2, false};
  double const rows[]{1, 2.5, 3, std::nan(""), 5, 6.5};
  std::string const bytes{reinterpret_cast<char const*>(rows), sizeof rows};
  std::vector<Said> said;
  for (std::size_t i = 0; i < 40; ++i) said.push_back({bytes.substr(16 * (i % 3), 16), i % 2});
  reading.learn(said);
  REQUIRE(reading.schema().columns().size() == 2);
  Releases memory;
  auto const out = memory.shaped(4, 2);
  Reading::Hand hand{reading};
  hand.place(bytes, out, 1);
  hand.place(bytes.substr(0, 16), out, 0);
  CHECK(out(0, 0) == 1);
  CHECK(out(1, 1) == 2.5);
  CHECK(std::isnan(out(2, 1)));
  CHECK(out(3, 1) == 6.5);
}

TEST_CASE("nothing but nulls and NaN is no answer, and a constant that says something is one",
          "[mechanisms][external]") {
  double const row[]{std::nan(""), std::nan("")};
  std::string const bytes{reinterpret_cast<char const*>(row), sizeof row};
  struct Constant {
    std::string text, shown;  // shown: empty where it is an answer
    bool answers_nothing;
    std::size_t numbers = 0;
  };
  for (auto const& [text, shown, answers_nothing, numbers] :
       {Constant{"null", "null", true}, Constant{"NaN", "NaN", true}, Constant{"[null, NaN]", "[null, NaN]", true},
        Constant{"{\"mean\": null}", "{\"mean\": null}", true}, Constant{bytes, "nan, nan", true, 2},
        Constant{"hello", "hello", false}, Constant{"[]", "[]", false},
        Constant{"[null, \"x\"]", "[null, \"x\"]", false}, Constant{"7", "", false},
        Constant{"[7, null]", "", false}}) {
    INFO(shown << text);
    Reading reading{numbers, false};
    reading.learn(std::vector<Said>(40, {text, 0}));
    read_alone(reading, text);
    CHECK(reading.said_nothing_but().value_or("") == shown);
    CHECK(reading.gave_no_answer() == answers_nothing);
    double const other[]{std::nan(""), 1};
    read_alone(reading, numbers == 0 ? "8" : std::string{reinterpret_cast<char const*>(other), sizeof other});
    CHECK_FALSE(reading.gave_no_answer());
    CHECK_FALSE(reading.said_nothing_but().has_value());
  }
}

TEST_CASE("a death among releases of numbers is an error, and one that comes later is unlike them",
          "[mechanisms][external]") {
  double const row[]{1, 2.5};
  std::string const bytes{reinterpret_cast<char const*>(row), sizeof row}, death{"!error it ended with exit status 7"};
  REQUIRE(death.size() % 8 != 0);
  for (bool const died_before : {true, false}) {
    Reading reading{2, false};
    std::vector<Said> said;
    for (std::size_t i = 0; i < 40; ++i) said.push_back({died_before && i % 3 == 0 ? death : bytes, i % 2});
    reading.learn(said);
    auto const alive = read_alone(reading, bytes), dead = read_alone(reading, death);
    INFO(died_before);
    auto const first = died_before ? 1U : 0U;  // of the numbers; before them stands what a release is
    REQUIRE(alive.size() == (died_before ? 4 : 2));
    CHECK(alive[first] == 1);
    CHECK(alive[first + 1] == 2.5);
    if (died_before) CHECK(alive[0] != dead[0]);
    for (auto const x : dead) CHECK(std::isnan(x) != died_before);
  }
}

TEST_CASE("numbers whose thousands are parted by commas are noted", "[mechanisms][external]") {
  auto const is_noted = [](std::vector<std::string> const& lines) {
    Reading reading{0, false};
    std::vector<Said> said;
    for (std::size_t i = 0; i < 40; ++i) said.push_back({lines[i % lines.size()], i % 2});
    reading.learn(said);
    auto const notes = reading.notes();
    return std::ranges::any_of(notes, [](auto const& note) { return note.find("parts thousands") != note.npos; });
  };
  CHECK(is_noted({"1,080", "370", "-12,000,001"}));
  CHECK(is_noted({"1,080"}));
  CHECK_FALSE(is_noted({"370", "12"}));      // no comma
  CHECK_FALSE(is_noted({"1,080", "1,80"}));  // a list of two numbers
  CHECK_FALSE(is_noted({"1,080", "1234,567"}));
  CHECK_FALSE(is_noted({"1,080", "1,080.5"}));  // a list: a fraction hides how it is written
  CHECK_FALSE(is_noted({"1,080", "yes"}));
}

}  // namespace warner::mechanisms::external
