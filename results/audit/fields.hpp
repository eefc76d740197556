#pragma once

// The members of an object of JSON, each declared once: key, variable, type and meaning. The writer, the reader, the
// schema and the tables of docs/formats follow from the declarations. Private to the room's sources, as JSON is.

#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/audit/field_types.hpp"
#include "results/audit/json.hpp"

namespace warner::results {

template <class T>
class Fields;

/// A member of a member: through(&Record::measurement, &Measurement::level).
template <class Outer, class Inner>
constexpr auto through(Outer outer, Inner inner) {
  return [ outer, inner ](auto& object) -> auto& { return object.*outer.*inner; };
}

/// How the types of C++ that stand for a plain value are written and read.
template <class Value>
struct Plain;

template <>
struct Plain<double> {
  static Json written(double value) { return number(value); }
  static double read(JsonReader const& json) { return json.real(); }
};
template <std::unsigned_integral Whole>
struct Plain<Whole> {
  static Json written(Whole value) { return value; }
  static Whole read(JsonReader const& json) { return json.whole(); }
};
template <>
struct Plain<bool> {
  static Json written(bool value) { return value; }
  static bool read(JsonReader const& json) { return json.truth(); }
};
template <>
struct Plain<std::string> {
  static Json written(std::string const& value) { return value; }
  static std::string read(JsonReader const& json) { return json.text(); }
};
template <class Item>
struct Plain<std::vector<Item>> {
  static Json written(std::vector<Item> const& list) {
    auto json = Json::array();
    for (auto const& item : list) json.push_back(Plain<Item>::written(item));
    return json;
  }
  static std::vector<Item> read(JsonReader const& json) {
    std::vector<Item> list;
    for (auto const& item : json.items()) list.push_back(Plain<Item>::read(item));
    return list;
  }
};
template <>
struct Plain<std::vector<std::pair<std::string, double>>> {
  using Values = std::vector<std::pair<std::string, double>>;
  static Json written(Values const& values) {
    auto json = Json::object();
    for (auto const& [name, value] : values) json[name] = number(value);
    return json;
  }
  static Values read(JsonReader const& json) {
    Values values;
    for (auto const& [name, value] : json.members()) values.emplace_back(name, value.real());
    return values;
  }
};
template <>
struct Plain<std::map<std::string, double>> {
  using Values = std::map<std::string, double>;
  static Json written(Values const& values) {
    auto json = Json::object();
    for (auto const& [name, value] : values) json[name] = number(value);
    return json;
  }
  static Values read(JsonReader const& json) {
    Values values;
    for (auto const& [name, value] : json.members()) values[name] = value.real();
    return values;
  }
};

/// A plain value, as its type of C++ says; an object, as its fields say; a list of objects.
template <class Value>
Json written(Type const&, Value const& value) {
  return Plain<Value>::written(value);
}
template <class T>
Json written(Fields<T> const& fields, T const& object) {
  return fields.written(object);
}
template <class T>
Json written(Fields<T> const& fields, std::vector<T> const& objects) {
  auto json = Json::array();
  for (auto const& object : objects) json.push_back(fields.written(object));
  return json;
}
template <class Value>
void read(Type const&, JsonReader const& json, Value& value) {
  value = Plain<Value>::read(json);
}
template <class T>
void read(Fields<T> const& fields, JsonReader const& json, T& object) {
  fields.read(json, object);
}
template <class T>
void read(Fields<T> const& fields, JsonReader const& json, std::vector<T>& objects) {
  for (auto const& item : json.items()) fields.read(item, objects.emplace_back());
}

template <class Value>
Type described(Type const& type, Value const*) {
  return type;
}
template <class T, class Value>
Type described(Fields<T> const& fields, Value const*) {
  return fields.type();
}
template <class T>
Type described(Fields<T> const& fields, std::vector<T> const*) {
  return type::list_of(fields.type());
}

/// A value that may be nothing: an empty optional, text or list, or false.
template <class Value>
bool is_nothing(Value const& value) {
  if constexpr (requires { value.has_value(); }) return !value.has_value();
  else if constexpr (requires { value.empty(); }) return value.empty();
  else return !value;
}
template <class Value>
Value const& what_is(Value const& value) {
  return value;
}
template <class Value>
Value const& what_is(std::optional<Value> const& value) {
  return *value;
}
template <class Value>
Value& made(Value& value) {
  return value;
}
template <class Value>
Value& made(std::optional<Value>& value) {
  return value.emplace();
}

/// The members of the objects of JSON that stand for a T, in their order.
template <class T>
class Fields {
 public:
  using Write = std::function<std::optional<Json>(T const&)>;
  /// Reads from the object that holds the member.
  using Read = std::function<void(JsonReader const&, T&)>;

  /// @param definition: of the schema, which others refer to; none: the object is described where it stands.
  explicit Fields(std::string definition = {}) : definition_{std::move(definition)} {}

