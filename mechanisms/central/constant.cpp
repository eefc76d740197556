#include <algorithm>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::central {
namespace {

/// Releases 42 whatever the data, and draws nothing: epsilon is 0. The control for releases without any spread. Data:
/// anything.
class Constant {
 public:
  std::vector<Column> columns(Dataset const&) const { return {{"y", Column::Kind::integer}}; }
  void release(Dataset const&, sim::Stream&, Batch out) const { std::ranges::fill(out.column(0), 42.0); }
  Guarantee guarantee() const { return PureDp{0}; }
  void log_density(Dataset const&, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = releases(i, 0) == 42 ? 0 : -std::numeric_limits<double>::infinity();
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const&) const { return privacy::equal_pair(); }
};

}  // namespace

Entry constant_entry() {
  return {.name = "constant",
          .summary = "the same number whatever the data: the control for releases without spread",
          .release = "{42}",
          .parameters = {},
          .reference = "D18",
          .make = [](Arguments&) -> Instance {
            return {Constant{}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::central
