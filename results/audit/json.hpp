#pragma once

// How the room reads and writes JSON. Private to its sources: no public header names nlohmann.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace warner::results {

using Json = nlohmann::ordered_json;

/// A number of JSON; "inf", "-inf" and "nan" for those that it has no number for.
Json number(double value);
Json numbers(std::vector<double> const& values);

/// A value in a document, with the path that leads to it: what is wrong is said by name, "pair.d[2]: ..".
class JsonReader {
 public:
  JsonReader(Json const& value, std::string path) : value_{&value}, path_{std::move(path)} {}

  /// The member of an object. @throws std::invalid_argument when this is no object or has no such key.
  JsonReader operator[](std::string_view key) const;
  bool has(std::string_view key) const;
  bool is_null() const { return value_->is_null(); }

  /// @throws std::invalid_argument when the value is of another kind.
  double real() const;
  std::uint64_t whole() const;
  std::string text() const;
  bool truth() const;
  /// Whatever it is, as a document of its own.
  std::string document() const;
  std::vector<double> reals() const;
  std::vector<JsonReader> items() const;
  std::vector<std::pair<std::string, JsonReader>> members() const;

  /// @throws std::invalid_argument "path: problem".
  void check(bool condition, std::string_view problem) const;

 private:
  Json const* value_;
  std::string path_;
};

/// On one line; bytes that are no UTF-8 become U+FFFD.
std::string dumped(Json const& json);

/// @throws std::invalid_argument that says where the text stops being JSON, that a key is given twice, or that values
/// lie deeper in each other than any document of ours (what is made of them is written by recursion).
Json parse_json(std::string_view text);

}  // namespace warner::results
