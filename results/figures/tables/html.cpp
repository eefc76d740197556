#include "results/figures/tables/html.hpp"

#include <fmt/format.h>

#include "results/audit/readable.hpp"

namespace warner::results {
namespace {

bool plain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

std::string escape(std::string_view text) {
  std::string html;
  for (auto const c : readable(text))
    if (c == '&') html += "&amp;";
    else if (c == '<') html += "&lt;";
    else if (c == '>') html += "&gt;";
    else if (c == '"') html += "&quot;";
    else if (c == '\'') html += "&#39;";
    else html += c;
  return html;
}

std::string escape_link(std::string_view text) {
  std::string link;
  for (auto const c : text)
    if (plain(c) || c == '-' || c == '_' || c == '.' || c == '/') link += c;
    else link += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return link;
}

std::string id_from(std::string_view text) {
  std::string id;
  for (auto const c : text) id += plain(c) ? c : '-';
  return id;
}

}  // namespace warner::results
