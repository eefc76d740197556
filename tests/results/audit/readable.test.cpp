#include "results/audit/readable.hpp"

#include "tests/support/catch.hpp"

using warner::results::cut;
using warner::results::readable;
using warner::results::readable_line;

TEST_CASE("readable text has neither control characters nor broken UTF-8", "[results]") {
  CHECK(readable("plain\n\ttext") == "plain\n\ttext");
  CHECK(readable("\xF0\x9F\x94\x92 caf\xC3\xA9") == "\xF0\x9F\x94\x92 caf\xC3\xA9");
  CHECK(readable(std::string_view{"a\0b", 3}) ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(readable("\x1B[31m") == "\xEF\xBF\xBD[31m");
  CHECK(readable("\xC2\x9B[31m") == "\xEF\xBF\xBD[31m");                       // the same in one character, U+009B
  CHECK(readable("a\xE2\x80\xA8") == "a\xEF\xBF\xBD");                         // the end of a line
  CHECK(readable("\xC2\xA0\xE2\x80\xA7\xE2\x81\xAA").size() == 8);             // their neighbours stay
  CHECK(readable("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");                   // overlong
  CHECK(readable("\xED\xA0\x80").size() == 9);                                 // a surrogate
  CHECK(readable("\xF0\x9F\x94") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");   // cut off
  CHECK(readable("\xEF\xBF\xBF") == "\xEF\xBF\xBD");                           // no character of XML
  CHECK(readable("mean\u202e)1 = noilispe(") == "mean\\u202e)1 = noilispe(");  // reads backwards
  CHECK(readable("\u061c\u200e\u2066\u2069") == "\\u061c\\u200e\\u2066\\u2069");
  CHECK(readable("\u05d0\u2065\u200d") == "\u05d0\u2065\u200d");  // Hebrew, and what turns nothing
  CHECK(readable_line("a\nb\tc\r") == "a b c\xEF\xBF\xBD");
}

TEST_CASE("a text is cut between characters", "[results]") {
  CHECK(cut("abc", 5) == "abc");
  CHECK(cut("abc", 2) == "ab");
  CHECK(cut("a\xF0\x9F\x94\x92", 4) == "a");
  CHECK(cut("\xF0\x9F\x94\x92", 4) == "\xF0\x9F\x94\x92");
  CHECK(cut("\xF0\x9F\x94\x92", 3).empty());
}
