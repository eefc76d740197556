#include <cmath>
#include <limits>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {
namespace {

/// An integer plus discrete Laplace noise, and how long that took: a sampler that tosses coins until one fails loops
/// |noise| times. Flaw: timing. The release (y, loops) leaves two candidates, y + loops and y - loops: numbers an odd
/// distance apart share none, delta is 1; numbers an even distance s apart share the one halfway, of mass Pr[noise = s
/// / 2].
class TimedDiscreteLaplace {
 public:
  explicit TimedDiscreteLaplace(double epsilon) : epsilon_{epsilon}, noise_{std::exp(-epsilon)} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_integers(dataset, 1);
    return {{"y", Column::Kind::integer}, {"loops", Column::Kind::integer}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const y = out.column(0), loops = out.column(1);
    noise_.fill(stream, 0, y);
    for (std::size_t i = 0; i < y.size(); ++i) {
      loops[i] = std::fabs(y[i]);
      y[i] += dataset[0];
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      auto const z = releases(i, 0) - dataset[0];
      out[i] = releases(i, 1) == std::fabs(z) ? noise_.log_pmf(z) : -std::numeric_limits<double>::infinity();
    }
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    columns(pair.d);
    columns(pair.d_prime);
    auto const distance = std::fabs(pair.d[0] - pair.d_prime[0]);
    if (distance == 0) return privacy::equal_pair();
    if (std::fmod(distance, 2) == 1) return privacy::disjoint_pair();
    return privacy::leaking_pair(privacy::equal_pair(), 1 - noise_.pmf(distance / 2));
  }

 private:
  double epsilon_;
  noise::DiscreteLaplace noise_;
};

}  // namespace

Entry timing_discrete_laplace_entry() {
  return {.name = "broken/timing-discrete-laplace",
          .summary = "an integer plus discrete Laplace noise, with the time that drawing it took",
          .release = "Z x N",
          .parameters = {epsilon_parameter("what is claimed, > 0")},
          .flaw = "the sampler loops |noise| times: what took so long is known up to its sign",
          .reference = "JMRO22",
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            return {TimedDiscreteLaplace{epsilon}, {{{0}, {1}, Relation::substitute, {}}}};
          }};
}

}  // namespace warner::mechanisms::broken
