#include "results/report/image.hpp"

#include <stdexcept>

#include "tests/support/catch.hpp"

using warner::results::svg_image;

namespace {

/// What a browser makes of the link: %XX are bytes.
std::string decoded(std::string const& image) {
  std::string const start = "<img src=\"data:image/svg+xml,";
  REQUIRE(image.starts_with(start));
  auto const link = image.substr(start.size(), image.find('"', start.size()) - start.size());
  std::string text;
  for (std::size_t i = 0; i < link.size(); i += link[i] == '%' ? 3 : 1)
    text += link[i] == '%' ? static_cast<char>(std::stoi(link.substr(i + 1, 2), nullptr, 16)) : link[i];
  return text;
}

}  // namespace

TEST_CASE("an image holds the drawing whole", "[results]") {
  for (std::string const svg :
       {"<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 1 1\">\n\t<g fill='url(#a)'/>100% &amp; ε</svg>\n",
        "<svg/>\"><script>alert(1)</script>"})
    CHECK(decoded(svg_image(svg, "")) == svg);
}

TEST_CASE("nothing of a drawing or its name leaves the quotes that it stands in", "[results]") {
  auto const image = svg_image("<svg>\"><script>'</svg>", "\"><script>");
  CHECK(image.find('<', 1) == std::string::npos);
  CHECK(image.find('>') == image.size() - 1);
  CHECK(image.ends_with(" alt=\"&quot;&gt;&lt;script&gt;\">"));
}

TEST_CASE("a drawing is wider on a screen than in print", "[results]") {
  CHECK(svg_image("<svg width=\"9pt\" height=\"3pt\"/>", "").ends_with(" style=\"--natural: 19px\">"));
  for (auto const* unknown : {"<svg/>", "<svg width=\"9\"/>", "<svg width=\"9px\"/>", "<svg width=\"-9pt\"/>",
                              "<svg width=\"xpt\"/>", "<svg><g width=\"9pt\"/></svg>", "<svg width=\""})
    CHECK(svg_image(unknown, "").ends_with(" alt=\"\">"));
}

TEST_CASE("what is no drawing is refused", "[results]") {
  for (auto const* text : {"", "hello", "<html></html>"}) CHECK_THROWS_AS(svg_image(text, ""), std::invalid_argument);
}
