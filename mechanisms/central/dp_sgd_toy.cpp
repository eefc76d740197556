#include "mechanisms/central/dp_sgd_toy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

ApproximateDp claim_of(DpSgdToy::Steps const& steps, double delta) {
  require(delta > 0 && delta < 1,
          fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
  require(steps.count >= 1, "steps: 0 go nowhere");
  require(steps.m >= 1 && steps.m <= steps.n, fmt::format("m: {} of {} records can not be drawn", steps.m, steps.n));
  require(steps.eta > 0 && steps.eta <= 1, fmt::format("eta: {} is not in (0, 1]", steps.eta));
  require_positive("sigma", steps.sigma, "standard deviation of a step's noise");
  auto const mu = 1 / (static_cast<double>(steps.m) * steps.sigma),
             q = static_cast<double>(steps.m) / static_cast<double>(steps.n), t = static_cast<double>(steps.count);
  return {t * privacy::subsampled_pair(privacy::gaussian_pair(mu), privacy::gaussian_loss(mu), q).epsilon(delta / t),
          delta};
}

}  // namespace

DpSgdToy::DpSgdToy(Steps steps, double delta) : steps_{steps}, claim_{claim_of(steps, delta)}, noise_{steps.sigma} {}

std::vector<Column> DpSgdToy::columns(Dataset const& dataset) const {
  require_numbers(dataset, steps_.n);
  return {{"theta", Column::Kind::real}};
}

std::vector<double> DpSgdToy::weights() const {
  std::vector<double> weights(steps_.count);
  auto weight = steps_.eta;
  for (auto w = weights.rbegin(); w != weights.rend(); ++w, weight *= 1 - steps_.eta) *w = weight;
  return weights;
}

double DpSgdToy::deviation() const {
  double square = 0;
  for (auto const w : weights()) square += w * w;
  return steps_.sigma * std::sqrt(square);
}

void DpSgdToy::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const theta = out.column(0);
  std::vector<double> memory(4 * theta.size());
  auto const part = [&](std::size_t i) { return std::span{memory}.subspan(i * theta.size(), theta.size()); };
  auto const step = part(0), coin = part(1), kept = part(2), sum = part(3);
  auto const m = static_cast<double>(steps_.m);
  std::ranges::fill(theta, 0.0);
  for (std::size_t t = 0; t < steps_.count; ++t) {
    std::ranges::fill(kept, 0.0);
    std::ranges::fill(sum, 0.0);
    auto left = static_cast<double>(steps_.n);
    for (auto const record : dataset) {  // kept with probability (m - kept so far) / (records left)
      auto const x = std::clamp(record, 0.0, 1.0);
      sim::fill_uniform(stream, coin);
      for (std::size_t i = 0; i < coin.size(); ++i) {
        auto const keep = coin[i] * left < m - kept[i] ? 1.0 : 0.0;
        kept[i] += keep;
        sum[i] += keep * x;
      }
      --left;
    }
    noise_.fill(stream, 0, step);
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] -= steps_.eta * (theta[i] - (sum[i] / m + step[i]));
  }
}

std::optional<privacy::PairPrivacy> DpSgdToy::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const only = [](Dataset const& dataset) -> std::optional<double> {  // the one record that is not 0, or 0
    double one = 0;
    for (auto const record : dataset) {
      auto const x = std::clamp(record, 0.0, 1.0);
      if (x != 0 && one != 0) return std::nullopt;
      one += x;
    }
    return one;
  };
  auto const there = only(pair.d), back = only(pair.d_prime);
  if (!there || !back || steps_.count > 12) return std::nullopt;
  if (*there == *back) return privacy::equal_pair();
  struct Part {
    double weight, mean;
  };
  auto const mixture = [&](double record) {
    auto const steps = weights();
    auto const m = static_cast<double>(steps_.m), q = m / static_cast<double>(steps_.n);
    std::vector<Part> parts{{1, 0}};
    for (auto const w : steps) {
      if (record == 0) break;
      std::vector<Part> next;
      for (auto const& p : parts) {
        if (q < 1) next.push_back({p.weight * (1 - q), p.mean});
        next.push_back({p.weight * q, p.mean + w * record / m});
      }
      parts = next;
    }
    return parts;
  };
  auto const log_density = [s = deviation()](std::vector<Part> const& parts) {
    return [=, law = noise::Gaussian{s}](double y) {
      if (parts.size() == 1) return law.log_pdf(y - parts.front().mean);
      double most = -HUGE_VAL, sum = 0;  // of exponents, so that the far tail does not underflow
      for (auto const& p : parts) most = std::max(most, -(y - p.mean) * (y - p.mean) / (2 * s * s));
      for (auto const& p : parts) sum += p.weight * std::exp(-(y - p.mean) * (y - p.mean) / (2 * s * s) - most);
      return law.log_pdf(0) + most + std::log(sum);
    };
  };
  auto const p = mixture(*there), q = mixture(*back);
  return privacy::line_pair({log_density(p),
                             log_density(q),
                             {0, std::max(p.back().mean, q.back().mean)},
                             0.5 * deviation(),
                             0.4 * deviation(),
                             std::numeric_limits<double>::infinity()});
}

Entry dp_sgd_toy_entry() {
  return {.name = "dp-sgd-toy",
          .summary = "private stochastic gradient descent towards a mean, the last iterate",
          .release = "R^1",
          .parameters = {{"sigma", 1, "standard deviation of a step's noise, > 0"},
                         {"eta", 0.5, "learning rate, in (0, 1]"},
                         {"steps", 4, "how many steps", Whole{1, 1000}},
                         {"m", 5, "records in a sample", Whole{1, 1000}},
                         {"n", 10, "of so many", Whole{1, 1000}},
                         {"delta", 1e-5, "at which epsilon is claimed, in (0, 1)"}},
          .reference = "ACGMMTZ16",
          .make = [](Arguments& values) -> Instance {
            DpSgdToy::Steps steps;
            steps.sigma = values["sigma"], steps.eta = values["eta"];
            steps.count = values.whole("steps"), steps.n = values.whole("n"), steps.m = values.whole("m");
            auto const delta = values["delta"];
            Pair const pair{substitute(Dataset(steps.n, 0.0), 0, 1).d_prime, Dataset(steps.n, 0.0),
                            Relation::substitute, "one among zeros"};
            return {DpSgdToy{steps, delta}, {pair}};
          }};
}

}  // namespace warner::mechanisms::central
