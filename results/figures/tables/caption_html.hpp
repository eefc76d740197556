#pragma once

#include <string>
#include <string_view>

namespace warner::results {

/// A caption written for LaTeX as HTML: $..$ in italics with raised and lowered parts, Greek letters and the usual
/// signs, \emph and \texttt, quotes, dashes, thin spaces. A command that it does not know stands there by its name. All
/// else is escaped.
std::string caption_html(std::string_view latex);

}  // namespace warner::results
