#include "mechanisms/central/propose_test_release.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {

double laplace_above(double epsilon, double z) {
  return z < 0 ? 1 - std::exp(epsilon * z) / 2 : std::exp(-epsilon * z) / 2;
}

namespace {

double checked(double delta) {
  require(delta > 0 && delta < 1, fmt::format("delta: {} is not in (0, 1)", delta));
  return delta;
}

}  // namespace

ProposeTestRelease::ProposeTestRelease(double epsilon, double delta, std::size_t n, double range, double beta)
    : epsilon_{require_positive("epsilon", epsilon, "test and answer spend it each")},
      delta_{checked(delta)},
      n_{n},
      range_{require_positive("range", range, "records lie in [0, range]")},
      beta_{require_positive("beta", beta, "the proposed bound")},
      limit_{std::log(1 / delta) / epsilon},
      test_{1 / epsilon},
      answer_{beta / epsilon} {
  require(n % 2 == 1, fmt::format("n: {} records have no middle one", n));
  require(beta < range,
          fmt::format("beta: {} is not below the range {} (no dataset would fail the test)", beta, range));
}

std::vector<Column> ProposeTestRelease::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  return {{"answered", Column::Kind::flag}, {"median", Column::Kind::real}};
}

std::vector<double> ProposeTestRelease::sorted(Dataset const& dataset) const {
  std::vector<double> records;
  for (auto const x : dataset) records.push_back(std::clamp(x, 0.0, range_));
  std::ranges::sort(records);
  return records;
}

double ProposeTestRelease::distance(Dataset const& dataset) const {
  auto const records = sorted(dataset);
  auto const n = static_cast<std::ptrdiff_t>(n_), middle = (n + 1) / 2;
  auto const x = [&](std::ptrdiff_t i) {
    return i < 1 ? 0 : i > n ? range_ : records[static_cast<std::size_t>(i - 1)];
  };
  for (std::ptrdiff_t k = 0;; ++k)  // at k = n the window is everything, and range above beta
    for (std::ptrdiff_t t = 0; t <= k + 1; ++t)
      if (x(middle + t) - x(middle + t - k - 1) > beta_) return static_cast<double>(k);
}

double ProposeTestRelease::answers(Dataset const& dataset) const {
  return laplace_above(epsilon_, limit_ - distance(dataset));
}

void ProposeTestRelease::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const answered = out.column(0), median = out.column(1);
  test_.fill(stream, distance(dataset), answered);
  answer_.fill(stream, sorted(dataset)[n_ / 2], median);
  for (std::size_t i = 0; i < answered.size(); ++i) {
    answered[i] = answered[i] <= limit_ ? 0.0 : 1.0;
    median[i] = answered[i] == 0 ? 0.0 : median[i];
  }
}

std::optional<privacy::PairPrivacy> ProposeTestRelease::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  // In logarithms: a distance of many records leaves no double for the chance of silence.
  auto const far = distance(pair.d) - limit_, far_back = distance(pair.d_prime) - limit_,
             there = sorted(pair.d)[n_ / 2], back = sorted(pair.d_prime)[n_ / 2];
  auto const p = test_.log_cdf(far), q = test_.log_cdf(far_back), silent = test_.log_cdf(-far),
             silent_back = test_.log_cdf(-far_back);
  auto const part = [law = answer_](double log_weight, double at) {
    return [=](double y) { return log_weight + law.log_pdf(y - at); };
  };
  auto const largest =
      std::max(std::fabs(silent - silent_back), std::fabs(p - q) + std::fabs(there - back) / answer_.scale());
  return privacy::line_pair(
      {part(p, there),
       part(q, back),
       {there, back},
       4 * answer_.scale(),
       answer_.scale(),
       largest,
       {{0, std::exp(static_cast<long double>(silent)), std::exp(static_cast<long double>(silent_back))}}});
}

Entry propose_test_release_entry() {
  return {.name = "propose-test-release",
          .summary = "the median where it is stable: propose a bound, test it, release",
          .release = "{0, 1} x R",
          .parameters = {epsilon_parameter("half of what is claimed, > 0"),
                         {"delta", 1e-3, "in (0, 1)"},
                         {"n", 5, "how many records, odd", Whole{1, 10'001}},
                         {"range", 1, "records lie in [0, range]"},
                         {"beta", 0.1, "the proposed bound, below range"}},
          .reference = "DL09",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const delta = values["delta"], range = values["range"], beta = values["beta"];
            auto const n = values.whole("n");
            ProposeTestRelease const mechanism{epsilon, delta, n, range, beta};
            // A crowd whose median moves by almost beta while the distance falls by 1, as far as both can: then halves
            // at either end, where one record decides.
            Dataset crowd(n, range / 2), halves(n, 0.0);
            std::fill_n(crowd.rbegin(), n / 2, range / 2 + 0.999 * beta);
            std::fill_n(halves.rbegin(), n / 2, range);
            auto together = substitute(crowd, 0, range, "a crowd"), apart = substitute(halves, 0, range, "two halves");
            return {mechanism,
                    {together, apart},
                    Records{.change = Records::Change::substitute, .n = n, .values = {0, range, range / 2}}};
          }};
}

}  // namespace warner::mechanisms::central
