#include "cli/suite_words.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell_words.hpp"
#include "cli/suite_keys.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array mechanisms_by{"mechanism", "exec", "python", "plugin", "releases"};
constexpr std::array claims_by{"epsilon", "delta", "mu", "rho", "rdp", "tradeoff"};

/// "income=0:100,age=0:120" of { income = [0, 100], age = [0, 120] }.
std::string bounds_in(Json const& value) {
  if (!value.is_object()) return shown_value(value);
  std::string text;
  for (auto const& [column, range] : value.items()) {
    require(range.is_array() && range.size() == 2,
            fmt::format("bounds: {} is no [least, most] (of {})", range.dump(), column));
    text += fmt::format("{}{}={}:{}", text.empty() ? "" : ",", column, shown_value(range[0]), shown_value(range[1]));
  }
  return text;
}

/// "1:1e-06,0.5:0.01" of [[1, 1e-6], [0.5, 0.01]].
std::string points_in(Json const& value) {
  if (!value.is_array()) return shown_value(value);
  std::string text;
  for (auto const& point : value) {
    require(point.is_array() && point.size() == 2,
            fmt::format("tradeoff: {} is no point [epsilon, delta]", point.dump()));
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", shown_value(point[0]), shown_value(point[1]));
  }
  return text;
}

void add_claims(std::vector<std::string>& words, Json const& entry) {
  for (auto const* const name : claims_by) {
    if (!entry.contains(name)) continue;
    auto const& value = entry[name];
    auto const option = fmt::format("--claim-{}", name);
    if (std::string_view{name} == "rdp" && value.is_object()) {
      for (auto const& [order, epsilon] : value.items())
        words.insert(words.end(), {option, order + ":" + shown_value(epsilon)});
    } else {
      words.insert(words.end(), {option, std::string_view{name} == "tradeoff" ? points_in(value) : shown_value(value)});
    }
  }
}

void add_mechanism(std::vector<std::string>& words, Json const& entry, std::string const& verb,
                   std::string const& interpreter) {
  std::vector<std::string_view> by;
  std::ranges::copy_if(mechanisms_by, std::back_inserter(by), [&](auto const* key) { return entry.contains(key); });
  require(by.size() == 1, fmt::format("mechanism: give one of {} (this entry has {})", fmt::join(mechanisms_by, ", "),
                                      by.empty() ? "none" : fmt::format("{}", fmt::join(by, " and "))));
  auto const& value = entry[std::string{by[0]}];
  if (by[0] == "releases") {
    auto const many = verb == "utility" ? 1U : 2U;
    require(value.is_array() && value.size() == many &&
                std::ranges::all_of(value, [](Json const& file) { return file.is_string(); }),
            fmt::format("releases: {} is no list of {}", value.dump(),
                        many == 1 ? "one file" : "two files, of D and of D'"));
    words.emplace_back("--releases");
    for (auto const& file : value) words.push_back(file.get<std::string>());
    return;
  }
  require(by[0] == "python" || !entry.contains("frame"), "frame: goes with python (a function of data frames)");
  require(value.is_string(), fmt::format("{}: {} is no text (put it in quotes)", by[0], value.dump()));
  auto const text = value.get<std::string>();
  if (by[0] == "mechanism") words.push_back(text);
  else if (by[0] == "python") {
    require(text.find(':') != std::string::npos,
            fmt::format("python: '{}' is no module:function (say python = \"counts:noisy_count\")", text));
    auto const frame = entry.contains("frame") ? " --frame " + shell_word(shown_value(entry["frame"])) : "";
    words.insert(words.end(),
                 {"--exec", fmt::format("{} -m warner.respond {}{}", interpreter, shell_word(text), frame)});
  } else {
    words.insert(words.end(), {"--" + std::string{by[0]}, text});
  }
}

/// The names of a mechanism's parameters; none where there is no such mechanism.
std::vector<std::string> parameters_of(std::string const& mechanism) {
  std::vector<std::string> names;
  for (auto const& entry : mechanisms::registry())
    if (entry.name == mechanism)
      for (auto const& parameter : entry.parameters) names.emplace_back(parameter.name);
  return names;
}

void add_parameters(std::vector<std::string>& words, Json const& entry) {
  if (!entry.contains("parameters")) return;
  require(entry["parameters"].is_object(), "parameters: are no table (say parameters = { epsilon = 1 })");
  require(entry.contains("mechanism"),
          "parameters: are of the catalogue's mechanisms (those of a program belong into "
          "its command)");
  auto const takes = parameters_of(shown_value(entry["mechanism"]));
  for (auto const& [name, value] : entry["parameters"].items()) {
    require(takes.empty() || name == "delta" || std::ranges::find(takes, as_option(name)) != takes.end(),
            fmt::format("parameters: '{}' is none of {}, which takes {}", name, shown_value(entry["mechanism"]),
                        fmt::join(takes, ", ")));
    words.insert(words.end(), {"--" + as_option(name), shown_value(value)});
  }
}

void add_option(std::vector<std::string>& words, OptionFacts const& option, Json const& value) {
  auto const name = "--" + option.name;
  if (option.is_flag) {
    require(value.is_boolean(), fmt::format("{}: {} is neither true nor false", as_key(option.name), value.dump()));
    if (value.get<bool>()) words.push_back(name);
  } else if (option.takes_many && value.is_array()) {
    for (auto const& item : value) words.insert(words.end(), {name, shown_value(item)});
  } else if (option.name == "bounds") {
    words.insert(words.end(), {name, bounds_in(value)});
  } else if (value.is_array() && (option.name == "pairs" || option.name == "length")) {
    std::vector<std::string> parts;
    std::ranges::transform(value, std::back_inserter(parts), shown_value);
    words.insert(words.end(), {name, fmt::format("{}", fmt::join(parts, ","))});
  } else {
    words.insert(words.end(), {name, shown_value(value)});
  }
}

}  // namespace

std::string shown_value(Json const& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.dump();
}

std::vector<std::string> words_of_entry(Json const& entry, std::string const& verb, std::string const& interpreter) {
  std::vector<std::string> words;
  add_mechanism(words, entry, verb, interpreter);
  add_parameters(words, entry);
  for (auto const& option : options_of_entry(verb)) {
    auto const key = as_key(option.name);
    if (entry.contains(key)) add_option(words, option, entry[key]);
    else if (entry.contains(option.name)) add_option(words, option, entry[option.name]);
  }
  if (verb == "check") add_claims(words, entry);
  return words;
}

std::string mechanism_in(Json const& entry) {
  for (auto const* const key : mechanisms_by)
    if (entry.contains(key))
      return entry[key].is_array() ? fmt::format("{}", fmt::join(entry[key].get<std::vector<std::string>>(), ", "))
                                   : shown_value(entry[key]);
  return "";
}

}  // namespace warner::cli
