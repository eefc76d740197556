#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::mechanisms {

/// What releases of one dataset are estimates of, and how good ones. An error is a column minus its truth.
struct ExactAccuracy {
  std::vector<double> truth;         ///< of each column
  std::optional<double> bias{};      ///< mean error of each column; empty where that is open
  std::optional<double> variance{};  ///< of each column's error
  /// Pr[no column's |error| is above x]; empty where that is open.
  std::function<double(double x)> within{};

  std::optional<double> mean_square() const {
    return bias && variance ? std::optional{*variance + *bias * *bias} : std::nullopt;
  }
  /// The least x with within(x) >= share in (0, 1); empty where that is open.
  std::optional<double> quantile(double share) const;
};

/// Of mechanisms that add noise of a known law to their data, and of those whose truth at least is their data.
/// @param parameters: as resolved, of the instance. Empty of all others: their truth has to be said.
std::optional<ExactAccuracy> exact_accuracy(std::string_view name, Parameters const& parameters,
                                            Dataset const& dataset);

}  // namespace warner::mechanisms
