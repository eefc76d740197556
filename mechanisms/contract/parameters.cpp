#include "mechanisms/contract/parameters.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {

double require_positive(std::string_view name, double value, std::string_view why) {
  require(value > 0 && std::isfinite(value), fmt::format("{}: {} is not positive and finite ({})", name, value, why));
  return value;
}

double checked(std::string_view name, double value, Takes const& takes) {
  if (auto const* positive = std::get_if<Positive>(&takes)) return require_positive(name, value, positive->why);
  if (auto const* probability = std::get_if<Probability>(&takes))
    require(value > 0 && value < 1,
            fmt::format("{}: {} is not in (0, 1){}", name, value,
                        probability->why.empty() ? "" : fmt::format(" ({})", probability->why)));
  if (auto const* whole = std::get_if<Whole>(&takes)) {
    require(value == std::floor(value) && value >= static_cast<double>(whole->least) &&
                value <= static_cast<double>(whole->most),
            fmt::format("{}: {} is not a whole number from {} to {}", name, value, whole->least, whole->most));
    return value + 0.0;  // one zero
  }
  return value;
}

Parameter epsilon_parameter(std::string meaning, std::optional<double> default_value) {
  return {"epsilon", default_value, std::move(meaning), Positive{"a privacy parameter such as 1"}};
}

Arguments::Arguments(std::string_view mechanism, std::vector<Parameter> const& parameters, ParameterValues asked)
    : parameters_{parameters}, values_{std::move(asked)} {
  std::string known;
  for (auto const& parameter : parameters) known += (known.empty() ? "it takes " : ", ") + parameter.name;
  for (auto const& [name, value] : values_) {
    require(
        std::ranges::find(parameters, name, &Parameter::name) != parameters.end(),
        fmt::format("{}: {} takes no such parameter ({})", name, mechanism, known.empty() ? "it takes none" : known));
    require(!std::isnan(value), fmt::format("{}: NaN is no number", name));
  }
}

Parameter const& Arguments::known(std::string_view name) const {
  auto const found = std::ranges::find(parameters_, name, &Parameter::name);
  require(found != parameters_.end(), fmt::format("{}: the entry names no such parameter", name));
  return *found;
}

double Arguments::operator[](std::string_view name) const {
  auto const& parameter = known(name);
  auto const found = values_.find(name);
  require(found != values_.end() || parameter.default_value, fmt::format("{}: it has no value and no default", name));
  return checked(name, found != values_.end() ? found->second : *parameter.default_value, parameter.takes);
}

std::uint64_t Arguments::whole(std::string_view name) const {
  assert(std::holds_alternative<Whole>(known(name).takes));
  return static_cast<std::uint64_t>((*this)[name]);
}

double Arguments::value_or(std::string_view name, double otherwise) {
  values_.try_emplace(std::string{name}, otherwise);
  return (*this)[name];
}

std::uint64_t Arguments::whole_or(std::string_view name, std::uint64_t otherwise) {
  return static_cast<std::uint64_t>(value_or(name, static_cast<double>(otherwise)));
}

std::uint64_t Arguments::whole_or(std::string_view name, std::uint64_t otherwise, Whole const& range) {
  return static_cast<std::uint64_t>(checked(name, value_or(name, static_cast<double>(otherwise)), range));
}

double Arguments::value_by(std::string_view name, std::vector<Alternative> const& others) {
  auto value = known(name).default_value.value_or(std::nan(""));
  std::string_view said_by;
  if (auto const own = values_.find(name); own != values_.end()) value = own->second, said_by = name;
  for (auto const& [other, follows] : others) {
    if (!has(other)) continue;
    auto const also = follows((*this)[other]);
    require(said_by.empty() || std::fabs(also - value) <= 1e-9 * std::fabs(value),
            fmt::format("{}: {} makes {} {}, but {} makes it {} (give one of them)", other, (*this)[other], name, also,
                        said_by, value));
    if (!said_by.empty()) continue;  // the first one counts, so that resolved parameters resolve to themselves
    value = also;
    said_by = other;
  }
  set(name, value);
  return (*this)[name];
}

Parameters Arguments::resolved() const {
  Parameters all;
  for (auto const& parameter : parameters_)
    if (has(parameter.name) || parameter.default_value) all.emplace_back(parameter.name, (*this)[parameter.name]);
  return all;
}

}  // namespace warner::mechanisms
