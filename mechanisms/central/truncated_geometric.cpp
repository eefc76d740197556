#include "mechanisms/central/truncated_geometric.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::central {
namespace {

noise::Wide power(noise::Wide base, std::size_t exponent) {
  noise::Wide result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

noise::Wide total_of(std::size_t n, std::size_t k) {
  require(n >= 1, "n: a count in {0} is no secret");
  require(k >= 1 && k <= 40, fmt::format("k: {} is not in 1, .., 40", k));
  auto const bits =
      static_cast<double>(k) + 1.6 + static_cast<double>(n - 1) * std::log2(std::ldexp(1.0, static_cast<int>(k)) + 1);
  require(bits < 126, fmt::format("n: {} counts at k = {} need integers of {:.0f} bits (126 at most)", n, k, bits));
  return ((noise::Wide{1} << (k + 1)) + 1) * power((noise::Wide{1} << k) + 1, n - 1);
}

}  // namespace

GeometricSteps::GeometricSteps(std::size_t n, std::size_t k) : n_{n}, k_{k}, total_{total_of(n, k)} {
  for (std::size_t x = 0; x <= n; ++x) {
    steps_.emplace_back();
    for (std::size_t z = 0; z <= n; ++z) steps_.back().push_back(at(x, z));
  }
}

noise::Wide GeometricSteps::at(std::size_t x, std::size_t z) const {
  auto const two = noise::Wide{1} << k_, base = two + 1;
  if (z < x) return power(two, x - z) * power(base, n_ - (x - z));
  if (z < n_) return total_ - power(two, z - x + 1) * power(base, n_ - 1 - (z - x));
  return total_;
}

double GeometricSteps::reached(std::size_t x, noise::Wide u) const {
  auto const& steps = steps_[x];
  double z = 0;
  for (std::size_t i = 0; i < n_; ++i) z += steps[i] < u;
  return z;
}

std::vector<double> GeometricSteps::masses(std::size_t x) const {
  std::vector<double> masses;
  noise::Wide last = 0;
  for (auto const step : steps_[x]) {
    masses.push_back(static_cast<double>(step - last) / static_cast<double>(total_));
    last = step;
  }
  return masses;
}

double GeometricSteps::epsilon() const { return std::log1p(std::ldexp(1.0, -static_cast<int>(k_))); }

std::vector<Column> TruncatedGeometric::columns(Dataset const& dataset) const {
  require_categories(dataset, 1, steps_.n());
  return {{"count", Column::Kind::integer}};
}

void TruncatedGeometric::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const x = static_cast<std::size_t>(dataset[0]);
  for (auto& y : out.column(0)) y = steps_.reached(x, noise::uniform_below(steps_.total(), stream) + 1);
}

void TruncatedGeometric::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  auto const masses = steps_.masses(static_cast<std::size_t>(dataset[0]));
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const y = releases(i, 0);
    out[i] = y >= 0 && y <= static_cast<double>(steps_.n()) && y == std::floor(y)
                 ? std::log(masses[static_cast<std::size_t>(y)])
                 : -INFINITY;
  }
}

std::optional<privacy::PairPrivacy> TruncatedGeometric::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  return privacy::finite_pair(steps_.masses(static_cast<std::size_t>(pair.d[0])),
                              steps_.masses(static_cast<std::size_t>(pair.d_prime[0])));
}

namespace {

/// k follows from epsilon, and says what is really kept; given both, k may not be smaller than epsilon needs.
std::size_t k_from(Arguments& values) {
  auto const epsilon = values["epsilon"];
  auto const needed = std::max(1.0, std::ceil(std::log2(2 / epsilon)));
  require(needed <= 40, fmt::format("epsilon: {} needs k = {} (40 at most)", epsilon, needed));
  if (!values.has("k")) return static_cast<std::size_t>(needed);
  auto const k = values.whole("k");
  auto const kept = std::log1p(std::ldexp(1.0, -static_cast<int>(k)));
  require(!values.has("epsilon") || kept <= epsilon * (1 + 1e-12),
          fmt::format("k: {} keeps epsilon {}, not {} (give one of them)", k, kept, epsilon));
  return k;
}

}  // namespace

Entry truncated_geometric_entry() {
  return {.name = "truncated-geometric",
          .summary = "a count in {0..n} with geometric noise, by integers alone",
          .release = "{0..n}",
          .parameters = {{"epsilon", 1, "what is asked, > 0; kept is ln(1 + 2^-k)",
                          Positive{"k is ceil(log2(2 / epsilon))"}},
                         {"n", 5, "the largest count", Whole{1, 100}},
                         {"k", {}, "bits of the ratio; ceil(log2(2 / epsilon)) by default", Whole{1, 40}}},
          .reference = "BV18",
          .make = [](Arguments& values) -> Instance {
            auto const n = values.whole("n");
            auto const k = k_from(values);
            TruncatedGeometric const mechanism{n, k};
            values.set("epsilon", std::get<PureDp>(mechanism.guarantee()).epsilon);
            values.set("k", static_cast<double>(k));
            Instance instance{mechanism, {}, Answers{.integers = true, .least = 0, .most = static_cast<double>(n)}};
            for (double c = 0; c < std::min(static_cast<double>(n), 5.0); ++c)
              instance.pairs.push_back({{c}, {c + 1}, Relation::substitute, fmt::format("{} and {}", c, c + 1)});
            return instance;
          }};
}

}  // namespace warner::mechanisms::central
