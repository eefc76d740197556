#include "results/figures/tables/paper_table.hpp"

#include <limits>

#include "tests/support/catch.hpp"

using namespace warner::results;

namespace {

PaperTable sample() {
  Table table{{"mechanism", "epsilon", "unused"}};
  table.add({{"mechanism", "a_b & 50 % | <script>alert(1)</script> \\input{x}"}, {"epsilon", -1.25}});
  table.add({{"mechanism", "ε-private *count*"}, {"epsilon", std::numeric_limits<double>::infinity()}});
  table.add({{"mechanism", "a third"}});
  return {table, {{"mechanism", "mechanism"}, {"epsilon", "certified ε"}}};
}

}  // namespace

TEST_CASE("a table is printed in LaTeX with every word escaped", "[results]") {
  auto const text = latex(sample(), "Shown at $\\varepsilon$.", "name <of it>");
  CHECK_THAT(
      text, Catch::Contains(
                "\\begin{tabular}{lr}\n    \\toprule\n    mechanism & certified $\\varepsilon$ \\\\\n    \\midrule\n"));
  CHECK_THAT(
      text,
      Catch::Contains(
          "a\\_b \\& 50 \\% $|$ $<$script$>$alert(1)$<$/script$>$ \\textbackslash{}input\\{x\\} & $-$1.25 \\\\\n"));
  CHECK_THAT(text, Catch::Contains(
                       "$\\varepsilon$-private *count* & $\\infty$ \\\\\n    a third & -- \\\\\n    \\bottomrule\n"));
  CHECK_THAT(text, Catch::Contains("\\caption{Shown at $\\varepsilon$.}\n  \\label{tab:name--of-it-}"));
}

TEST_CASE("a table is printed in Markdown with every word escaped", "[results]") {
  auto const text = markdown(sample(), "Shown at $\\varepsilon$.");
  CHECK_THAT(text, Catch::StartsWith("| mechanism | certified ε |\n|---|---:|\n| a\\_b &amp; 50 % \\| "
                                     "&lt;script&gt;alert\\(1\\)&lt;/script&gt; \\\\input\\{x\\} | −1.25 |\n"));
  CHECK_THAT(text, Catch::Contains("| ε-private \\*count\\* | ∞ |\n| a third | – |\n\nShown at <i>ε</i>.\n"));
}

TEST_CASE("a table with a caption of its own shows that one", "[results]") {
  auto table = sample();
  table.caption = "Its own.";
  CHECK_THAT(markdown(table, "The figure's."), Catch::EndsWith("\nIts own.\n"));
  CHECK_THAT(latex(table, "The figure's.", "x"), Catch::Contains("\\caption{Its own.}"));
  CHECK(latex_of("\xFF\x01") == "??");
  CHECK_THROWS_AS(table.table.at(0, "none"), std::invalid_argument);
}

TEST_CASE("numbers of a printed table are rounded, and have an exponent only from a million on", "[results]") {
  Table table{{"seconds"}};
  for (auto const seconds : {21.46, 27958.3, 0.8341, 3.2e7, -123456.0}) table.add({{"seconds", seconds}});
  auto const rounded_to = [&](int digits) { return markdown({table, {{"seconds", "s", digits}}}, ""); };
  CHECK_THAT(rounded_to(1), Catch::Contains("| 20 |\n| 30000 |\n| 0.8 |\n| 3e\\+07 |\n| −100000 |\n"));
  CHECK_THAT(rounded_to(4), Catch::Contains("| 21.46 |\n| 27960 |\n| 0.8341 |\n| 3.2e\\+07 |\n| −123500 |\n"));
}
