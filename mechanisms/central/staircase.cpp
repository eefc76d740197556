#include <algorithm>
#include <cmath>

#include "mechanisms/contract/entry.hpp"
#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/noise/geometric.hpp"
#include "mechanisms/noise/positive.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::central {
namespace {

/// The staircase mechanism: a number plus noise whose density is constant on steps, e^-epsilon from one to the next
/// [GV14]. With b = e^-epsilon and sensitivity s: sign * s * ((1 - B) (G + gamma U) + B (G + gamma + (1 - gamma) U)), G
/// geometric of ratio b, Pr[B = 0] = gamma / (gamma + (1 - gamma) b).
///
/// Guarantee:  epsilon-DP for answers whose sensitivity is at most `sensitivity`; reached at any distance above gamma
///             sensitivity.
/// Accuracy:   at gamma = 1 / (1 + e^(epsilon / 2)) the mean size of the noise is the least of all: s e^(epsilon / 2) /
///             (e^epsilon - 1).
/// Data:       one number.
class Staircase {
 public:
  /// @throws std::invalid_argument unless gamma is in (0, 1).
  Staircase(double epsilon, double sensitivity, double gamma)
      : epsilon_{epsilon},
        sensitivity_{sensitivity},
        gamma_{noise::inside_unit("gamma", gamma)},
        step_{std::exp(-epsilon)},
        later_{1 - gamma / (gamma + (1 - gamma) * std::exp(-epsilon))} {}

  std::vector<Column> columns(Dataset const& dataset) const {
    require_numbers(dataset, 1);
    return {{"y", Column::Kind::real}};
  }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const y = out.column(0);
    std::vector<double> memory(3 * y.size());
    auto const step = std::span{memory}.first(y.size()), later = std::span{memory}.subspan(y.size(), y.size()),
               sign = std::span{memory}.last(y.size());
    sim::fill_uniform(stream, y);
    step_.fill(stream, 0, step);
    later_.fill(stream, 0, later);
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(0.5), sign);
    for (std::size_t i = 0; i < y.size(); ++i) {
      auto const early = gamma_ * y[i], late = gamma_ + (1 - gamma_) * y[i];
      auto const size = (step[i] + (later[i] == 0 ? early : late)) * sensitivity_;
      y[i] = dataset[0] + (2 * sign[i] - 1) * size;
    }
  }

  Guarantee guarantee() const { return PureDp{epsilon_}; }

  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = log_pdf(releases(i, 0) - dataset[0]);
  }

  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    auto const distance = l1_distance(pair);
    if (distance == 0) return privacy::equal_pair();
    if (distance == sensitivity_) return privacy::lattice_pair(privacy::staircase_law(epsilon_, gamma_), true);
    // Both densities are constant between the ends of their steps; e^-40 of the mass lies beyond those listed.
    auto const steps = std::ceil(40 / epsilon_);
    if (!(steps < 1e5) || distance > 40 * sensitivity_) return std::nullopt;
    std::vector<double> ends;
    for (double k = 0; k <= steps; ++k)
      for (auto const end : {k * sensitivity_, (k + gamma_) * sensitivity_})
        for (auto const at : {-end, end, distance - end, distance + end}) ends.push_back(at);
    std::ranges::sort(ends);
    std::vector<double> log_p, log_q;
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      auto const length = ends[i + 1] - ends[i], middle = ends[i] + length / 2;
      if (length <= 1e-12 * sensitivity_) continue;  // ends that are one but for rounding
      log_p.push_back(std::log(length) + log_pdf(middle));
      log_q.push_back(std::log(length) + log_pdf(middle - distance));
    }
    return privacy::log_mass_pair(log_p, log_q);
  }

  /// ln of the density of the noise.
  double log_pdf(double z) const {
    auto const b = std::exp(-epsilon_), size = std::fabs(z) / sensitivity_, whole = std::floor(size);
    return std::log(-std::expm1(-epsilon_) / (2 * sensitivity_ * (gamma_ + b * (1 - gamma_)))) -
           epsilon_ * (whole + (size - whole >= gamma_));
  }

 private:
  double epsilon_, sensitivity_, gamma_;
  noise::Geometric step_;
  noise::Bernoulli later_;  // B
};

}  // namespace

Entry staircase_entry() {
  return {
      .name = "staircase",
      .summary = "a number plus noise whose density is a staircase",
      .release = "R^1",
      .parameters = {epsilon_parameter(),
                     {"sensitivity", 1, "how far one person moves the answer, > 0", Positive{"the length of a step"}},
                     {"gamma", {}, "where a step ends, in (0, 1); 1 / (1 + e^(epsilon / 2)) is best"}},
      .reference = "GV14",
      .make = [](Arguments& values) -> Instance {
        auto const epsilon = values["epsilon"];
        auto const sensitivity = values["sensitivity"];
        auto const gamma = values.value_or("gamma", 1 / (1 + std::exp(epsilon / 2)));
        return {Staircase{epsilon, sensitivity, gamma},
                {{{0}, {sensitivity}, Relation::substitute, "whole"},
                 {{0}, {sensitivity / 2}, Relation::substitute, "half"}},
                Answers{.step = sensitivity}};
      }};
}

}  // namespace warner::mechanisms::central
