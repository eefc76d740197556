#include "cli/suite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/number.hpp"
#include "cli/suite_keys.hpp"
#include "cli/suite_words.hpp"
#include "cli/toml_file.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "sim/require.hpp"
#include "verify/level.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_cases = 10'000;

[[noreturn]] void refuse(results::Place const& place, std::string const& problem) {
  throw std::invalid_argument{fmt::format("{}: {}", in_words(place), problem)};
}

/// Runs what may refuse a value; its message then says where in the file.
template <class Read>
auto at(results::Place const& place, Read const& read) {
  try {
    return read();
  } catch (std::invalid_argument const& error) {
    refuse(place, error.what());
  }
}

/// Of a word of the command line, or a key of the whole file, that stands where it says nothing.
std::optional<std::string> where_it_belongs(std::string const& key) {
  constexpr std::array of_test{"threads", "json", "out"}, of_check{"journal", "sweep", "until_width"};
  if (std::ranges::find(of_test, key) != of_test.end())
    return fmt::format("belongs to the command line (warner test --{})", key);
  if (std::ranges::find(of_check, as_key(key)) != of_check.end())
    return fmt::format("belongs to the command line of warner check alone (--{})", as_option(key));
  if (std::ranges::find(keys_of_suite(), key, &SuiteKey::name) != keys_of_suite().end())
    return "is of the whole file, and stands before its entries";
  return std::nullopt;
}

/// @param of: what the table is, in words.
void require_known(TomlFile const& file, std::string const& pointer, Json const& table,
                   std::vector<std::string> const& known, std::string_view of) {
  for (auto const& item : table.items()) {
    auto const& key = item.key();
    if (std::ranges::find(known, as_key(key)) != known.end()) continue;
    auto const& place = file.place_of(fmt::format("{}/{}", pointer, escaped(key)));
    refuse(place, fmt::format("{}: {}", key,
                              where_it_belongs(key).value_or(fmt::format("is no key of {}{}", of, meant(key, known)))));
  }
}

double real_of(Json const& table, std::string const& key, double otherwise) {
  if (!table.contains(key)) return otherwise;
  require(table[key].is_number(), fmt::format("{}: {} is no number", key, table[key].dump()));
  return table[key].get<double>();
}

std::uint64_t whole_of(Json const& table, std::string const& key, std::uint64_t otherwise) {
  auto const value = real_of(table, key, static_cast<double>(otherwise));
  require(value >= 0 && value <= 0x1p53 && value == std::floor(value),
          fmt::format("{}: {} is not a whole number in [0, 2^53]", key, table.value(key, Json{}).dump()));
  return static_cast<std::uint64_t>(value);
}

std::string text_of(Json const& table, std::string const& key) {
  if (!table.contains(key)) return "";
  require(table[key].is_string(), fmt::format("{}: {} is no text (put it in quotes)", key, table[key].dump()));
  return table[key].get<std::string>();
}

std::vector<std::string> texts_of(Json const& table, std::string const& key) {
  std::vector<std::string> texts;
  if (!table.contains(key)) return texts;
  require(table[key].is_array() && std::ranges::all_of(table[key], [](Json const& item) { return item.is_string(); }),
          fmt::format("{}: {} is no list of texts", key, table[key].dump()));
  return table[key].get<std::vector<std::string>>();
}

/// Puts a value wherever {NAME} stands in a text. @return whether it stands in one.
bool fill_holes(Json& value, std::string const& name, std::string const& filling) {
  if (value.is_structured()) {
    auto found = false;
    for (auto& [key, item] : value.items())
      if (key != "matrix") found = fill_holes(item, name, filling) || found;
    return found;
  }
  if (!value.is_string()) return false;
  auto text = value.get<std::string>();
  auto const hole = "{" + name + "}";
  auto found = false;
  for (auto from = text.find(hole); from != std::string::npos; from = text.find(hole, from + filling.size())) {
    text.replace(from, hole.size(), filling);
    found = true;
  }
  if (found) value = text;
  return found;
}

bool takes(std::string const& mechanism, std::string const& parameter) {
  if (mechanism.empty()) return false;
  auto const& parameters = mechanisms::find(mechanism).parameters;
  return std::ranges::find(parameters, parameter, &mechanisms::Parameter::name) != parameters.end();
}

