#include "mechanisms/central/private_median.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/contract/parameter_values.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

PrivateMedian::PrivateMedian(double epsilon, std::size_t n, std::size_t m)
    : n_{n}, m_{m}, choice_{ReportNoisyMax::Noise::gumbel, epsilon, m + 1} {
  require(n >= 1, "n: 0 records have no median");
  require(m >= 1, "m: a median in {0} is no secret");
}

std::vector<Column> PrivateMedian::columns(Dataset const& dataset) const {
  require_categories(dataset, n_, m_);
  return {{"median", Column::Kind::integer}};
}

Dataset PrivateMedian::utilities(Dataset const& dataset) const {
  Dataset u;
  for (std::size_t y = 0; y <= m_; ++y) {
    double balance = 0;
    for (auto const x : dataset) balance += x < static_cast<double>(y) ? 1 : x > static_cast<double>(y) ? -1 : 0;
    u.push_back(-std::fabs(balance) / 2);
  }
  return u;
}

double PrivateMedian::exact_epsilon(Pair const& pair, double delta) const {
  require_categories(pair.d, n_, m_);
  require_categories(pair.d_prime, n_, m_);
  return choice_.exact_epsilon({utilities(pair.d), utilities(pair.d_prime)}, delta);
}

std::optional<privacy::PairPrivacy> PrivateMedian::privacy(Pair const& pair) const {
  return choice_.privacy({utilities(pair.d), utilities(pair.d_prime)});
}

Entry private_median_entry() {
  return {.name = "private-median",
          .summary = "the median of n integers by the exponential mechanism",
          .release = "{0..m}",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                         {"n", 5, "how many records"},
                         {"m", 10, "the largest value"}},
          .reference = "MT07",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const n = whole_or(given, "n", 5, 1, 10'000), m = whole_or(given, "m", 10, 1, 1000);
            auto const top = static_cast<double>(m);
            Dataset halves(n, 0.0);
            std::fill_n(halves.rbegin(), n / 2, top);
            std::vector<Pair> pairs{substitute(halves, 0, top)};
            pairs.front().label = "half and half";
            if (n == 5 && m >= 10)
              pairs.insert(pairs.begin(), {{0, 0, top - 2, top - 1, top - 1},
                                           {0, top, top - 2, top - 1, top - 1},
                                           Relation::substitute,
                                           "crowd near the end"});
            return {PrivateMedian{epsilon, n, m},
                    {{"epsilon", epsilon}, {"n", static_cast<double>(n)}, {"m", top}},
                    pairs,
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, top, top - 1}}};
          }};
}

}  // namespace warner::mechanisms::central
