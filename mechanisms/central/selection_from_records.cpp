#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {
namespace {

/// The exponential mechanism on records: a category is released with probability proportional to e^(epsilon count / 2)
/// [MT07].
///
/// Guarantee:  epsilon-DP where a record is replaced: one count falls by 1, another rises by 1.
/// Tightness:  near it where the record moves from a rare category to one that nearly all have.
/// Data:       n records, categories in {0, .., k - 1}.
class SelectionFromRecords {
 public:
  /// @throws std::invalid_argument unless epsilon is positive and finite, and n and k are at least 1.
  SelectionFromRecords(double epsilon, std::size_t n, std::size_t k)
      : n_{n}, k_{k}, selection_{ReportNoisyMax::Noise::gumbel, epsilon, k} {}
  std::vector<Column> columns(Dataset const& dataset) const { return selection_.columns(counts(dataset)); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    selection_.release(counts(dataset), stream, out);
  }
  Guarantee guarantee() const { return selection_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    selection_.log_density(counts(dataset), releases, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return selection_.privacy({counts(pair.d), counts(pair.d_prime), pair.relation, {}});
  }

  /// How many records each category has.
  Dataset counts(Dataset const& dataset) const {
    require_categories(dataset, n_, k_ - 1);
    Dataset counts(k_, 0.0);
    for (auto const x : dataset) ++counts[static_cast<std::size_t>(x)];
    return counts;
  }

 private:
  std::size_t n_, k_;
  ReportNoisyMax selection_;
};

}  // namespace

Entry random_selection_from_records_entry() {
  return {.name = "random-selection-from-records",
          .summary = "a category by the exponential mechanism on how many records have it",
          .release = "{0..k-1}",
          .parameters = {epsilon_parameter(),
                         {"n", 5, "how many records, >= 1", Whole{1, 100'000}},
                         {"k", 5, "how many categories, >= 2", Whole{2, 100'000}}},
          .reference = "MT07",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), k = values.whole("k");
            Dataset crowd(n, 1.0);
            auto const pair = substitute(crowd, 0, 0, "leaves the crowd");
            return {
                SelectionFromRecords{epsilon, n, k},
                {pair},
                Records{.change = Records::Change::substitute, .n = n, .values = {0, 1, static_cast<double>(k - 1)}}};
          }};
}

}  // namespace warner::mechanisms::central
