#pragma once

#include <string>
#include <vector>

#include "mechanisms/catalogue/registry.hpp"

namespace warner::results::experiments {

inline constexpr double published_level = 0.1;  ///< of all published bounds

/// A mechanism that other auditors published certified bounds for; NaN where they did not.
struct Published {
  std::string shown, mechanism;  ///< in print, and in the registry
  mechanisms::ParameterValues values;
  double dp_sniper;          ///< the better bound of DP-Sniper's two classifiers [B21]
  double dp_sniper_seconds;  ///< of the cheaper of them, searching included, on its authors' machine
  double statdp;             ///< the bound of StatDP [D18] as re-tested by DP-Sniper's authors
  double statdp_seconds;
  double ceiling;  ///< what an oracle with the exact densities gets of the best of eight patterns from 4e8 trials
  std::vector<mechanisms::Pair> among{};  ///< the pairs that were compared, where the claim covers none of them
};

std::vector<Published> published();

}  // namespace warner::results::experiments
