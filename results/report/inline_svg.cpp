#include "results/report/inline_svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "results/figures/tables/html.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr std::array<std::string_view, 19> drawing{
    "svg",      "g",       "defs", "use",   "symbol", "path",     "rect",           "circle",         "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "image",  "clipPath", "linearGradient", "radialGradient", "stop"};

struct Attribute {
  std::string_view name, value;
};

struct Tag {
  std::string_view name;
  std::vector<Attribute> attributes;
  bool closing = false, empty = false;
};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' || c == '-' ||
         c == '_' || c == '.';
}

/// Reads XML from left to right. Knows no DTD and no entity beyond the five.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_{text} {}
  bool done() const { return text_.empty(); }

  /// Everything up to the next '<'.
  std::string_view characters() { return take(std::min(text_.find('<'), text_.size())); }

  /// The tag that starts here; empty for a comment, a processing instruction, a declaration, a CDATA section.
  std::optional<Tag> tag() {
    for (auto const& [start, end] : {std::pair{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}})
      if (text_.starts_with(start)) return skip_past(end), std::nullopt;
    take(1);
    Tag tag;
    tag.closing = accept('/');
    tag.name = name();
    for (spaces(); !text_.empty() && text_[0] != '>' && text_[0] != '/'; spaces())
      tag.attributes.push_back(attribute());
    tag.empty = accept('/');
    require(accept('>'), "svg: a tag does not end");
    return tag;
  }

 private:
  std::string_view take(std::size_t n) {
    auto const taken = text_.substr(0, n);
    text_.remove_prefix(n);
    return taken;
  }
  bool accept(char c) { return !text_.empty() && text_[0] == c && (text_.remove_prefix(1), true); }
  void spaces() {
    text_.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text_, is_space) - text_.begin()));
  }
  void skip_past(std::string_view end) {
    auto const found = text_.find(end);
    require(found != std::string_view::npos, "svg: ends within a comment or declaration");
    take(found + end.size());
  }
  std::string_view name() {
    auto const taken = take(static_cast<std::size_t>(std::ranges::find_if_not(text_, is_name) - text_.begin()));
    require(!taken.empty(), "svg: a tag or an attribute without a name");
    return taken;
  }
  Attribute attribute() {
    auto const key = name();
    spaces();
    require(accept('='), "svg: an attribute without a value");
    spaces();
    auto const quote = text_.empty() ? ' ' : text_[0];
    require((quote == '"' || quote == '\'') && text_.find(quote, 1) != std::string_view::npos,
            "svg: an attribute without quotes");
    take(1);
    auto const value = take(text_.find(quote));
    take(1);
    return {key, value};
  }

  std::string_view text_;
};

/// Character data as written: it keeps its entities, a stray & does not pass.
std::string requoted(std::string_view raw) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> entities{
      {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}}};
  std::string text;
  for (std::size_t i = 0; i < raw.size();) {
    auto const found =
        std::ranges::find_if(entities, [&](auto const& entity) { return raw.substr(i).starts_with(entity.first); });
    text += found == entities.end() ? raw.substr(i, 1) : found->second;
    i += found == entities.end() ? 1 : found->first.size();
  }
  return escape(text);
}

std::string lower_case(std::string_view text) {
  std::string lower{text};
  for (auto& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// url(#id) -> url(#prefix-id); empty when something would be fetched.
std::optional<std::string> with_own_urls(std::string_view value, std::string_view prefix) {
  auto const lower = lower_case(value);
  for (auto const suspicious : {"//", "\\", "@import", "image-set"})
    if (lower.find(suspicious) != std::string::npos) return std::nullopt;
  for (auto at = lower.find("url"); at != std::string::npos; at = lower.find("url", at + 1))
    if (!value.substr(at).starts_with("url(#")) return std::nullopt;
  std::string text;
  for (std::size_t at; (at = value.find("url(")) != std::string_view::npos;) {
    text += value.substr(0, at + 4);
    text += fmt::format("#{}-", prefix);
    value.remove_prefix(at + 5);
  }
  return text += value;
}

/// The attribute as it may stand in the page, with a space before it; empty when it may not.
std::string attribute_text(Attribute const& attribute, std::string_view prefix) {
  auto const value = attribute.value;
  auto const name = attribute.name;
  if (lower_case(name).starts_with("on") || lower_case(name) == "src" || name.starts_with("xmlns") || name == "base" ||
      name == "xml:base")
    return "";
  if (name == "id") return fmt::format(" id=\"{}-{}\"", prefix, requoted(value));
  if (name == "href" || name == "xlink:href") {
    if (value.starts_with('#')) return fmt::format(" href=\"#{}-{}\"", prefix, requoted(value.substr(1)));
    return value.starts_with("data:image/png;base64,") ? fmt::format(" href=\"{}\"", requoted(value)) : "";
  }
  if (name.find(':') != std::string_view::npos) return "";
  auto const safe = with_own_urls(value, prefix);
  return safe ? fmt::format(" {}=\"{}\"", name, requoted(*safe)) : "";
}

/// How wide a drawing wants to be on a screen: twice and a bit its width in print, as a style; empty when it does not
/// say.
std::string natural_width(Tag const& root) {
  for (auto const& [name, value] : root.attributes) {
    double points = 0;
    if (name == "width" && value.ends_with("pt") &&
        std::from_chars(value.data(), value.data() + value.size(), points).ec == std::errc{} && points > 0)
      return fmt::format(" style=\"--natural: {:.0f}px\"", 2.1 * std::min(points, 1000.0));
  }
  return "";
}

std::string opening(Tag const& tag, std::string_view prefix, bool root, std::string_view label) {
  auto text = fmt::format("<{}", tag.name);
  for (auto const& attribute : tag.attributes)
    if (!root || (attribute.name != "width" && attribute.name != "height" && attribute.name != "version" &&
                  attribute.name != "style"))
      text += attribute_text(attribute, prefix);
  if (root) text += natural_width(tag) + fmt::format(" role=\"img\" aria-label=\"{}\"", escape(label));
  return text + (tag.empty ? "/>" : ">");
}

}  // namespace

std::string inline_svg(std::string_view svg, std::string_view prefix, std::string_view label) {
  std::string text;
  std::vector<std::string_view> open;
  std::size_t dropped_at = 0;  // depth of the element that is being dropped with all it holds, 0: none
  for (Scanner scanner{svg}; !scanner.done();) {
    auto const characters = scanner.characters();
    if (!open.empty() && dropped_at == 0) text += requoted(characters);
    if (scanner.done()) break;
    auto const tag = scanner.tag();
    if (!tag) continue;
    if (tag->closing) {
      require(!open.empty() && open.back() == tag->name, fmt::format("svg: </{}> closes nothing", tag->name));
      if (dropped_at == 0) text += fmt::format("</{}>", tag->name);
      if (dropped_at == open.size()) dropped_at = 0;
      open.pop_back();
      continue;
    }
    auto const root = open.empty();
    require(!root || (text.empty() && tag->name == "svg"), "svg: the file is not one svg element");
    open.push_back(tag->name);
    if (dropped_at == 0 && std::ranges::find(drawing, tag->name) == drawing.end()) dropped_at = open.size();
    if (dropped_at == 0) text += opening(*tag, prefix, root, label);
    if (tag->empty) {
      if (dropped_at == open.size()) dropped_at = 0;
      open.pop_back();
    }
  }
  require(!text.empty() && open.empty(), "svg: the file is not one whole svg element");
  return text;
}

}  // namespace warner::results
