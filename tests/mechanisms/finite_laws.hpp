#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/chi_squared.hpp"

// What the tests of mechanisms with finitely many releases share: outcomes are listed, and a release is the index of
// its outcome.
namespace warner::tests {

using Outcomes = std::vector<std::vector<double>>;

/// All rows whose entry j is one of 0, .., sizes[j] - 1.
inline Outcomes all_rows(std::vector<int> const& sizes) {
  Outcomes rows{{}};
  for (auto const size : sizes) {
    Outcomes longer;
    for (auto const& row : rows)
      for (int y = 0; y < size; ++y) {
        longer.push_back(row);
        longer.back().push_back(y);
      }
    rows = std::move(longer);
  }
  return rows;
}

/// The mass of each outcome by the density that the mechanism declares.
inline std::vector<double> masses_of(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                                     Outcomes const& outcomes) {
  std::vector<double> mass;
  for (auto const& outcome : outcomes) mass.push_back(std::exp(log_density(mechanism, dataset, outcome)));
  return mass;
}

/// Releases as indices of outcomes; -1 for what is not in the list.
inline std::vector<double> indices_of(std::vector<std::vector<double>> const& columns, Outcomes const& outcomes) {
  std::map<std::vector<double>, double> index;
  for (auto const& outcome : outcomes) index.emplace(outcome, static_cast<double>(index.size()));
  std::vector<double> sample, row(columns.size());
  for (std::size_t i = 0; i < columns.front().size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) row[j] = columns[j][i];
    auto const found = index.find(row);
    sample.push_back(found == index.end() ? -1 : found->second);
  }
  return sample;
}

/// A million releases against masses of the outcomes: level 1e-9.
inline bool refuted_by(std::vector<double> const& sample, std::vector<double> const& mass) {
  return chi_squared(sample,
                     [&](double y) {
                       return y >= 0 && y < static_cast<double>(mass.size()) ? mass[static_cast<std::size_t>(y)] : 0;
                     })
      .refutes_at_1e9();
}

}  // namespace warner::tests
