#pragma once

#include <filesystem>

namespace warner::results {

/// Gathers a folder into one page, DIR/report.html, that needs nothing else to be read: no network, no other file.
///
/// Reads:   DIR/records/*.json, the audits (docs/formats/record.md); DIR/NAME.json with NAME.txt and NAME.svg, the
///          figures (docs/formats/figures.md). A figure that was not drawn is shown by its caption and numbers.
/// Writes:  a summary (what was refuted, what was not, what was not expected, at which levels, what could have passed
///          unseen), a table that sorts, every witness, every figure. All text from files is escaped.
/// Same bytes for the same files.
///
/// @return the path of the page.
/// @throws std::invalid_argument when the folder holds nothing to report, or a file in it can not be read; it is named.
std::filesystem::path write_report(std::filesystem::path const& dir);

/// Whether there is any of that in the folder.
bool has_audits_or_figures(std::filesystem::path const& dir);

}  // namespace warner::results
