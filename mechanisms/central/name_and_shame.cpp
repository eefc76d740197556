#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// Releases one of its n records, each alike: nobody calls that private, yet it is (0, 1/n)-DP. Why delta must be far
/// below 1 / n [DR14, section 2.3].
///
/// Guarantee:  (0, 1/n)-DP, tight where the replaced record is unique: delta(t) = 1 / n for every t.
/// Data:       n numbers.
class NameAndShame {
 public:
  explicit NameAndShame(std::size_t n) : n_{n} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, n_);
    return {{"record", Column::Kind::category}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const record = out.column(0);
    sim::fill_uniform(stream, record);  // 2^52 points, shared out to within one
    for (auto& y : record) y = dataset[static_cast<std::size_t>(y * static_cast<double>(n_))];
  }

  Guarantee guarantee() const { return ApproximateDp{0, 1 / static_cast<double>(n_)}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::log(static_cast<double>(std::ranges::count(dataset, releases(i, 0))) / static_cast<double>(n_));
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    std::map<double, std::pair<double, double>> counts;
    for (auto const x : pair.d) ++counts[x].first;
    for (auto const x : pair.d_prime) ++counts[x].second;
    std::vector<double> p, q;
    for (auto const& [_, count] : counts) {
      p.push_back(count.first / static_cast<double>(n_));
      q.push_back(count.second / static_cast<double>(n_));
    }
    return privacy::finite_pair(p, q);
  }

 private:
  std::size_t n_;
};

}  // namespace

Entry name_and_shame_entry() {
  return {.name = "name-and-shame",
          .summary = "one of the n records, as it is",
          .release = "R^1",
          .parameters = {{"n", 10, "how many records, >= 2", Whole{2, 1u << 20}}},
          .reference = "DR14",
          .make = [](Arguments& values) -> Instance {
            auto const n = values.whole("n");
            Dataset records(n);
            std::iota(records.begin(), records.end(), 0.0);
            return {NameAndShame{n}, {substitute(records, 0, static_cast<double>(n))}};
          }};
}

}  // namespace warner::mechanisms::central
