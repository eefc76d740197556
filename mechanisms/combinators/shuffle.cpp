#include "mechanisms/combinators/shuffle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/special_functions/gamma.hpp>
#include <fmt/format.h>

#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::combinators {

Shuffle::Shuffle(AnyMechanism local, std::size_t n) : local_{std::move(local)}, n_{n} {
  require(n >= 1 && n <= 10'000, fmt::format("n: {} people are not 1 to 10000", n));
}

std::vector<Column> Shuffle::columns(Dataset const& dataset) const {
  require_numbers(dataset, n_);
  std::vector<Column> all;
  for (auto const x : dataset) {
    auto const one = local_.columns({x});
    require(one.size() == 1, fmt::format("local: an answer of {} columns (one can be shuffled)", one.size()));
    all.push_back(one.front());
  }
  return all;
}

// Fisher and Yates, a column of the whole block at a time.
void Shuffle::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  for (std::size_t j = 0; j < n_; ++j) local_.release({dataset[j]}, stream, out.columns(j, 1));
  std::vector<double> place(out.releases());
  for (std::size_t j = n_ - 1; j > 0; --j) {
    sim::fill_uniform(stream, place);  // 2^52 points, shared out to within one
    for (std::size_t i = 0; i < place.size(); ++i)
      std::swap(out(i, j), out(i, static_cast<std::size_t>(place[i] * static_cast<double>(j + 1))));
  }
}

double Shuffle::log_mass(double value, double answer) const {
  double log_mass = 0;
  local_.log_density({value}, {&answer, 1, 1}, {&log_mass, 1});
  return log_mass;
}

long double Shuffle::mass(double value, double answer) const {
  return std::exp(static_cast<long double>(log_mass(value, answer)));
}

bool Shuffle::binary() const {
  if (!local_.has_density()) return false;
  try {
    for (double const value : {0.0, 1.0})
      if (local_.columns({value}).size() != 1 || std::fabs(mass(value, 0) + mass(value, 1) - 1) > 1e-12L) return false;
    return true;
  } catch (std::invalid_argument const&) {  // it takes other values
    return false;
  }
}

std::vector<long double> Shuffle::count_law(Dataset const& dataset) const {
  require_categories(dataset, n_, 1);
  long double const one_from[] = {mass(0, 1), mass(1, 1)}, zero_from[] = {mass(0, 0), mass(1, 0)};
  std::vector<long double> law{1};
  for (auto const x : dataset) {  // one person after the other
    auto const value = static_cast<std::size_t>(x);
    law.push_back(0);
    for (auto k = law.size() - 1; k > 0; --k) law[k] = law[k] * zero_from[value] + law[k - 1] * one_from[value];
    law[0] *= zero_from[value];
  }
  return law;
}

void Shuffle::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const law = count_law(dataset);
  auto const log_factorial = [](std::size_t x) { return boost::math::lgamma(static_cast<double>(x) + 1); };
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t ones = 0;
    auto possible = true;
    for (std::size_t j = 0; j < n_; ++j) {
      possible = possible && (releases(i, j) == 0 || releases(i, j) == 1);
      ones += releases(i, j) == 1;
    }
    out[i] = possible ? static_cast<double>(std::log(law[ones])) - log_factorial(n_) + log_factorial(ones) +
                            log_factorial(n_ - ones)
                      : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> Shuffle::privacy(Pair const& pair) const {
  (void)columns(pair.d);
  (void)columns(pair.d_prime);
  auto const takes = [](Dataset const& dataset) {
    return std::ranges::all_of(dataset, [](double x) { return x == 0 || x == 1; });
  };
  if (!binary() || !takes(pair.d) || !takes(pair.d_prime)) return std::nullopt;
  auto const ones = [](Dataset const& dataset) { return static_cast<double>(std::ranges::count(dataset, 1.0)); };
  auto const more = ones(pair.d) - ones(pair.d_prime);
  if (more == 0) return privacy::equal_pair();
  auto const p = count_law(pair.d), q = count_law(pair.d_prime);
  auto const loss_of_all = [&](double answer) {  // that everybody gives it
    return static_cast<long double>(more * (log_mass(1, answer) - log_mass(0, answer)));
  };
  // The likelihood ratio is monotone in the count: the ends bound the losses, also those whose masses underflow.
  auto const none = loss_of_all(0), all = loss_of_all(1), least = std::min(none, all), most = std::max(none, all);
  constexpr auto smallest = std::numeric_limits<long double>::min();
  std::vector<privacy::Outcome> outcomes;
  for (std::size_t k = 0; k < p.size(); ++k) {
    auto const known = p[k] >= smallest && q[k] >= smallest;
    auto const loss = k == 0              ? none
                      : k + 1 == p.size() ? all
                      : known             ? std::clamp(std::log(p[k]) - std::log(q[k]), least, most)
                                          : (p[k] > q[k] ? most : least);
    outcomes.push_back({loss, p[k], q[k]});
  }
  return privacy::finite_pair(privacy::FiniteLaw{std::move(outcomes)});
}

Entry shuffle_randomised_response_entry() {
  return {
      .name = "shuffle-randomised-response",
      .summary = "n people answer by randomised response, in random order",
      .release = "{0,1}^n",
      .parameters = {epsilon_parameter("of one answer, > 0"), {"n", 10, "how many people, 1 to 2000", Whole{1, 2000}}},
      .reference = "EFMRTT19",
      .local = true,
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        auto const n = values.whole("n");
        return {Shuffle{local::response_from_epsilon(epsilon), n},
                {substitute(Dataset(n, 0.0), 0, 1)},
                Records{.change = Records::Change::substitute, .n = n, .values = {0, 1}}};
      }};
}

}  // namespace warner::mechanisms::combinators
