#pragma once

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// A histogram over an open domain that releases every category that is present (central/histogram_thresholded.hpp
/// without a threshold) [KKMN09]. Flaw: disjoint support: the name of a category that one person alone is in gives that
/// person away; delta is 1.
Entry histogram_unthresholded_entry();

}  // namespace warner::mechanisms::broken
