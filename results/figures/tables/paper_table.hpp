#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/figures/tables/csv.hpp"

namespace warner::results {

/// A table as a paper prints it: some columns of a tidy table, under headings for people. Headings and words are plain
/// text in Unicode; each writer escapes them for its own language.
struct PaperTable {
  struct Column {
    std::string name;     ///< in the tidy table
    std::string heading;  ///< over the column; a unit belongs here
    int digits = 4;       ///< significant digits of numbers
  };
  Table table;
  std::vector<Column> columns;
  std::string caption{};  ///< LaTeX; empty: the figure's
};

/// Plain text as it must stand in LaTeX: special characters escaped, Greek letters and signs in mathematics. What LaTeX
/// has no name for here becomes a question mark.
std::string latex_of(std::string_view text);

/// Plain text within a row of a Markdown table: pipes and everything that Markdown or HTML would read as theirs
/// escaped.
std::string markdown_of(std::string_view text);

/// A pipe table above its caption, or the one given where it has none of its own (captions are LaTeX, and become HTML).
std::string markdown(PaperTable const& table, std::string_view caption);

/// A booktabs table environment of the full text width, with its caption or the one given, and label tab:NAME. Wants
/// \usepackage{booktabs}.
std::string latex(PaperTable const& table, std::string_view caption, std::string_view name);

}  // namespace warner::results
