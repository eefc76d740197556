#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <ranges>
#include <sstream>
#include <string>
#include <type_traits>

namespace warner::testing {

/// Data as a message shows it: numbers to their last digit, text and ranges of them, what can be streamed, else "..".
template <class Data>
std::string words_of(Data const& data) {
  if constexpr (std::same_as<Data, bool>) {
    return data ? "1" : "0";
  } else if constexpr (std::is_arithmetic_v<Data> && !std::same_as<Data, char>) {  // a byte, too, is a number
    std::array<char, 64> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), data).ptr;
    return {text.data(), end};
  } else if constexpr (requires(std::ostream & out) { out << data; }) {
    std::ostringstream out;
    out << data;
    return out.str();
  } else if constexpr (std::ranges::input_range<Data const>) {
    constexpr std::size_t most = 12;
    std::string text;
    std::size_t shown = 0;
    for (auto const& one : data) {
      if (shown++ == most) {
        text += ", ..";
        break;
      }
      text += (text.empty() ? "" : ", ") + words_of(one);
    }
    return "[" + text + "]";
  } else {
    return "..";
  }
}

/// Trials as they are written, 1e6 or 1'000'000.
/// @throws std::invalid_argument unless they are whole, and at least one.
std::uint64_t whole_trials(double trials);

}  // namespace warner::testing
