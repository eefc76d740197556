#include "mechanisms/external/process/command_line.hpp"

#include "tests/support/catch.hpp"

using namespace warner::mechanisms::external;
using Catch::Contains;

TEST_CASE("a command is parted into words as a shell would", "[mechanisms][external]") {
  using Words = std::vector<std::string>;
  CHECK(words_of("python3 mine.py  1 ") == Words{"python3", "mine.py", "1"});
  CHECK(words_of("'my program' \"an argument\" a'b c'd ''") == Words{"my program", "an argument", "ab cd", ""});
  CHECK(words_of(R"(a\ b "c\"d\e" '\' $HOME)") == Words{"a b", "c\"d\\e", "\\", "$HOME"});
  CHECK_THROWS_WITH(words_of("cat 'file"), Contains("left open"));
  CHECK_THROWS_WITH(words_of("  "), Contains("empty"));
  CHECK_THROWS_WITH(words_of("''"), Contains("empty"));
}
