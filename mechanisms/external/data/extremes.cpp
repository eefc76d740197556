#include "mechanisms/external/data/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace warner::mechanisms::external {
namespace {

constexpr double far = 1e6;               // ranges beyond the range
constexpr std::size_t long_text = 1'000;  // characters at least

std::vector<Extreme> of_numbers(Range const& range, bool finite) {
  auto const width = range.most > range.least ? range.most - range.least : std::max(1.0, std::fabs(range.most));
  std::vector<Extreme> extremes;
  auto const take = [&](double x) {
    if (!std::isfinite(x)) return;
    auto const text = x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);
    extremes.push_back({text, text});
  };
  auto const take_word = [&](char const* cell) {
    if (!finite) extremes.push_back({cell, cell});
  };
  take(range.most + far * width);
  take_word("NaN");
  take(range.most);
  take(range.least);
  take_word("null");
  take(range.least - far * width);
  take_word("Infinity");
  take_word("\"nan\"");
  take(range.most + width);
  take(range.least - width);
  if (!finite) take(std::numeric_limits<double>::max());
  take_word("-Infinity");
  take(0);
  if (!finite) take(-0.0);
  if (!finite) take(std::numeric_limits<double>::lowest());
  take_word("\"inf\"");
  take_word("\"-inf\"");
  take_word("\"\"");
  return extremes;
}

}  // namespace

std::vector<Extreme> extremes_of(CellKind kind, std::optional<Range> const& range, std::size_t longest, bool finite) {
  if (kind == CellKind::number) return of_numbers(range.value_or(Range{0, 1}), finite);
  std::vector<Extreme> extremes;
  auto const length = std::max(long_text, 2 * longest);
  if (kind == CellKind::boolean) extremes = {{"true", "true"}, {"false", "false"}};
  if (kind == CellKind::text)
    extremes = {{"\"unseen-by-warner\"", "an unseen word"},
                {"\"\"", "the empty text"},
                {"\"" + std::string(length, 'x') + "\"", fmt::format("a text of {} characters", length)}};
  if (!finite)
    extremes.insert(extremes.begin() + (kind == CellKind::text ? 1 : std::ssize(extremes)), {"null", "null"});
  return extremes;
}

}  // namespace warner::mechanisms::external