  /// A member that is always there. @param access: a pointer to it, or a function from an object to a reference to it.
  /// @param of: its type, or, of an object or a list of objects, their fields.
  template <class Access, class Of>
  void always(std::string key, Access access, Of const& of, std::string meaning) {
    add(
        key, described_at(access, of), false, std::move(meaning),
        [access, of](T const& object) { return std::optional{results::written(of, std::invoke(access, object))}; },
        [access, of, key](JsonReader const& json, T& object) {
          results::read(of, json[key], std::invoke(access, object));
        });
  }

  /// A member that is null where the variable is nothing: an empty optional, text or list, or false.
  template <class Access, class Of>
  void or_null(std::string key, Access access, Of const& of, std::string meaning) {
    add(
        key, results::or_null(described_at(access, of)), false, std::move(meaning),
        [access, of](T const& object) {
          auto const& value = std::invoke(access, object);
          return std::optional{is_nothing(value) ? Json(nullptr) : results::written(of, what_is(value))};
        },
        [access, of, key](JsonReader const& json, T& object) {
          if (auto const member = json[key]; !member.is_null())
            results::read(of, member, made(std::invoke(access, object)));
        });
  }

  /// A member that is left out where the variable is nothing.
  template <class Access, class Of>
  void or_missing(std::string key, Access access, Of const& of, std::string meaning) {
    add(
        key, may_be_missing(described_at(access, of)), true, std::move(meaning),
        [access, of](T const& object) {
          auto const& value = std::invoke(access, object);
          return is_nothing(value) ? std::nullopt : std::optional{results::written(of, what_is(value))};
        },
        [access, of, key](JsonReader const& json, T& object) {
          if (json.has(key)) results::read(of, json[key], made(std::invoke(access, object)));
        });
  }

  /// An object that holds some of the members.
  void part(std::string key, Fields const& fields, std::string meaning) {
    always(
        std::move(key), [](auto& object) -> auto& { return object; }, fields, std::move(meaning));
  }

  /// A member that follows from others, and is not read.
  void derived(std::string key, Type type, std::string meaning, std::function<Json(T const&)> write) {
    add(
        std::move(key), std::move(type), false, std::move(meaning),
        [write = std::move(write)](T const& object) { return std::optional{write(object)}; }, nullptr);
  }

  /// Members that no variable holds as they are. @param read: may be none.
  void always_by(std::string key, Type type, std::string meaning, std::function<Json(T const&)> write, Read read) {
    derived(std::move(key), std::move(type), std::move(meaning), std::move(write));
    members_.back().read = std::move(read);
  }
  void or_missing_by(std::string key, Type type, std::string meaning, Write write, Read read) {
    add(std::move(key), may_be_missing(std::move(type)), true, std::move(meaning), std::move(write), std::move(read));
  }

  /// What follows from the members that were read, and what must be true of them together.
  void settle(Read settle) { settle_ = std::move(settle); }

  Json written(T const& object) const {
    auto json = Json::object();
    for (auto const& member : members_)
      if (auto value = member.write(object)) json[member.key] = std::move(*value);
    return json;
  }

  /// @throws std::invalid_argument that says what is missing or wrong.
  void read(JsonReader const& json, T& object) const {
    for (auto const& member : members_)
      if (member.read) member.read(json, object);
    if (settle_) settle_(json, object);
  }
  T made_from(JsonReader const& json) const {
    T object{};
    read(json, object);
    return object;
  }

  /// JSON Schema of one object, written out.
  Json schema() const {
    auto required = Json::array(), properties = Json::object();
    for (auto const& member : members_) {
      if (!member.may_be_missing) required.push_back(member.key);
      properties[member.key] = member.type.schema;
    }
    auto schema = Json::object();
    schema["type"] = "object";
    schema["additionalProperties"] = false;
    schema["required"] = required;
    schema["properties"] = properties;
    return schema;
  }
  std::string const& definition() const { return definition_; }

  /// An object is described where it stands; one that has a definition of its own, elsewhere.
  Type type() const {
    return definition_.empty() ? Type{schema(), "object", rows()} : Type{reference_to(definition_), "object"};
  }

  /// A row for each member, and for each of theirs.
  std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (auto const& member : members_) {
      if (!member.meaning.empty()) rows.push_back({member.key, member.type.words, member.meaning});
      for (auto const& row : member.type.rows)
        rows.push_back({member.key + (row.path.starts_with('[') ? "" : ".") + row.path, row.type, row.meaning});
    }
    return rows;
  }

 private:
  struct Member {
    std::string key;
    Type type;
    bool may_be_missing;
    std::string meaning;
    Write write;
    Read read;
  };

  template <class Access, class Of>
  static Type described_at(Access const&, Of const& of) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;
    using What = std::remove_cvref_t<decltype(what_is(std::declval<Value const&>()))>;
    return described(of, static_cast<What const*>(nullptr));
  }

  void add(std::string key, Type type, bool may_be_missing, std::string meaning, Write write, Read read) {
    members_.push_back(
        {std::move(key), std::move(type), may_be_missing, std::move(meaning), std::move(write), std::move(read)});
  }

  std::string definition_;
  std::vector<Member> members_;
  Read settle_;
};

}  // namespace warner::results
