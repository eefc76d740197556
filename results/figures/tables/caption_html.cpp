#include "results/figures/tables/caption_html.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "results/figures/tables/html.hpp"

namespace warner::results {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 40> signs{{
    {"varepsilon", "ε"}, {"epsilon", "ε"}, {"delta", "δ"}, {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"},
    {"lambda", "λ"},     {"mu", "μ"},      {"pi", "π"},    {"rho", "ρ"},    {"sigma", "σ"},  {"theta", "θ"},
    {"Phi", "Φ"},        {"Delta", "Δ"},   {"ell", "ℓ"},   {"pm", "±"},     {"times", "×"},  {"cdot", "·"},
    {"le", "≤"},         {"leq", "≤"},     {"ge", "≥"},    {"geq", "≥"},    {"approx", "≈"}, {"infty", "∞"},
    {"sum", "∑"},        {"in", "∈"},      {"to", "→"},    {"ldots", "…"},  {"dots", "…"},   {"quad", " "},
    {"left", ""},        {"right", ""},    {"mathrm", ""}, {"text", ""},    {"ne", "≠"},     {"neq", "≠"},
    {"mid", "|"},        {"prime", "′"},   {"sim", "∼"},   {"propto", "∝"},
}};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class Translator {
 public:
  explicit Translator(std::string_view latex) : rest_{latex} {}

  std::string text() {
    std::string html;
    while (!rest_.empty()) html += element();
    return math_ ? html + "</i>" : html;
  }

 private:
  char next() {
    auto const c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  /// {..} as HTML, or the one element that stands for it.
  std::string argument() {
    if (rest_.empty()) return "";
    if (rest_.front() != '{') return element();
    next();
    std::string html;
    while (!rest_.empty() && rest_.front() != '}') html += element();
    if (!rest_.empty()) next();
    return html;
  }

  std::string command() {
    if (rest_.empty()) return "\\";
    if (!letter(rest_.front())) {
      auto const c = next();
      return c == ',' || c == ';' || c == ' ' ? "\u202F" : c == '!' ? "" : escape({&c, 1});
    }
    auto const end = static_cast<std::size_t>(std::ranges::find_if_not(rest_, letter) - rest_.begin());
    auto const name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (!rest_.empty() && rest_.front() == ' ' && !math_) next();
    if (name == "emph") return fmt::format("<em>{}</em>", argument());
    if (name == "texttt") return fmt::format("<code>{}</code>", argument());
    if (name == "sqrt") return fmt::format("√({})", argument());
    if (name == "hat" || name == "widehat") return argument() + "\u0302";
    if (name == "bar") return argument() + "\u0304";
    auto const sign = std::ranges::find(signs, name, [](auto const& pair) { return pair.first; });
    return sign == signs.end() ? escape(name) : std::string{sign->second};
  }

  std::string element() {
    auto const c = next();
    if (c == '\\') return command();
    if (c == '$') return (math_ = !math_) ? "<i>" : "</i>";
    if (c == '{' || c == '}') return "";
    if (c == '~') return "\u00A0";
    if (c == '-' && !math_ && rest_.starts_with('-')) return next(), "–";
    if (!math_ && c == '`' && rest_.starts_with('`')) return next(), "“";
    if (!math_ && c == '\'' && rest_.starts_with('\'')) return next(), "”";
    if (math_ && c == '^') return fmt::format("<sup>{}</sup>", argument());
    if (math_ && c == '_') return fmt::format("<sub>{}</sub>", argument());
    if (math_ && c == '-') return "−";
    if (math_ && c == '\'') return "′";
    std::string whole{c};  // of a UTF-8 sequence, or it would be escaped byte by byte
    while (!rest_.empty() && (static_cast<unsigned char>(rest_.front()) & 0xC0) == 0x80) whole += next();
    return escape(whole);
  }

  std::string_view rest_;
  bool math_ = false;
};

}  // namespace

std::string caption_html(std::string_view latex) { return Translator{latex}.text(); }

}  // namespace warner::results
