#include "results/figures/tables/html.hpp"

#include "results/figures/tables/caption_html.hpp"
#include "results/report/inline_svg.hpp"
#include "tests/support/catch.hpp"

using warner::results::caption_html;
using warner::results::escape;
using warner::results::inline_svg;

namespace {

bool holds(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }
std::string drawn(std::string const& inside) {
  return inline_svg("<svg viewBox=\"0 0 1 1\">" + inside + "</svg>", "p", "a figure");
}

}  // namespace

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

TEST_CASE("ids of two drawings on one page stay apart", "[results]") {
  std::string const svg =
      "<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"x\" \"http://y\"><!-- c --><svg width=\"9pt\" viewBox=\"0 0 9 9\" "
      "xmlns=\"http://z\">"
      "<defs><clipPath id=\"c\"><rect/></clipPath></defs><g clip-path=\"url(#c)\"><use xlink:href=\"#m\" style=\"fill: "
      "url(#C)\"/></g></svg>\n";
  auto const page = inline_svg(svg, "one", "a \"figure\"");
  CHECK(holds(page, "id=\"one-c\""));
  CHECK(holds(page, "clip-path=\"url(#one-c)\""));
  CHECK(holds(page, "style=\"fill: url(#one-C)\""));
  CHECK(holds(page, "href=\"#one-m\""));
  CHECK(holds(page, "aria-label=\"a &quot;figure&quot;\""));
  CHECK_FALSE(holds(page, "http"));
  CHECK_FALSE(holds(page, "width=\"9pt\""));
  CHECK(holds(page, "style=\"--natural: 19px\""));
  CHECK(holds(inline_svg(svg, "two", ""), "url(#two-c)"));
}

TEST_CASE("a drawing can not run, style or fetch anything", "[results]") {
  for (auto const* inside :
       {"<script>alert(1)</script>", "<g><SCRIPT>alert(1)</SCRIPT></g>", "<style>* { x: alert }</style>",
        "<foreignObject><b>alert</b></foreignObject>", "<g onload=\"alert(1)\"/>", "<g ONLOAD=\"alert(1)\"/>",
        "<a href=\"javascript:alert(1)\"><g/></a>", "<image href=\"http://alert/x.png\"/>",
        "<use href=\"//alert/x.svg#a\"/>", "<g fill=\"url(http://alert)\"/>", "<g style=\"fill: URL('//alert')\"/>",
        "<g style=\"@import 'alert'\"/>", "<g fill=\"url(#a) url(alert)\"/>", "<animate onbegin=\"alert(1)\"/>",
        "<title>alert</title>", "<metadata><x y=\"alert\"/></metadata>", "<!-- alert -->", "<![CDATA[alert]]>"}) {
    CAPTURE(inside);
    CHECK_FALSE(holds(drawn(inside), "alert"));
  }
  CHECK(holds(drawn("<script/><g id=\"kept\"/>"), "p-kept"));
  CHECK(holds(drawn("<text>a &lt;script&gt; &amp; b</text>"), "<text>a &lt;script&gt; &amp; b</text>"));
  CHECK(holds(drawn("<g id='a\"b'/>"), "id=\"p-a&quot;b\""));
}

TEST_CASE("what is no drawing is refused", "[results]") {
  for (auto const* text : {"", "hello", "<html></html>", "<svg>", "<svg></g>", "<svg><g></svg>", "<svg a>",
                           "<svg a=b/>", "<svg a=\"", "<", "<svg><!-- ", "<svg/><svg/>"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(inline_svg(text, "p", ""), std::invalid_argument);
  }
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
