#include "mechanisms/central/selection_from_records.hpp"

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::central {

Dataset SelectionFromRecords::counts(Dataset const& dataset) const {
  require_categories(dataset, n_, k_ - 1);
  Dataset counts(k_, 0.0);
  for (auto const x : dataset) ++counts[static_cast<std::size_t>(x)];
  return counts;
}

Entry random_selection_from_records_entry() {
  return {.name = "random-selection-from-records",
          .summary = "a category by the exponential mechanism on how many records have it",
          .release = "{0..k-1}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"n", 5, "how many records, >= 1"},
                         {"k", 5, "how many categories, >= 2"}},
          .reference = "MT07",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 5, 1, 100'000), k = whole_or(given, "k", 5, 2, 100'000);
            Dataset crowd(n, 1.0);
            auto pair = substitute(crowd, 0, 0);
            pair.label = "leaves the crowd";
            return {
                SelectionFromRecords{epsilon, n, k},
                {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"k", static_cast<double>(k)}},
                {pair},
                Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, static_cast<double>(k - 1)}}};
          }};
}

}  // namespace warner::mechanisms::central
