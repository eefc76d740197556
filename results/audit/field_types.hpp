#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/audit/json.hpp"

namespace warner::results {

/// A line of a table of fields, for people.
struct Row {
  std::string path, type, meaning;
};

/// What stands behind a key: as JSON Schema, for programs, and in a word, for people; of an object its members, too.
struct Type {
  Json schema;
  std::string words;
  std::vector<Row> rows{};
};

/// What the schema of a type says of its numbers: of one, or of each of a list. Of other types it says nothing.
class Bounds {
 public:
  explicit Bounds(Type const& type);

  /// @throws std::invalid_argument that names the path and the bounds.
  void hold(JsonReader const& json) const;

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void hold_one(JsonReader const& json) const;

  double least_ = -infinity, above_ = -infinity, most_ = infinity, below_ = infinity;
  bool are_any_ = false, of_items_ = false;
};

/// A type that may also be null, or whose key may be missing.
Type or_null(Type type);
Type may_be_missing(Type type);

namespace type {

Type const& number();  ///< any, or "inf", "-inf", "nan"
Type const& numbers();
Type const& finite();       ///< a list of numbers that are
Type const& nonnegative();  ///< a number, or "inf"
Type const& probability();
Type const& level();         ///< strictly between 0 and 1
Type const& real();          ///< a number
Type const& at_least_0();    ///< a finite number
Type const& count();         ///< a whole number from 0
Type const& at_least_one();  ///< a whole number
Type const& text();
Type const& name();  ///< a text that is not empty
Type const& fingerprint();
Type const& boolean();
Type const& object();         ///< any
Type const& named_numbers();  ///< an object of any names
/// This value and no other; one of these.
Type constant(Json const& value);
Type one_of(std::vector<std::string> const& values);
/// A list of so many at least, and, where that is not 0, at most.
Type list_of(Type const& item, int at_least = 0, int at_most = 0);

}  // namespace type

/// The definitions that types refer to, by name.
std::vector<std::pair<std::string, Json>> plain_definitions();

/// A reference to a definition.
Json reference_to(std::string_view definition);

}  // namespace warner::results
