#include <algorithm>
#include <cmath>

#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::central {
namespace {

/// The median by the exponential mechanism [MT07]: y in {0, .., m} with probability proportional to e^(epsilon u(y) /
/// 2), where u(y) = -|#{x < y} - #{x > y}| / 2 moves by at most 1 when one record is replaced.
///
/// Guarantee:  epsilon-DP under substitution. Not reached: 0.84748 of epsilon = 1 over all datasets of five records in
///             {0, .., 10}, where 0, 0, 8, 9, 9 meets 0, 8, 9, 9, 10; the pair that comes to mind, 0, 0, 0, 10, 10 and
///             0, 0, 10, 10, 10, spends 0.25.
/// Data:       n integers in {0, .., m}.
class PrivateMedian {
 public:
  PrivateMedian(double epsilon, std::size_t n, std::size_t m)
      : n_{n}, m_{m}, choice_{ReportNoisyMax::Noise::gumbel, epsilon, m + 1} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_categories(dataset, n_, m_);
    return {{"median", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    choice_.release(utilities(dataset), stream, out);
  }
  Guarantee guarantee() const { return choice_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch y, std::span<double> out) const {
    choice_.log_density(utilities(dataset), y, out);
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    require_categories(pair.d, n_, m_);
    require_categories(pair.d_prime, n_, m_);
    return choice_.privacy({utilities(pair.d), utilities(pair.d_prime)});
  }

  /// u(0), .., u(m).
  Dataset utilities(Dataset const& dataset) const {
    Dataset u;
    for (std::size_t y = 0; y <= m_; ++y) {
      double balance = 0;
      for (auto const x : dataset) balance += x < static_cast<double>(y) ? 1 : x > static_cast<double>(y) ? -1 : 0;
      u.push_back(-std::fabs(balance) / 2);
    }
    return u;
  }

 private:
  std::size_t n_, m_;
  ReportNoisyMax choice_;
};

}  // namespace

Entry private_median_entry() {
  return {.name = "private-median",
          .summary = "the median of n integers by the exponential mechanism",
          .release = "{0..m}",
          .parameters = {epsilon_parameter(),
                         {"n", 5, "how many records", Whole{1, 10'000}},
                         {"m", 10, "the largest value", Whole{1, 1000}}},
          .reference = "MT07",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const n = values.whole("n"), m = values.whole("m");
            auto const top = static_cast<double>(m);
            Dataset halves(n, 0.0);
            std::fill_n(halves.rbegin(), n / 2, top);
            std::vector<Pair> pairs{substitute(halves, 0, top, "half and half")};
            if (n == 5 && m >= 10)
              pairs.insert(pairs.begin(), {{0, 0, top - 2, top - 1, top - 1},
                                           {0, top, top - 2, top - 1, top - 1},
                                           Relation::substitute,
                                           "crowd near the end"});
            return {PrivateMedian{epsilon, n, m}, pairs,
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, top, top - 1}}};
          }};
}

}  // namespace warner::mechanisms::central
