#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/post_processed_gaussian.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/variates.hpp"
#include "verify/measure.hpp"

// Row 9 (introduction note; lesson, prop. 2 and 7). Functions of a Laplace release that know nothing of the data,
// invertible or not, with or without coins of their own: none spends more than the release, some spend less, one spends
// nothing.
namespace warner::results::experiments {
namespace {

/// A mechanism and then a map of its releases, in place, which may draw.
struct Processed {
  using Map = std::function<void(sim::Stream&, std::span<double>)>;
  mechanisms::AnyMechanism inner;
  Map map;

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const& dataset) const { return inner.columns(dataset); }
  void release(mechanisms::Dataset const& dataset, sim::Stream& stream, mechanisms::Batch out) const {
    inner.release(dataset, stream, out);
    map(stream, out.column(0));
  }
  mechanisms::Guarantee guarantee() const { return inner.guarantee(); }
};

/// A map, the epsilon that is left of e, and an event of what it gives, `release > above`, with its probabilities where
/// the answer is 0 and 1.
struct Post {
  char const* name;
  bool draws;
  Processed::Map map;
  std::function<double(double e)> left;
  double above;
  std::function<double(double e)> if_zero, if_one;
};

/// Probability that Laplace noise of scale 1 / e exceeds x.
double beyond(double x, double e) { return x >= 0 ? std::exp(-e * x) / 2 : 1 - std::exp(e * x) / 2; }

Processed::Map each(double (*f)(double)) {
  return [f](sim::Stream&, std::span<double> y) {
    for (auto& value : y) value = f(value);
  };
}

/// Maps for a base that spends e on the answers 0 and 1.
std::vector<Post> maps(double e) {
  auto const all = [](double left) { return left; };
  constexpr auto flips = 0.25;
  auto const flipped = [](double share) { return share * (1 - flips) + (1 - share) * flips; };
  auto const nearer_to_one = [](double x) { return [x](double rate) { return beyond(0.5 - x, rate); }; };
  return {
      {"nothing (the release)", false, each([](double y) { return y; }), all, 0, [](double r) { return beyond(0, r); },
       [](double r) { return beyond(-1, r); }},
      {"2 y + 3 (invertible)", false, each([](double y) { return 2 * y + 3; }), all, 3,
       [](double r) { return beyond(0, r); }, [](double r) { return beyond(-1, r); }},
      {"round to integers", false, each([](double y) { return std::floor(y + 0.5); }), all, 0.5, nearer_to_one(0),
       nearer_to_one(1)},
      {"clamp to [0, 1]", false, each([](double y) { return y < 0   ? 0.0
                                                            : y > 1 ? 1.0
                                                                    : y; }), all, 0.5,
       nearer_to_one(0), nearer_to_one(1)},
      {"absolute value", false, each([](double y) { return std::fabs(y); }), all, 1,
       [](double r) { return std::exp(-r); }, [](double r) { return 0.5 + std::exp(-2 * r) / 2; }},
      {"is y > 1/2?", false, each([](double y) { return y > 0.5 ? 1.0 : 0.0; }),
       [](double r) { return std::log(2 * std::exp(r / 2) - 1); }, 0.5, nearer_to_one(0), nearer_to_one(1)},
      // To 2^-20: the last bits of a double near 0 are finer than those near 1, and would tell.
      {"fraction of y", false, each([](double y) { return std::floor((y - std::floor(y)) * 0x1p20) * 0x1p-20; }),
       [](double) { return 0.0; }, 0.5, [](double) { return 0.5; }, [](double) { return 0.5; }},
      {"add Laplace noise", true,
       [e](sim::Stream& stream, std::span<double> y) {
         std::vector<double> more(y.size());
         sim::fill_laplace(stream, 0, 1 / e, more);
         for (std::size_t i = 0; i < y.size(); ++i) y[i] += more[i];
       },
       all, 0, [](double) { return 0.5; }, [](double r) { return 1 - (2 + r) * std::exp(-r) / 4; }},
      {"round at random", true,
       [](sim::Stream& stream, std::span<double> y) {
         std::vector<double> coin(y.size());
         sim::fill_uniform(stream, coin);
         for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::floor(y[i] + coin[i]);
       },
       all, 0.5, [](double r) { return -std::expm1(-r) / (2 * r); },
       [](double r) { return 1 + std::expm1(-r) / (2 * r); }},
      {"is y > 1/2?, 1 in 4 flipped", true,
       [](sim::Stream& stream, std::span<double> y) {
         std::vector<double> flip(y.size());
         sim::fill_bernoulli(stream, sim::bernoulli_threshold(flips), flip);
         for (std::size_t i = 0; i < y.size(); ++i) y[i] = (y[i] > 0.5) != (flip[i] == 1) ? 1.0 : 0.0;
       },
       [flipped](double r) { return std::log(flipped(beyond(-0.5, r)) / flipped(beyond(0.5, r))); }, 0.5,
       [flipped](double r) { return flipped(beyond(0.5, r)); },
       [flipped](double r) { return flipped(beyond(-0.5, r)); }},
  };
}

}  // namespace