/// Sets what an axis of a matrix names: a parameter of the catalogue's mechanism, a key of the entry, holes in texts.
void set(Json& entry, std::string const& axis, Json const& value, std::vector<std::string> const& known) {
  auto const filled = fill_holes(entry, axis, shown_value(value));
  if (takes(text_of(entry, "mechanism"), axis)) entry["parameters"][axis] = value;
  else if (std::ranges::find(known, as_key(axis)) != known.end()) entry[as_key(axis)] = value;
  else
    require(filled,
            fmt::format("matrix: {0} is no parameter, no key of an entry, and {{{0}}} stands in no text of it", axis));
}

/// Every combination of a matrix, by what its name adds; the last axis turns fastest.
std::vector<std::pair<std::string, Json>> combinations(Json const& entry, std::vector<std::string> const& known) {
  std::vector<std::pair<std::string, Json>> all{{"", entry}};
  if (!entry.contains("matrix")) return all;
  require(entry["matrix"].is_object(), "matrix: is no table (say matrix = { epsilon = [0.5, 1] })");
  for (auto const& [axis, values] : entry["matrix"].items()) {
    auto list = values;
    if (axis == "pair" && values == "all") {
      list = Json::array();
      for (auto const& pair : mechanisms::make(mechanisms::find(text_of(entry, "mechanism")), {}).pairs)
        if (!pair.label.empty()) list.push_back(pair.label);
    }
    require(list.is_array() && !list.empty(), fmt::format("matrix: {} is no list of values", axis));
    require(all.size() * list.size() <= most_cases, fmt::format("matrix: more than {} combinations", most_cases));
    std::vector<std::pair<std::string, Json>> longer;
    for (auto const& [suffix, of] : all)
      for (auto const& value : list) {
        auto one = of;
        set(one, axis, value, known);
        longer.emplace_back(fmt::format("{}{}{}={}", suffix, suffix.empty() ? "" : ",", axis, shown_value(value)),
                            std::move(one));
      }
    all = std::move(longer);
  }
  return all;
}

/// What the file says for all its entries.
struct Defaults {
  Json table;
  std::string interpreter;
};

void read_demands(Case& of, Json const& entry, Json const& defaults) {
  auto const read = [&](char const* key, double otherwise) {
    return real_of(entry, key, real_of(defaults, key, otherwise));
  };
  of.violation = read("violation", 1.2);
  of.power = read("power", 0.99);
  of.speaks = read("speaks", 0.1);
  require(of.violation > 1 && std::isfinite(of.violation),
          fmt::format("violation: {} is not above 1 and finite (1.2: a leak of 1.2 times the claim)", of.violation));
  require(of.power > 0 && of.power < 1, fmt::format("power: {} is not in (0, 1)", of.power));
  require(of.speaks > 0 && of.speaks <= 1, fmt::format("speaks: {} is not in (0, 1]", of.speaks));
  of.seconds = real_of(entry, "time", of.seconds);
  require(of.seconds > 0, fmt::format("time: {} is no positive number of seconds", of.seconds));
  if (entry.contains("budget")) of.budget = whole_of(entry, "budget", 0);
  require(!of.budget || *of.budget >= 1, "budget: 0 trials can show nothing (leave it out: power and violation say)");
}

Case read_case(std::string const& verb, Json const& entry, std::string const& suffix, results::Place const& place,
               Defaults const& defaults) {
  Case of;
  of.place = place;
  of.verb = verb;
  of.name = text_of(entry, "name");
  require(!of.name.empty(), "name: is missing (reports call the entry by it)");
  if (!suffix.empty()) of.name += "[" + suffix + "]";
  of.group = text_of(entry, "group");
  of.tags = texts_of(entry, "tags");
  of.sources = texts_of(entry, "sources");
  if (entry.contains("leaks")) {
    require(entry["leaks"].is_boolean(), fmt::format("leaks: {} is neither true nor false", entry["leaks"].dump()));
    of.leaks = entry["leaks"].get<bool>();
  }
  read_demands(of, entry, defaults.table);
  of.words = words_of_entry(entry, of.verb, defaults.interpreter);
  of.mechanism = mechanism_in(entry);
  return of;
}

