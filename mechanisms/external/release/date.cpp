#include "mechanisms/external/release/date.hpp"

#include <charconv>
#include <chrono>
#include <optional>

namespace warner::mechanisms::external {
namespace {

/// Takes exactly so many digits off the front.
std::optional<int> digits(std::string_view& text, std::size_t many) {
  if (text.size() < many) return std::nullopt;
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + many, value);
  if (error != std::errc{} || end != text.data() + many || text[0] == '-') return std::nullopt;
  text.remove_prefix(many);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text[0]) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// "12:30", "12:30:05.25": seconds since midnight.
std::optional<double> time_of_day(std::string_view& text) {
  auto const hours = digits(text, 2);
  if (!hours || !take(text, ":")) return std::nullopt;
  auto const minutes = digits(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  double seconds = 0;
  if (take(text, ":")) {
    auto const [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
    if (error != std::errc{} || seconds < 0 || seconds > 60) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return *hours * 3600 + *minutes * 60 + seconds;
}

}  // namespace

bool is_date(std::string_view text, double& days) {
  auto const year = digits(text, 4);
  if (!year || !take(text, "-")) return false;
  auto const month = digits(text, 2);
  if (!month || !take(text, "-")) return false;
  auto const day = digits(text, 2);
  if (!day) return false;
  std::chrono::year_month_day const date{std::chrono::year{*year}, std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return false;
  double seconds = 0;
  if (take(text, "T ")) {
    auto const time = time_of_day(text);
    if (!time) return false;
    seconds = *time;
    if (!take(text, "Z") && !text.empty()) {
      auto const sign = text[0] == '-' ? 1 : -1;
      if (!take(text, "+-")) return false;
      auto const hours = digits(text, 2);
      take(text, ":");
      auto const minutes = digits(text, 2);
      if (!hours || !minutes) return false;
      seconds += sign * (*hours * 3600 + *minutes * 60);
    }
  }
  if (!text.empty()) return false;
  days = static_cast<double>(std::chrono::sys_days{date}.time_since_epoch().count()) + seconds / 86400;
  return true;
}

}  // namespace warner::mechanisms::external
