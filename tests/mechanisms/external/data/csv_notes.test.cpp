#include "mechanisms/external/data/csv_notes.hpp"

#include <string>
#include <vector>

#include "mechanisms/external/data/read_table.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;
using Catch::Contains;

namespace {

std::vector<std::string> notes(std::string const& text) { return table_from_csv(text, "t.csv").notes; }

}  // namespace

TEST_CASE("what a file of CSV may not be meant as is noted", "[mechanisms][external]") {
  struct Doubtful {
    std::string text, note;
  };
  for (auto const& [text, note] :
       {Doubtful{"age\n33\n\xFF\xFE\n", "t.csv:3: is no UTF-8"},
        Doubtful{"a;b;c\n1;2;3\n4;5;6\n", "t.csv: has one column, with semicolons in each line"},
        Doubtful{"a\tb\r\n1\t2\r\n", "t.csv: has one column, with tabs in each line"},
        Doubtful{",age,city\n0,33,Oslo\n1,45,Rome\n", "t.csv:1: is taken for a row, and no header"},
        Doubtful{"age,income\n33,50\n40,\"1,000\"\n51,20\n",
                 "t.csv: column 'income' is text, for \"1,000\" in line 3 is no number (2 of 3 cells are)"}}) {
    INFO(text);
    auto const found = notes(text);
    REQUIRE(found.size() == 1);
    CHECK_THAT(found.front(), Contains(note));
  }
}

TEST_CASE("what is meant as it is has no note", "[mechanisms][external]") {
  for (std::string const text :
       {"age,city\n33,K\xC3\xB6ln\n45,\n", "name\nada; ben\ncyd\n", "zip,x\n01234,1\n99999,2\n88888,nan\n",
        "a,b\nx,1\n2,y\n", ",1\n,2\n", "1\n2\n", ",a,a\nx,y,z\n", "city,spent\n,1\nOslo,2\n"}) {
    INFO(text);
    CHECK(notes(text).empty());
  }
}
