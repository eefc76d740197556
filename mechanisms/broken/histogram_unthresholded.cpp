#include <limits>

#include "mechanisms/central/histogram_thresholded.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {

/// A histogram over an open domain that releases every category that is present (central/histogram_thresholded.hpp
/// without a threshold) [KKMN09]. Flaw: disjoint support: the name of a category that one person alone is in gives that
/// person away; delta is 1.
Entry histogram_unthresholded_entry() {
  return {.name = "broken/histogram-unthresholded",
          .summary = "a histogram over an open domain, every category that is present",
          .release = "(category, R)*",
          .parameters = {epsilon_parameter("what is claimed, > 0"),
                         {"delta", 1e-5, "what is claimed, in (0, 1)"},
                         {"k", 2, "room for so many categories", Whole{2, 1000}}},
          .flaw = "a category that one person alone is in is named",
          .reference = "KKMN09",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const delta = values["delta"];
            auto const k = values.whole("k");
            return {central::HistogramThresholded{epsilon, delta, -std::numeric_limits<double>::infinity(), k},
                    {{{1, 2}, {1}, Relation::add_remove, "unique category"}}};
          }};
}

}  // namespace warner::mechanisms::broken
