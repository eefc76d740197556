#pragma once

// The members of an object of JSON, each declared once: key, variable, type and meaning. The writer, the reader, the
// schema and the tables of docs/formats follow from the declarations. Private to the room's sources, as JSON is.

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// How a value is written, read and described: a plain one as its type of C++ says, whatever the type of the document;
/// an object, or a list of objects, as their fields say.
struct PlainValues {
  template <class Value>
  static Json written(Value const& value) {
    return Plain<Value>::written(value);
  }
  template <class Value>
  static void read(JsonReader const& json, Value& value) {
    value = Plain<Value>::read(json);
  }
};
template <class T>
struct Objects {
  std::shared_ptr<Fields<T> const> fields;

  Json written(T const& object) const { return fields->written(object); }
  Json written(std::vector<T> const& objects) const {
    auto json = Json::array();
    for (auto const& object : objects) json.push_back(fields->written(object));
    return json;
  }
  void read(JsonReader const& json, T& object) const { fields->read(json, object); }
  void read(JsonReader const& json, std::vector<T>& objects) const {
    for (auto const& item : json.items()) fields->read(item, objects.emplace_back());
  }
};

inline PlainValues values_of(Type const&) { return {}; }
template <class T>
Objects<T> values_of(Fields<T> const& fields) {
  return {std::make_shared<Fields<T> const>(fields)};
}

template <class Value>
Type described(Type const& type, Value const*) {
  return type;
}
template <class T>
Type described(Fields<T> const& fields, T const*) {
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

/// Where a value is nothing, its key is there all the same, with null, or is left out.
enum class Presence { always, or_null, or_missing };

/// The members of an object of JSON, in their order, whatever stands for it in C++.
class FieldList {
 public:
  /// Nothing where there is no value.
  using Write = std::function<std::optional<Json>(void const* object)>;
  using Read = std::function<void(JsonReader const&, void* object)>;

  explicit FieldList(std::string definition) : definition_{std::move(definition)} {}

  /// @param read: from the member, where that is not nothing.
  void add(std::string_view key, Type const& type, Presence presence, std::string_view meaning, Write write, Read read);
  /// @param read: from the object that holds the member, whether it is there or not; may be none.
  void add_by_hand(std::string_view key, Type const& type, Presence presence, std::string_view meaning, Write write,
                   Read read);
  void settle(Read settle) { settle_ = std::move(settle); }

  Json written(void const* object) const;
  void read(JsonReader const& json, void* object) const;
  Json schema() const;
  std::vector<Row> rows() const;
  std::string const& definition() const { return definition_; }

 private:
  struct Member {
    std::string key;
    Type type;
    Presence presence;
    std::string meaning;
    Write write;
    Read read_member, read_object;
    Bounds bounds;  // of the member, where it is not nothing
  };

  std::string definition_;
  std::vector<Member> members_;
  Read settle_;
};

/// The members of the objects of JSON that stand for a T, in their order.
template <class T>
class Fields {
 public:
  using Write = std::function<std::optional<Json>(T const&)>;
  /// Reads from the object that holds the member.
  using Read = std::function<void(JsonReader const&, T&)>;

  /// @param definition: of the schema, which others refer to; none: the object is described where it stands.
  explicit Fields(std::string definition = {}) : list_{std::move(definition)} {}

  /// A member that is always there. @param access: a pointer to it, or a function from an object to a reference to it.
  /// @param of: its type, or, of an object or a list of objects, their fields.
  template <class Access, class Of>
  void always(std::string_view key, Access access, Of const& of, std::string_view meaning) {
    auto const values = values_of(of);
    list_.add(
        key, described_at(access, of), Presence::always, meaning,
        [access, values](void const* object) {
          return std::optional{values.written(std::invoke(access, *in(object)))};
        },
        [access, values](JsonReader const& json, void* object) {
          values.read(json, std::invoke(access, *in(object)));
        });
  }

  /// A member that is null where the variable is nothing: an empty optional, text or list, or false.
  template <class Access, class Of>
  void or_null(std::string_view key, Access access, Of const& of, std::string_view meaning) {
    add_optional(key, access, of, Presence::or_null, meaning);
  }

  /// A member that is left out where the variable is nothing.
  template <class Access, class Of>
  void or_missing(std::string_view key, Access access, Of const& of, std::string_view meaning) {
    add_optional(key, access, of, Presence::or_missing, meaning);
  }

  /// An object that holds some of the members.
  void part(std::string_view key, Fields const& fields, std::string_view meaning) {
    always(
        key, [](auto& object) -> auto& { return object; }, fields, meaning);
  }

  /// A member that follows from others, and is not read.
  void derived(std::string_view key, Type const& type, std::string_view meaning, std::function<Json(T const&)> write) {
    always_by(key, type, meaning, std::move(write), nullptr);
  }

  /// Members that no variable holds as they are.
  void always_by(std::string_view key, Type const& type, std::string_view meaning, std::function<Json(T const&)> write,
                 Read read) {
    list_.add_by_hand(
        key, type, Presence::always, meaning,
        [write = std::move(write)](void const* object) { return std::optional{write(*in(object))}; },
        erased(std::move(read)));
  }
  void or_missing_by(std::string_view key, Type const& type, std::string_view meaning, Write write, Read read) {
    list_.add_by_hand(
        key, type, Presence::or_missing, meaning,
        [write = std::move(write)](void const* object) { return write(*in(object)); }, erased(std::move(read)));
  }

  /// What follows from the members that were read, and what must be true of them together.
  void settle(Read settle) { list_.settle(erased(std::move(settle))); }

  Json written(T const& object) const { return list_.written(&object); }

  /// @throws std::invalid_argument that says what is missing or wrong.
  void read(JsonReader const& json, T& object) const { list_.read(json, &object); }
  T made_from(JsonReader const& json) const {
    T object{};
    read(json, object);
    return object;
  }

  /// JSON Schema of one object, written out.
  Json schema() const { return list_.schema(); }
  std::string const& definition() const { return list_.definition(); }
  /// A row for each member, and for each of theirs.
  std::vector<Row> rows() const { return list_.rows(); }

  /// An object is described where it stands; one that has a definition of its own, elsewhere.
  Type type() const {
    return definition().empty() ? Type{schema(), "object", rows()} : Type{reference_to(definition()), "object"};
  }

 private:
  static T const* in(void const* object) { return static_cast<T const*>(object); }
  static T* in(void* object) { return static_cast<T*>(object); }

  static FieldList::Read erased(Read read) {
    if (!read) return nullptr;
    return [read = std::move(read)](JsonReader const& json, void* object) { read(json, *in(object)); };
  }

  template <class Access, class Of>
  static Type described_at(Access const&, Of const& of) {
    using Value = std::remove_cvref_t<std::invoke_result_t<Access, T&>>;
    using What = std::remove_cvref_t<decltype(what_is(std::declval<Value const&>()))>;
    return described(of, static_cast<What const*>(nullptr));
  }

  template <class Access, class Of>
  void add_optional(std::string_view key, Access access, Of const& of, Presence presence, std::string_view meaning) {
    auto const values = values_of(of);
    list_.add(
        key, described_at(access, of), presence, meaning,
        [access, values](void const* object) {
          auto const& value = std::invoke(access, *in(object));
          return is_nothing(value) ? std::nullopt : std::optional{values.written(what_is(value))};
        },
        [access, values](JsonReader const& json, void* object) {
          values.read(json, made(std::invoke(access, *in(object))));
        });
  }

  FieldList list_;
};

}  // namespace warner::results
