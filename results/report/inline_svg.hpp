#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// An SVG file as an element of an HTML page.
///
/// Kept:     drawing elements and their attributes, each id and each reference to one with `prefix` before it, so that
///           several drawings share a page.
/// Dropped:  the XML prologue, comments, metadata, style sheets (a matplotlib one is about line joins, which the page
///           sets), scripts, event handlers, links and anything that would be fetched from elsewhere.
/// The width and height give way to the viewBox (the style --natural keeps what the width asked for); `label` is what a
/// screen reader says.
///
/// @throws std::invalid_argument when the text is no SVG that this can read.
std::string inline_svg(std::string_view svg, std::string_view prefix, std::string_view label);

}  // namespace warner::results