Json const& table_of_suite(TomlFile const& file, std::string& pointer) {
  if (std::filesystem::path{file.place_of("").file}.filename() != "pyproject.toml") return file.document;
  pointer = "/tool/warner";
  auto const at_tool = Json::json_pointer{pointer};
  if (!file.document.contains(at_tool))
    throw std::invalid_argument{file.place_of("").file + ": has no table tool.warner (the suite stands there)"};
  auto const& table = file.document.at(at_tool);
  if (!table.is_object()) refuse(file.place_of(pointer), "tool.warner: is no table (begin it with [tool.warner])");
  return table;
}

std::vector<std::string> names_of(std::vector<SuiteKey> const& keys, std::vector<OptionFacts> const& options = {}) {
  std::vector<std::string> names;
  for (auto const& key : keys) names.push_back(key.name);
  for (auto const& option : options) names.push_back(as_key(option.name));
  return names;
}

}  // namespace

Suite read_suite(std::filesystem::path const& path) {
  auto const file = read_toml(path);
  std::string base;
  auto const& table = table_of_suite(file, base);
  require_known(file, base, table, names_of(keys_of_suite()), "a suite");
  Suite suite{.file = path};
  auto const place_of = [&](std::string const& key) { return file.place_of(base + "/" + key); };
  at(place_of("level"), [&] { suite.level = verify::checked_level("level", real_of(table, "level", suite.level)); });
  suite.seed = at(place_of("seed"), [&] { return whole_of(table, "seed", 1); });
  suite.seconds = at(place_of("time"), [&] { return real_of(table, "time", suite.seconds); });
  auto const interpreter = at(place_of("interpreter"), [&] { return text_of(table, "interpreter"); });
  Defaults const defaults{table, interpreter.empty() ? "python3" : interpreter};
  std::set<std::string> names;
  for (auto const& [list, verb] : {std::pair{"test", "check"}, {"accuracy", "utility"}}) {
    auto const entries = table.value(list, Json::array());
    auto const begin = fmt::format("{}: is no list of tables (begin each entry with [[{}]])", list, list);
    if (!entries.is_array()) refuse(place_of(list), begin);
    auto const known = names_of(keys_of_entry(verb), options_of_entry(verb));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      auto const pointer = fmt::format("{}/{}/{}", base, list, i);
      auto const& place = file.place_of(pointer);
      if (!entries[i].is_object()) refuse(place, begin);
      require_known(file, pointer, entries[i], known, "an entry");
      at(place, [&, of = verb] {
        for (auto const& [suffix, entry] : combinations(entries[i], known)) {
          auto one = read_case(of, entry, suffix, place, defaults);
          require(names.insert(one.name).second, fmt::format("name: '{}' is another entry's", one.name));
          require(suite.cases.size() < most_cases, fmt::format("{} entries are the most", most_cases));
          suite.cases.push_back(std::move(one));
        }
      });
    }
  }
  if (suite.cases.empty()) refuse(file.place_of(base), "test: there is none (begin an entry with [[test]])");
  return suite;
}

std::string suite_schema() {
  auto const properties = [](std::vector<SuiteKey> const& keys, std::vector<OptionFacts> const& options) {
    auto all = Json::object();
    for (auto const& [name, takes, meaning] : keys) {
      all[name] = takes;
      all[name]["description"] = meaning;
    }
    for (auto const& option : options) {
      auto& one = all[as_key(option.name)];
      one = option.is_flag ? Json{{"type", "boolean"}} : Json::object();
      one["description"] = option.description;
    }
    return all;
  };
  auto of_suite = properties(keys_of_suite(), {});
  for (auto const& [list, verb] : {std::pair{"test", "check"}, {"accuracy", "utility"}})
    of_suite[list]["items"] = {{"type", "object"},
                               {"required", {"name"}},
                               {"additionalProperties", false},
                               {"properties", properties(keys_of_entry(verb), options_of_entry(verb))}};
  Json const schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                    {"title", "A suite of privacy tests: privacy.toml, or tool.warner of pyproject.toml"},
                    {"type", "object"},
                    {"additionalProperties", false},
                    {"properties", of_suite}};
  return schema.dump(2);
}

}  // namespace warner::cli
