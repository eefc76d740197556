#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warner::mechanisms::external {

/// What some editors put before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Whether a text is one JSON value. NaN, Infinity and -Infinity are values, as Python writes and reads them.
/// One behind a byte order mark is none: few programs read it.
bool is_json(std::string_view text);

/// For readers of strict JSON: the literals as marked texts, and the texts as literals again.
std::string literals_as_texts(std::string_view json);
std::string texts_as_literals(std::string json);

/// A text as a JSON string.
std::string json_string(std::string_view text);

/// A JSON value on one line: line breaks between tokens become blanks.
std::string on_one_line(std::string text);

/// Whether a text is a number as JSON writes it, and nothing else.
bool is_json_number(std::string_view text);

/// What stands between the quotes of a JSON string, as it is written; empty for another value.
std::string_view within_quotes(std::string_view json);

/// A finite number out of its JSON text; none where it is another value.
std::optional<double> number_in(std::string_view json);

/// A JSON value without blanks between its tokens.
std::string compact(std::string_view json);

/// How many items a JSON list has; none where the value is no list.
std::optional<std::size_t> items_in(std::string_view json);

/// How deep lists and objects lie in each other.
std::size_t depth_of(std::string_view json);

/// How deep they may lie: writers and copies of values call themselves.
inline constexpr std::size_t deepest_json = 1'000;

/// Whether they lie deeper than that; also of a text that is not JSON, up to where it stops being it.
bool is_too_deep(std::string_view json);

/// A JSON value, fit to be shown: at most so many characters.
std::string shortened(std::string_view json, std::size_t most = 60);

}  // namespace warner::mechanisms::external