Findings post_processing(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel",        "series",
                                    "map",          "draws",
                                    "base_epsilon", "epsilon",
                                    "trials",       "cut",
                                    "count_d",      "count_d_prime",
                                    "measured",     "lower",
                                    "upper",        "exact",
                                    "above",        "releases",
                                    "above_zero",   "above_zero_exact",
                                    "above_one",    "above_one_exact"}}};
  Simulation simulation{options, 9};
  Agreement agreement;
  auto const budget = simulation.trials(10'000'000, 200'000), releases = simulation.trials(1'000'000, 50'000);
  constexpr double bases[] = {0.5, 1, 2};
  for (auto const e : bases) {
    auto const all = maps(e);
    for (auto const& post : all) {
      mechanisms::AnyMechanism const processed =
          Processed{mechanism("laplace", {{"epsilon", e}, {"sensitivity", 1}}), post.map};
      auto const count = [&](double answer) {
        return simulation.releases(processed, {answer}, releases, 1,
                                   [&](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
                                     for (auto const value : y.column(0)) counts[0] += value > post.above;
                                   })[0];
      };
      auto const zero = count(0), one = count(1);
      verify::MeasureOptions measure;
      measure.level = band_level / static_cast<double>(std::size(bases) * all.size());
      measure.budget = budget;
      measure.seed = options.seed;
      measure.execution = options.execution;
      auto const audit = verify::measure(processed, {{0}, {1}, mechanisms::Relation::one_differs, "0 and 1"}, measure);
      auto const left = post.left(e);
      findings.table.add({{"panel", "epsilon"},
                          {"series", "certified"},
                          {"map", post.name},
                          {"draws", post.draws ? "yes" : "no"},
                          {"base_epsilon", e},
                          {"trials", audit.certify_trials},
                          {"measured", audit.epsilon_estimate},
                          {"lower", audit.epsilon_lower_bound},
                          {"exact", left},
                          {"above", post.above},
                          {"releases", releases},
                          {"above_zero", zero},
                          {"above_zero_exact", post.if_zero(e)},
                          {"above_one", one},
                          {"above_one_exact", post.if_one(e)}});
      agreement.proportion(fmt::format("{}: Pr[above {} | 0], epsilon {}", post.name, post.above, e), zero, releases,
                           post.if_zero(e));
      agreement.proportion(fmt::format("{}: Pr[above {} | 1], epsilon {}", post.name, post.above, e), one, releases,
                           post.if_one(e));
      agreement.certified(fmt::format("{}: certified epsilon, of {}", post.name, e), audit, left);
    }
  }
  add_post_processed_gaussian(findings.table, agreement, simulation, releases);
  findings.comparisons = agreement.judge();
  findings.trials = {{"trials of each audit", budget},
                     {"releases of each dataset that are compared with an exact probability", releases}};
  findings.settings = {
      {"base", "Laplace mechanism, answers 0 and 1; Gaussian noise, mu = 1, answers 0 and 1"},
      {"the claim",
       "any map g of the release, g after f and never f after g, invertible or not, with coins of its own or without"}};
  findings.caption =
      fmt::format(
          "Post-processing. (a) Ten maps of a Laplace release (answers 0 and 1), three of them with coins of their "
          "own. Marks: the $\\varepsilon$ certified from below by audits of {} trials, over the $\\varepsilon$ of the "
          "release, for three values of it (simultaneous level {:g}); bars: the exact $\\varepsilon$ that is left. No "
          "map gets beyond 1, whether it is invertible or not; the fraction of $y$ has the same law for both answers. "
          "Where a bar outreaches its mark, the supremum is reached only at a point or far out in a tail. (b) "
          "$\\delta(\\varepsilon)$ of a release with Gaussian noise, $\\mu = 1$, and of what four maps leave of it: "
          "exact (lines) and measured on {} releases of each dataset (points; simultaneous {:g}\\,\\% exact bands). No "
          "curve rises above that of the release.",
          budget, band_level, releases, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
