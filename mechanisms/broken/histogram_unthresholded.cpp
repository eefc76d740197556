#include "mechanisms/broken/histogram_unthresholded.hpp"

#include <limits>

#include <fmt/format.h>

#include "mechanisms/central/histogram_thresholded.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::broken {

Entry histogram_unthresholded_entry() {
  return {.name = "broken/histogram-unthresholded",
          .summary = "a histogram over an open domain, every category that is present",
          .release = "(category, R)*",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"},
                         {"delta", 1e-5, "what is claimed, in (0, 1)"},
                         {"k", 2, "room for so many categories"}},
          .flaw = "a category that one person alone is in is named",
          .reference = "KKMN09",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const delta = value_or(given, "delta", 1e-5);
            auto const k = whole_or(given, "k", 2, 2, 1000);
            return {central::HistogramThresholded{epsilon, delta, -std::numeric_limits<double>::infinity(), k},
                    {{"epsilon", epsilon}, {"delta", delta}, {"k", static_cast<double>(k)}},
                    {{{1, 2}, {1}, Relation::add_remove, "unique category"}}};
          }};
}

}  // namespace warner::mechanisms::broken
