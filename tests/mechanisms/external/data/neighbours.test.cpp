#include "mechanisms/external/data/neighbours.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/data/json_text.hpp"
#include "mechanisms/external/data/read_table.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using Catch::Contains;
using nlohmann::json;

namespace {

/// Read by another reader than the one that the pairs were made with; NaN and infinities are words to it.
std::vector<json> rows_of(std::string const& text) {
  static std::regex const literal{"(: |\\[|, )(NaN|Infinity|-Infinity)"};
  return json::parse(std::regex_replace(text, literal, "$1\"<$2>\"")).get<std::vector<json>>();
}

std::string unit_of(json const& row, std::string const& unit) {
  return (row.is_object() ? row.at(unit) : row.at(std::stoul(unit))).dump();
}

std::map<std::string, std::multiset<std::string>> by_unit(std::vector<json> const& rows, std::string const& unit) {
  std::map<std::string, std::multiset<std::string>> units;
  for (auto const& row : rows) units[unit_of(row, unit)].insert(row.dump());
  return units;
}

/// One row is in the longer dataset alone; everything else is in both.
bool differ_by_one_row(std::vector<json> a, std::vector<json> b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() + 1 != b.size()) return false;
  std::multiset<std::string> rest;
  for (auto const& row : b) rest.insert(row.dump());
  for (auto const& row : a) {
    auto const found = rest.find(row.dump());
    if (found == rest.end()) return false;
    rest.erase(found);
  }
  return rest.size() == 1;
}

bool differ_in_one_row(std::vector<json> const& a, std::vector<json> const& b) {
  if (a.size() != b.size()) return false;
  std::size_t unlike = 0;
  for (std::size_t i = 0; i < a.size(); ++i) unlike += a[i].dump() != b[i].dump();
  return unlike == 1;
}

bool are_neighbours(std::string const& d, std::string const& d_prime, NeighbourOptions const& options) {
  auto const a = rows_of(d), b = rows_of(d_prime);
  auto const adds = options.relation == Relation::add_remove;
  if (options.unit.empty()) return adds ? differ_by_one_row(a, b) : differ_in_one_row(a, b);
  auto units_a = by_unit(a, options.unit), units_b = by_unit(b, options.unit);
  if (adds && units_a.size() > units_b.size()) std::swap(units_a, units_b);
  if (units_a.size() + adds != units_b.size()) return false;
  std::size_t unlike = 0;
  for (auto const& [unit, rows] : units_b) {
    if (options.rows_per_unit > 0 && rows.size() > options.rows_per_unit) return false;
    auto const other = units_a.find(unit);
    if (other == units_a.end()) ++unlike;
    else if (other->second != rows) unlike += adds ? 2 : 1;
  }
  return unlike == 1;
}

std::string people() {
  std::string text = "person,income,city,member\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(i / 3) + "," + (i == 7 ? "" : std::to_string(i * i % 101)) + "," +
            (i == 11 ? "Oslo"
             : i % 2 ? "Rome"
                     : "Paris") +
            (i % 5 ? ",true" : ",false") + "\n";
  return text + "9,0,Paris,true\n9,0,Paris,true\n";
}

std::vector<Table> tables() {
  return {table_from_csv(people(), "people"), table_from_csv("person,income,city,member\n", "none"),
          table_from_csv("person,income,city,member\n1,2,x,true\n", "one"),
          table_from_csv("person,income,city,member\na,5,x,true\na,5,x,true\nb,5,x,true\n", "equal")};
}

}  // namespace

TEST_CASE("the checker knows what neighbours are", "[mechanisms][external]") {
  NeighbourOptions const adds{}, changes{.relation = Relation::substitute},
      unit_adds{.relation = Relation::add_remove, .unit = "0"},
      unit_changes{.relation = Relation::substitute, .unit = "0"};
  CHECK(are_neighbours("[1, 2]", "[2]", adds));
  CHECK_FALSE(are_neighbours("[1, 2]", "[3]", adds));
  CHECK_FALSE(are_neighbours("[1, 2]", "[1, 3]", adds));
  CHECK(are_neighbours("[1, 2]", "[1, 3]", changes));
  CHECK_FALSE(are_neighbours("[1, 2]", "[2, 1]", changes));
  CHECK_FALSE(are_neighbours("[1]", "[]", changes));
  CHECK(are_neighbours("[[1, 2], [1, 3], [2, 4]]", "[[2, 4]]", unit_adds));
  CHECK_FALSE(are_neighbours("[[1, 2], [1, 3], [2, 4]]", "[[1, 3], [2, 4]]", unit_adds));
  CHECK(are_neighbours("[[1, 2], [1, 3], [2, 4]]", "[[1, 3], [2, 4]]", unit_changes));
  CHECK_FALSE(are_neighbours("[[1, 2], [1, 3], [2, 4]]", "[[2, 4]]", unit_changes));
}

