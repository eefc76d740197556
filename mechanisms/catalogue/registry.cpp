#include "mechanisms/catalogue/registry.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/edit_distance.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms {

#define MECHANISM(folder, name) \
  namespace folder {            \
  Entry name##_entry();         \
  }
#include "mechanisms/catalogue/mechanisms.def"
#undef MECHANISM

namespace {

/// Up to three names worth suggesting, the nearest first: within a third of the letters, or containing what was asked
/// for.
std::vector<std::string> near_names(std::string_view name) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (auto const& entry : registry())
    for (auto const& known : {entry.name, entry.alias}) {
      if (known.empty()) continue;
      auto const bare = std::string_view{known}.substr(known.find('/') + 1);
      auto const distance = std::min(sim::edit_distance(name, known), sim::edit_distance(name, bare));
      auto const contained = name.size() >= 3 && known.find(name) != std::string::npos;
      if (contained || distance <= sim::most_mistyped(name)) ranked.emplace_back(distance, known);
    }
  std::ranges::sort(ranked);
  std::vector<std::string> names;
  for (auto const& [distance, known] : ranked)
    if (names.size() < 3) names.push_back(known);
  return names;
}

}  // namespace

std::vector<Entry> const& registry() {
  static std::vector<Entry> const entries{
#define MECHANISM(folder, name) folder::name##_entry(),
#include "mechanisms/catalogue/mechanisms.def"
#undef MECHANISM
  };
  return entries;
}

Entry const& find(std::string_view name) {
  for (auto const& entry : registry())
    if (entry.name == name || (!entry.alias.empty() && entry.alias == name)) return entry;
  std::string hint;
  for (auto const& near : near_names(name)) hint += (hint.empty() ? "did you mean " : " or ") + near;
  require(false,
          fmt::format("mechanism: '{}' is unknown ({}`warner list` shows all)", name, hint.empty() ? "" : hint + "? "));
  return registry().front();
}

Instance make(Entry const& entry, ParameterValues const& values) {
  Arguments arguments{entry.name, entry.parameters, values};
  auto instance = entry.make(arguments);
  if (instance.parameters.empty()) instance.parameters = arguments.resolved();
  return instance;
}

}  // namespace warner::mechanisms
