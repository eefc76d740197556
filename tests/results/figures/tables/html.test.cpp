#include "results/figures/tables/html.hpp"

#include "results/figures/tables/caption_html.hpp"
#include "tests/support/catch.hpp"

using warner::results::caption_html;
using warner::results::escape;

TEST_CASE("escaped text is text, in a page and in an attribute", "[results]") {
  CHECK(escape("a < b && \"c\" > 'd'") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;");
  CHECK(escape("<script>") == "&lt;script&gt;");
  CHECK(escape("Größe, ε, 統計, 🎲") == "Größe, ε, 統計, 🎲");
}

TEST_CASE("bytes that a page can not hold are replaced", "[results]") {
  std::string const lost = "\uFFFD";
  CHECK(escape(std::string{"a\0b", 3}) == "a" + lost + "b");
  CHECK(escape("\x1b[31m") == lost + "[31m");
  CHECK(escape("\xff") == lost);
  CHECK(escape("\xc3(") == lost + "(");                 // a sequence that breaks off
  CHECK(escape("\xc0\xbc") == lost + lost);             // an overlong '<'
  CHECK(escape("\xed\xa0\x80") == lost + lost + lost);  // a surrogate
}

TEST_CASE("a caption for LaTeX reads as HTML", "[results]") {
  CHECK(caption_html("$\\varepsilon = 1$, 95\\,\\% band") == "<i>ε = 1</i>, 95\u202F% band");
  CHECK(caption_html("$10^{{6}}$ of $e^{\\pm\\varepsilon} q_1$") ==
        "<i>10<sup>6</sup></i> of <i>e<sup>±ε</sup> q<sub>1</sub></i>");
  CHECK(caption_html("\\emph{a} \\texttt{b<c}--d") == "<em>a</em> <code>b&lt;c</code>–d");
  CHECK(caption_html("$\\sqrt{n}$ and \\unknown") == "<i>√(n)</i> and unknown");
  CHECK(caption_html("``a'' and $f'$") == "“a” and <i>f′</i>");
  CHECK(caption_html("<script>alert('x')</script>") == "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  CHECK(caption_html("an open $x^{2") == "an open <i>x<sup>2</sup></i>");
  CHECK(caption_html("Größe \\") == "Größe \\");
}
