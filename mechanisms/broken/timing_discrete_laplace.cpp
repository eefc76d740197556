#include "mechanisms/broken/timing_discrete_laplace.hpp"

#include <cmath>
#include <limits>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {

TimedDiscreteLaplace::TimedDiscreteLaplace(double epsilon)
    : epsilon_{require_positive("epsilon", epsilon, "the noise has ratio e^-epsilon")}, noise_{std::exp(-epsilon)} {}

std::vector<Column> TimedDiscreteLaplace::columns(Dataset const& dataset) const {
  require_integers(dataset, 1);
  return {{"y", Column::Kind::integer}, {"loops", Column::Kind::integer}};
}

void TimedDiscreteLaplace::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  auto const y = out.column(0), loops = out.column(1);
  noise_.fill(stream, 0, y);
  for (std::size_t i = 0; i < y.size(); ++i) {
    loops[i] = std::fabs(y[i]);
    y[i] += dataset[0];
  }
}

void TimedDiscreteLaplace::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const z = releases(i, 0) - dataset[0];
    out[i] = releases(i, 1) == std::fabs(z) ? noise_.log_pmf(z) : -std::numeric_limits<double>::infinity();
  }
}

std::optional<privacy::PairPrivacy> TimedDiscreteLaplace::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  auto const distance = std::fabs(pair.d[0] - pair.d_prime[0]);
  if (distance == 0) return privacy::equal_pair();
  if (std::fmod(distance, 2) == 1) return privacy::disjoint_pair();
  return privacy::leaking_pair(privacy::equal_pair(), 1 - noise_.pmf(distance / 2));
}

Entry timing_discrete_laplace_entry() {
  return {.name = "broken/timing-discrete-laplace",
          .summary = "an integer plus discrete Laplace noise, with the time that drawing it took",
          .release = "Z x N",
          .parameters = {{"epsilon", 1, "what is claimed, > 0"}},
          .flaw = "the sampler loops |noise| times: what took so long is known up to its sign",
          .reference = "JMRO22",
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            return {TimedDiscreteLaplace{epsilon}, {{"epsilon", epsilon}}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::broken