TEST_CASE("every pair that is made is one of the relation", "[mechanisms][external]") {
  for (auto const& table : tables())
    for (auto const relation : {Relation::add_remove, Relation::substitute})
      for (auto const* unit : {"", "person"})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          NeighbourOptions options{.relation = relation, .unit = unit, .seed = seed, .most_pairs = 1000};
          if (seed % 2) options.bounds = {{"income", {0, 100}}};
          if (seed == 5 && options.unit == "person") options.rows_per_unit = 5;
          auto const made = neighbours_of(table, options);
          CHECK((made.pairs.size() > 5 || table.rows.size() < 2));
          for (auto const& pair : made.pairs) {
            auto const& d = made.datasets.at(arm_of(pair.d));
            auto const& d_prime = made.datasets.at(arm_of(pair.d_prime));
            INFO(pair.label << "\n" << d << "\n" << d_prime);
            CHECK(are_neighbours(d, d_prime, options));
            CHECK(pair.relation == relation);
          }
        }
}

TEST_CASE("lists of lists and of values have neighbours, too", "[mechanisms][external]") {
  for (auto const* text : {"[1, 2, 3, 4]", "[[1, \"a\"], [2, \"b\"]]", "[\"x\", \"y\"]", "[]", "[null]"})
    for (auto const relation : {Relation::add_remove, Relation::substitute}) {
      NeighbourOptions const options{.relation = relation};
      auto const made = neighbours_of(table_from_json(text, "x"), options);
      for (auto const& pair : made.pairs)
        CHECK(are_neighbours(made.datasets[arm_of(pair.d)], made.datasets[arm_of(pair.d_prime)], options));
    }
}

TEST_CASE("what mechanisms stumble over is among the pairs", "[mechanisms][external]") {
  auto const table = table_from_csv(people(), "people");
  auto const labels = [&](Relation relation, std::string const& unit) {
    std::string all;
    auto const made = neighbours_of(
        table, {.relation = relation, .unit = unit, .bounds = {{"income", {0, 100}}}, .most_pairs = 1000});
    for (auto const& pair : made.pairs) all += pair.label + "\n";
    return all;
  };
  auto const added = labels(Relation::add_remove, "person");
  for (auto const* what :
       {"one unit, where there was none", "the largest income", "most rows", "a null", "income = NaN",
        "income = \"nan\"", "income = 100000100", "income = Infinity", "income = -0.0", "income = null",
        "income = 1.7976931348623157e+308", "an unseen word", "a text of 1000 characters", "the empty text",
        "with 100 rows", "equal to another", "10 equal ones"})
    CHECK_THAT(added, Contains(what));
  auto const rows = labels(Relation::add_remove, "");
  for (auto const* what : {"city = \"Oslo\"", "an equal row elsewhere", "the largest person"})
    CHECK_THAT(rows, Contains(what));
  auto const changed = labels(Relation::substitute, "");
  for (auto const* what : {"becomes like another", "the only row", "one of 10 equal rows", "income = NaN"})
    CHECK_THAT(changed, Contains(what));
}

TEST_CASE("of few rows all are removed, and every size up to ten is tried", "[mechanisms][external]") {
  std::string text = "x,y\n";
  for (int i = 0; i < 26; ++i) text += std::to_string(100 + i) + "," + std::to_string(i * i % 29) + "\n";
  auto const table = table_from_csv(text, "rows");
  auto const made = neighbours_of(table, {});
  CHECK(made.pairs.size() == 64);
  std::multiset<std::string> removed;
  std::set<std::size_t> from;
  std::set<std::string> came;
  for (auto const& pair : made.pairs) {
    auto const d = rows_of(made.datasets[arm_of(pair.d)]), d_prime = rows_of(made.datasets[arm_of(pair.d_prime)]);
    if (d.size() == table.rows.size() && d_prime.size() + 1 == d.size())
      for (auto const& row : d)
        if (std::ranges::find(d_prime, row) == d_prime.end()) removed.insert(row.dump());
    if (pair.label.find("equal ones") != std::string::npos) from.insert(d.size());
    if (d_prime.size() == table.rows.size() + 1) came.insert(d_prime.back().at("x").dump());
  }
  CHECK(removed.size() == table.rows.size());
  CHECK(std::set(removed.begin(), removed.end()).size() == table.rows.size());
  for (std::size_t size = 1; size <= 10; ++size) CHECK(from.contains(size));
  CHECK(came.size() >= 4);  // rows that come are made of several
  auto const of_many = neighbours_of(table, {.most_pairs = 1000});
  for (auto const* size : {"more than 11 equal", "more than 24 equal", "more than 25 equal"})
    CHECK(std::ranges::any_of(of_many.pairs,
                              [&](Pair const& pair) { return pair.label.find(size) != std::string::npos; }));
}

