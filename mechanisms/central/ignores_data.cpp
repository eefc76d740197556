#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::central {
namespace {

/// Releases N(0, 1) whatever the data: epsilon is 0. The control for false alarms. Data: anything.
class IgnoresData {
 public:
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::real}}; }
  void release(Dataset const&, sim::Stream& stream, Batch out) const { noise_.fill(stream, 0, out.column(0)); }
  Guarantee guarantee() const { return PureDp{0}; }
  void log_density(Dataset const&, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = noise_.log_pdf(releases(i, 0));
  }
  double exact_epsilon(Pair const&, double) const { return 0; }
  std::optional<privacy::PairPrivacy> privacy(Pair const&) const { return privacy::equal_pair(); }

 private:
  noise::Gaussian noise_{1};
};

}  // namespace

Entry ignores_data_entry() {
  return {.name = "ignores-data",
          .summary = "noise whatever the data: the control for false alarms",
          .release = "R^1",
          .parameters = {},
          .reference = "D18",
          .make = [](Arguments&) -> Instance {
            return {IgnoresData{}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::central
