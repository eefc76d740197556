#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::tests {

/// Ways to ask for a mechanism: its defaults, then each of the values that its entry takes, one at a time.
inline std::vector<mechanisms::ParameterValues> questions_of(
    mechanisms::Entry const& entry, std::vector<std::pair<std::string, double>> const& values) {
  std::vector<mechanisms::ParameterValues> questions{{}};
  for (auto const& one : values)
    if (std::ranges::find(entry.parameters, one.first, &mechanisms::Parameter::name) != entry.parameters.end())
      questions.push_back({one});
  return questions;
}

}  // namespace warner::tests
