#include "mechanisms/external/data/read_table.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;
using Catch::Contains;

TEST_CASE("CSV becomes a list of rows, typed by column", "[mechanisms][external]") {
  auto const read = [](std::string const& text) { return dataset_of_file(text, "table.CSV"); };
  CHECK(read("age,city,old\n33,Paris,true\n,,\n3.50,\"\",False\n") ==
        R"([{"age": 33, "city": "Paris", "old": true}, {"age": null, "city": null, "old": null}, )"
        R"({"age": 3.50, "city": "", "old": false}])");
  CHECK(read("zip,x\n01234,nan\n99,-inf\n") == R"([{"zip": "01234", "x": "nan"}, {"zip": "99", "x": "-inf"}])");
  CHECK(read("1,a\r\n2,b\r\n") == R"([[1, "a"], [2, "b"]])");  // no header: there is a number
  CHECK(read("a,a\nb,c\n") == R"([["a", "a"], ["b", "c"]])");  // nor here: two names are the same
  CHECK(read("\xEF\xBB\xBFname\n\"two\nlines, \"\"quoted\"\"\"\n") == R"([{"name": "two\nlines, \"quoted\""}])");
  CHECK(read("x\n9007199254740993\n") == R"([{"x": 9007199254740993}])");
  CHECK(read("x\n+1\n.5\n") == R"([{"x": 1}, {"x": 0.5}])");
  CHECK(read("a,b\n") == "[]");
  CHECK_THROWS_WITH(read("a,b\n1,2\n\n3\n"), Contains("table.CSV:4: it has 1 fields, and the first line has 2"));
  CHECK_THROWS_WITH(read(""), Contains("no line"));
  CHECK_THROWS_WITH(read("a\n\"b\n"), Contains("quotes"));
  CHECK_THROWS_AS(read(std::string{"a\n\0\n", 4}), std::invalid_argument);
}

TEST_CASE("rows of CSV know their lines", "[mechanisms][external]") {
  CHECK(table_from_csv("a,b\n1,2\n\n3,4\n", "t.csv").lines == std::vector<std::size_t>{2, 4});
  CHECK(table_from_csv("1,2\n\n3,4", "t.csv").lines == std::vector<std::size_t>{1, 3});
  CHECK(table_from_json("[1, 2]", "t.json").lines.empty());
}

TEST_CASE("JSON goes through as it is", "[mechanisms][external]") {
  CHECK(dataset_of_file("  {\"a\": [1,\n2.0]}\n", "x.json") == "{\"a\": [1, 2.0]}");
  CHECK(dataset_of_file("NaN", "x") == "NaN");
  CHECK(dataset_of_file("\xEF\xBB\xBF[1, 2]\n", "x.json") == "[1, 2]");
  CHECK(table_from_json("\xEF\xBB\xBF[NaN]", "x.json").rows.front().front() == "NaN");
  CHECK_THROWS_WITH(dataset_of_file("a,b\n1,2\n", "x.txt"), Contains("neither JSON nor called .csv"));
}

TEST_CASE("JSON lists of rows are tables", "[mechanisms][external]") {
  auto const again = [](std::string const& text) {
    auto const table = table_from_json(text, "x.json");
    std::vector<std::string> rows;
    for (auto const& row : table.rows) rows.push_back(json_of(table, row));
    return json_of(rows);
  };
  for (std::string const text : {R"([{"a": 1, "b": "x"}, {"b": null}])", R"([[1, "x"], [2]])",
                                 R"([1, 2.5, "x", {"a": 1}])", "[]", R"([[]])", R"([{"a": NaN}, {"a": -Infinity}])"})
    CHECK(again(text) == [&] {
      auto spaced = text;
      if (text.find("{\"a\": 1}") != std::string::npos) spaced = R"([1, 2.5, "x", {"a":1}])";
      return spaced;
    }());
  CHECK_THROWS_WITH(table_from_json("{\"a\": 1}", "x.json"), Contains("x.json: it is not a JSON list of rows"));
  CHECK_THROWS_WITH(table_from_json(std::string(100'000, '[') + std::string(100'000, ']'), "x.json"), Contains("deep"));
}

TEST_CASE("a dataset is CSV again", "[mechanisms][external]") {
  std::string const text = "age,\"a name\",x\n33,\"a, \"\"b\"\"\",true\n,\"\",\n";
  auto const table = table_from_csv(text, "t.csv");
  auto const dataset = dataset_of_file(text, "t.csv");
  CHECK(csv_of(dataset, table) == "age,a name,x\n33,\"a, \"\"b\"\"\",true\n,\"\",\n");
  CHECK(dataset_of_file(csv_of(dataset, table), "t.csv") == dataset);
  CHECK(csv_of("[]", table) == "age,a name,x\n");
  CHECK(csv_of("[[1, \"x\"], [NaN, null]]", table_from_csv("1,x\n", "t")) == "1,x\nNaN,\n");
}

TEST_CASE("a column is of one kind, or of none", "[mechanisms][external]") {
  auto const table = table_from_csv("n,b,t,e,\"mixed\"\n1,true,x,,1\nnan,,y,,x\n", "t");
  CHECK(kind_of(table, 0) == CellKind::number);
  CHECK(kind_of(table, 1) == CellKind::boolean);
  CHECK(kind_of(table, 2) == CellKind::text);
  CHECK(kind_of(table, 3) == CellKind::other);
  CHECK(kind_of(table, 4) == CellKind::text);
  CHECK(kind_of(table_from_json("[1, \"x\"]", "t"), 0) == CellKind::other);
}