TEST_CASE("the same seed makes the same pairs, and no more than were asked for", "[mechanisms][external]") {
  auto const table =
      table_from_csv("a,b,c,d,e\n1,2,3,4,5\n6,7,8,9,10\n11,12,13,14,15\n16,17,18,19,20\n21,22,23,24,25\n", "wide");
  auto const one = neighbours_of(table, {.seed = 3}), same = neighbours_of(table, {.seed = 3}),
             other = neighbours_of(table, {.seed = 4});
  CHECK(one.datasets == same.datasets);
  CHECK(one.datasets != other.datasets);
  CHECK(one.pairs.size() == 64);
  CHECK(one.possible > 64);
  CHECK(std::ranges::equal(one.pairs, same.pairs, {}, &Pair::label, &Pair::label));
  CHECK(neighbours_of(table, {.most_pairs = 7}).pairs.size() == 7);
  auto const of_a_long_table = neighbours_of(table, {.most_bytes = 10});
  auto const is_long = [&](std::string const& text) {
    return std::ranges::count_if(std::array{1, 6, 11, 16, 21}, [&](int a) {
             return text.find("\"a\": " + std::to_string(a) + ",") != std::string::npos;
           }) >= 4;
  };
  CHECK(std::ranges::count_if(of_a_long_table.datasets, is_long) <=
        6);  // the table, three unlike it, and ten equal rows with another
}

TEST_CASE("where cells are there and finite, none is made null, NaN or infinite", "[mechanisms][external]") {
  auto const table = table_from_csv("income,name,member\n1.5,ann,true\n2.5,bob,false\n", "people");
  auto const is_no_cell = [](std::string const& dataset) {
    return std::ranges::any_of(std::array{"null", "NaN", "Infinity", "\"nan\"", "\"inf\"", "\"-inf\""},
                               [&](char const* word) { return dataset.find(word) != std::string::npos; });
  };
  for (auto const relation : {Relation::add_remove, Relation::substitute}) {
    CHECK(std::ranges::any_of(neighbours_of(table, {.relation = relation}).datasets, is_no_cell));
    auto const made = neighbours_of(table, {.relation = relation, .finite = true});
    CHECK(std::ranges::none_of(made.datasets, is_no_cell));
    CHECK(std::ranges::any_of(made.datasets,
                              [](auto const& text) { return text.find("1000002.5") != std::string::npos; }));
  }
}

TEST_CASE("what can not be done is said", "[mechanisms][external]") {
  auto const table = table_from_csv(people(), "people");
  CHECK_THROWS_WITH(neighbours_of(table, {.unit = "name"}), Contains("no column 'name' (but person, income"));
  CHECK_THROWS_WITH(neighbours_of(table, {.bounds = {{"pay", {0, 1}}}}), Contains("bounds: there is no column 'pay'"));
  CHECK_THROWS_WITH(neighbours_of(table, {.bounds = {{"income", {1, 0}}}}), Contains("is no range"));
  auto const odd = table_from_csv("age,pay\n33,50\n,\n40,\"1,000\"\n", "t.csv");
  CHECK_THROWS_WITH(neighbours_of(odd, {.bounds = {{"pay", {0, 1}}}}),
                    Contains("bounds: 'pay' is no column of numbers (\"1,000\" in line 4)"));
  CHECK_NOTHROW(neighbours_of(odd, {.bounds = {{"age", {0, 1}}}}));
  auto const mixed = table_from_json(R"([{"pay": NaN}, {"pay": null}, {"pay": true}])", "t.json");
  CHECK_THROWS_WITH(neighbours_of(mixed, {.bounds = {{"pay", {0, 1}}}}), Contains("(true in row 3)"));
  CHECK_THROWS_WITH(neighbours_of(table, {.unit = "person", .rows_per_unit = 2}), Contains("2 are the most"));
  CHECK_THROWS_AS(neighbours_of(table, {.relation = Relation::value}), std::invalid_argument);
}

TEST_CASE("units that come are new ones, whatever numbers name those that are there", "[mechanisms][external]") {
  for (auto const* first : {"7", "9007199254740991", "1234567890123456768", "-1e300", "1e308"}) {
    CAPTURE(first);
    auto const table = table_from_csv("id,x\n" + std::string{first} + ",1\n3,2\n0,5\n", "rows");
    std::set<std::string> const there{first, "3", "0"};
    for (auto const& pair : neighbours_of(table, {.unit = "id"}).pairs) {
      CAPTURE(pair.label);
      if (pair.label.find("equal ones") == std::string::npos) continue;
      auto const units = by_unit(rows_of(neighbours_of(table, {.unit = "id"}).datasets[arm_of(pair.d_prime)]), "id");
      for (auto const& [unit, rows] : units)
        if (!there.contains(unit)) CHECK(rows.size() == 1);
    }
  }
}
