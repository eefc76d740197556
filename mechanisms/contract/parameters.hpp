#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warner::mechanisms {

/// What a parameter takes; `why` ends the message that refuses other numbers.
struct AnyNumber {};
/// Positive and finite: "scale: -2 is not positive and finite (of the noise)".
struct Positive {
  std::string why;
};
/// Inside (0, 1).
struct Probability {
  std::string why{};
};
/// A whole number in [least, most]; of {0, 1} a flag.
struct Whole {
  std::uint64_t least, most;
};
using Takes = std::variant<AnyNumber, Positive, Probability, Whole>;

/// The value, if the parameter takes it. @throws std::invalid_argument "name: value is .. (why)".
double checked(std::string_view name, double value, Takes const& takes);
/// The value, if it is positive and finite. @throws std::invalid_argument "name: value is not positive and finite
/// (why)".
double require_positive(std::string_view name, double value, std::string_view why);

/// A parameter as people give it on the command line.
struct Parameter {
  std::string name;                       ///< "epsilon"
  std::optional<double> default_value{};  ///< empty: follows from the others ("scale" follows from epsilon)
  std::string meaning;                    ///< "privacy parameter, > 0"
  Takes takes{};                          ///< other numbers are refused when the maker reads them
};

/// "epsilon", as nearly every mechanism takes it.
Parameter epsilon_parameter(std::string meaning = "privacy parameter, > 0", std::optional<double> default_value = 1);

/// What was asked for, by name.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// Parameters by name, as resolved: every number that the mechanism was made from.
using Parameters = std::vector<std::pair<std::string, double>>;

/// Another name of a number, and how that number follows from its value.
struct Alternative {
  std::string_view name;
  std::function<double(double)> follows;
};

/// What a maker reads: of each parameter what was asked for, else its default.
///
/// A value is checked when it is read, so that the first bad one that the maker reads is the one it complains of.
/// Without another word from the maker, all values are recorded as the mechanism's parameters.
class Arguments {
 public:
  /// @throws std::invalid_argument for names that are none of the parameters', and NaN.
  Arguments(std::string_view mechanism, std::vector<Parameter> const& parameters, ParameterValues asked);

  /// Whether it was asked for.
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }

  /// @throws std::invalid_argument for numbers that the parameter does not take, and where it has no value.
  double operator[](std::string_view name) const;
  std::uint64_t whole(std::string_view name) const;
  bool flag(std::string_view name) const { return whole(name) == 1; }

  /// What was asked for, else `otherwise`, which then is the parameter's value.
  double value_or(std::string_view name, double otherwise);
  std::uint64_t whole_or(std::string_view name, std::uint64_t otherwise);
  /// The same in a range that follows from other parameters.
  std::uint64_t whole_or(std::string_view name, std::uint64_t otherwise, Whole const& range);

  /// One number under several names: what was asked for under its own, else what follows from one of the others, which
  /// then is its value. Of several, the first counts. @throws std::invalid_argument when they differ by 1e-9 of it.
  double value_by(std::string_view name, std::vector<Alternative> const& others);

  /// Makes this the parameter's value, whatever was asked for.
  void set(std::string_view name, double value) { values_.insert_or_assign(std::string{name}, value); }

  /// All that have a value, in the order in which the entry names them. @throws as operator[].
  Parameters resolved() const;

 private:
  Parameter const& known(std::string_view name) const;
  std::vector<Parameter> const& parameters_;
  ParameterValues values_;
};

}  // namespace warner::mechanisms
