#include "results/figures/tables/paper_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "results/figures/tables/caption_html.hpp"
#include "results/figures/tables/html.hpp"
#include "sim/decimal_digits.hpp"

namespace warner::results {
namespace {

using Names = std::pair<std::string_view, std::string_view>;
constexpr std::array<Names, 34> latex_names{{
    {"#", "\\#"},
    {"$", "\\$"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"_", "\\_"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"\\", "\\textbackslash{}"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"|", "$|$"},
    {"\"", "''"},
    {"`", "\\textasciigrave{}"},
    {"\n", " "},
    {"\t", " "},
    {"ε", "$\\varepsilon$"},
    {"δ", "$\\delta$"},
    {"μ", "$\\mu$"},
    {"∞", "$\\infty$"},
    {"−", "$-$"},
    {"×", "$\\times$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"√", "$\\surd$"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\ldots{}"},
    {"’", "'"},
    {"é", "\\'e"},
    {"ü", "\\\"u"},
    {"ö", "\\\"o"},
    {"ä", "\\\"a"},
}};

constexpr double in_full = 1e6;  // below, large numbers are written without an exponent

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  auto text = fmt::format("{:.{}g}", value, digits);
  if (auto const rounded = sim::to_decimal_digits(value, digits);
      std::fabs(rounded) >= 1 && std::fabs(rounded) < in_full)
    text = fmt::format("{:g}", rounded);
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

/// Cells as plain text, row by row, and which columns are numbers.
struct Plain {
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> number;
};

Plain plain(PaperTable const& table) {
  Plain out{{}, std::vector<bool>(table.columns.size(), true)};
  for (std::size_t row = 0; row < table.table.rows(); ++row) {
    auto& cells = out.rows.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      auto const& cell = table.table.at(row, table.columns[i].name);
      if (cell.is_word()) out.number[i] = false;
      cells.push_back(cell.is_word() ? cell.text() : number_text(cell.number(), table.columns[i].digits));
    }
  }
  return out;
}

/// The first character, with the continuation bytes of UTF-8 that follow it.
std::string_view first_character(std::string_view text) {
  std::size_t length = 1;
  if (static_cast<unsigned char>(text[0]) >= 0xC2)
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return text.substr(0, length);
}

}  // namespace

std::string latex_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto const c = first_character(text);
    text.remove_prefix(c.size());
    auto const name = std::ranges::find(latex_names, c, &Names::first);
    if (name != latex_names.end()) out += name->second;
    else if (c.size() > 1 || static_cast<unsigned char>(c[0]) < 0x20 || static_cast<unsigned char>(c[0]) > 0x7E)
      out += '?';
    else out += c;
  }
  return out;
}

std::string markdown_of(std::string_view text) {
  std::string out;
  for (auto const c : text) {
    if (c == '\n' || c == '\r') out += ' ';
    else if (std::string_view{"\\`*_{}[]()#+!|~$"}.find(c) != std::string_view::npos) out += '\\', out += c;
    else out += c;
  }
  std::string safe;  // < > & last: as entities they stand in every dialect
  for (auto const c : out) {
    if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else if (c == '&') safe += "&amp;";
    else safe += c;
  }
  return safe;
}

std::string markdown(PaperTable const& table, std::string_view caption) {
  auto const text = plain(table);
  std::string out = "|", rule = "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += fmt::format(" {} |", markdown_of(table.columns[i].heading));
    rule += text.number[i] ? "---:|" : "---|";
  }
  out += "\n" + rule + "\n";
  for (auto const& row : text.rows) {
    out += "|";
    for (auto const& cell : row) out += fmt::format(" {} |", markdown_of(cell));
    out += "\n";
  }
  return fmt::format("{}\n{}\n", out, caption_html(table.caption.empty() ? caption : table.caption));
}

std::string latex(PaperTable const& table, std::string_view caption, std::string_view name) {
  auto const text = plain(table);
  std::string columns, body;
  auto const line = [&](std::vector<std::string> const& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) body += (i == 0 ? "    " : " & ") + latex_of(cells[i]);
    body += " \\\\\n";
  };
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    columns += text.number[i] ? 'r' : 'l';
    headings.push_back(table.columns[i].heading);
  }
  body += "    \\toprule\n";
  line(headings);
  body += "    \\midrule\n";
  for (auto const& row : text.rows) line(row);
  body += "    \\bottomrule\n";
  return fmt::format(
      "% Wants \\usepackage{{booktabs}}.\n\\begin{{table*}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{}}}\n  "
      "\\begin{{tabular}}{{{}}}\n{}  \\end{{tabular}}\n\\end{{table*}}\n",
      table.caption.empty() ? caption : table.caption, id_from(name), columns, body);
}

}  // namespace warner::results
