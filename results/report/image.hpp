#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// An SVG file as an <img> of an HTML page, which holds the file whole (RFC 2397). A browser runs no script of an
/// image, fetches nothing that it names, and keeps its ids and its styles apart from those of the page.
///
/// The style --natural is how wide it wants to be on a screen, where the file says how wide it is in print; `label`
/// stands in its place where it is not seen.
///
/// @throws std::invalid_argument when the text holds no svg element.
std::string svg_image(std::string_view svg, std::string_view label);

}  // namespace warner::results
