#include "results/report/image.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "results/figures/tables/html.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

/// Text as the rest of a data: link within quotes. What would end the link, or be taken for something else, becomes
/// %XX.
std::string encoded(std::string_view text) {
  std::string link;
  for (auto const c : text)
    if (c > ' ' && c < 0x7F && std::string_view{"\"#%&<>"}.find(c) == std::string_view::npos) link += c;
    else link += c == ' ' ? " " : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return link;
}

/// Twice and a bit the width in print, as a style; empty where the element does not say it in points.
std::string natural_width(std::string_view element) {
  constexpr std::string_view width = " width=\"";
  auto const at = element.find(width);
  if (at == std::string_view::npos) return "";
  double points = 0;
  auto const number = element.substr(at + width.size());
  auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), points);
  if (error != std::errc{} || !number.substr(static_cast<std::size_t>(end - number.data())).starts_with("pt\"") ||
      !(points > 0))
    return "";
  return fmt::format(" style=\"--natural: {:.0f}px\"", 2.1 * std::min(points, 1000.0));
}

}  // namespace

std::string svg_image(std::string_view svg, std::string_view label) {
  auto const start = svg.find("<svg");
  require(start != std::string_view::npos, "svg: there is no svg element");
  auto const element = svg.substr(start, svg.find('>', start) - start);
  return fmt::format("<img src=\"data:image/svg+xml,{}\" alt=\"{}\"{}>", encoded(svg), escape(label),
                     natural_width(element));
}

}  // namespace warner::results
