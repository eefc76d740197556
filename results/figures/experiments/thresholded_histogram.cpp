#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/noise/laplace.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 11 (lesson, section 3; [KKMN09]). A poll of favourite foods, free to answer: one guest alone says "Escargots".
// Noise on the counts still names the dish; a threshold names it with probability delta = Pr[1 + noise > threshold].
namespace warner::results::experiments {
namespace {

struct Food {
  char const* name;
  std::size_t guests;
};

constexpr Food foods[] = {{"Pizza", 14}, {"Sushi", 9}, {"Curry", 6}, {"Salad", 4}, {"Soup", 2}, {"Escargots", 1}};
constexpr std::size_t dishes = std::size(foods), escargots = dishes;  // the number of a dish, from 1 on

mechanisms::Dataset guests(std::size_t most) {
  mechanisms::Dataset all;
  for (std::size_t i = 0; i < most; ++i) all.insert(all.end(), foods[i].guests, static_cast<double>(i + 1));
  return all;
}

/// Pr[count + Laplace noise > threshold].
double named(double epsilon, double threshold, double count) {
  return mechanisms::noise::Laplace{1 / epsilon}.cdf(count - threshold);
}

/// In how many of the releases each dish is named.
Counts names(Simulation& simulation, mechanisms::AnyMechanism const& histogram, mechanisms::Dataset const& data,
             std::uint64_t trials) {
  return simulation.releases(histogram, data, trials, dishes,
                             [](mechanisms::ConstBatch batch, std::span<std::uint64_t> counts) {
                               for (std::size_t i = 0; i < batch.releases(); ++i)
                                 for (std::size_t j = 0; j < static_cast<std::size_t>(batch(i, 0)); ++j)
                                   ++counts[static_cast<std::size_t>(batch(i, 1 + 2 * j)) - 1];
                             });
}

/// Without a threshold at -infinity.
mechanisms::AnyMechanism histogram_at(double epsilon, double threshold) {
  constexpr auto room = static_cast<double>(dishes);
  if (std::isinf(threshold)) return mechanism("broken/histogram-unthresholded", {{"epsilon", epsilon}, {"k", room}});
  return mechanism("histogram-thresholded", {{"epsilon", epsilon}, {"threshold", threshold}, {"k", room}});
}

/// That the delta of the pair, at its epsilon, is the probability of the name.
void compare_delta(Agreement& agreement, mechanisms::AnyMechanism const& histogram, mechanisms::Pair const& pair,
                   double epsilon, double threshold, double exact) {
  auto const apart = std::fabs(histogram.privacy(pair).value().delta(epsilon) - exact) > 1e-12;
  agreement.equal(fmt::format("epsilon {:g}, threshold {:.4g}: delta is another than the probability of the name",
                              epsilon, threshold),
                  apart, 0);
}

}  // namespace

Findings thresholded_histogram(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "epsilon", "threshold", "food", "guests", "trials", "count", "measured",
                                    "lower", "upper", "exact"}}};
  Simulation simulation{options, 11};
  Agreement agreement;
  auto const trials = simulation.trials(1'000'000, 20'000);
  auto const everybody = guests(dishes), the_others = guests(dishes - 1);
  mechanisms::Pair const pair{everybody, the_others, mechanisms::Relation::add_remove, "with and without the guest"};
  auto const add = [&](char const* panel, double epsilon, double threshold, Food const& food, std::uint64_t count,
                       double exact, std::size_t family) {
    auto const band = proportion_interval(count, trials, band_level, family);
    findings.table.add({{"panel", panel},
                        {"epsilon", epsilon},
                        {"threshold", threshold},
                        {"food", food.name},
                        {"guests", food.guests},
                        {"trials", trials},
                        {"count", count},
                        {"measured", band.estimate},
                        {"lower", band.lower},
                        {"upper", band.upper},
                        {"exact", exact}});
    agreement.proportion(fmt::format("{} named, epsilon {:g}, threshold {:.4g}", food.name, epsilon, threshold), count,
                         trials, exact);
  };

  double const some_thresholds[] = {-std::numeric_limits<double>::infinity(), 3, 1 + std::log(50.0)};
  for (auto const threshold : some_thresholds) {
    auto const histogram = histogram_at(1, threshold);
    auto const with = names(simulation, histogram, everybody, trials),
               without = names(simulation, histogram, the_others, trials);
    for (std::size_t i = 0; i < dishes; ++i) {
      auto const exact = std::isinf(threshold) ? 1 : named(1, threshold, static_cast<double>(foods[i].guests));
      add("named", 1, threshold, foods[i], with[i], exact, dishes * std::size(some_thresholds));
    }
    agreement.equal(fmt::format("Escargots named without the guest, threshold {:.4g}", threshold),
                    static_cast<double>(without[escargots - 1]), 0);
    compare_delta(agreement, histogram, pair, 1, threshold, std::isinf(threshold) ? 1 : named(1, threshold, 1));
  }

  double const epsilons[] = {0.5, 1, 2}, thresholds[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12};
  for (auto const epsilon : epsilons)
    for (auto const threshold : thresholds) {
      auto const histogram = histogram_at(epsilon, threshold);
      add("delta", epsilon, threshold, foods[escargots - 1],
          names(simulation, histogram, everybody, trials)[escargots - 1], named(epsilon, threshold, 1),
          std::size(epsilons) * std::size(thresholds));
      compare_delta(agreement, histogram, pair, epsilon, threshold, named(epsilon, threshold, 1));
    }
  findings.comparisons = agreement.judge();
  findings.trials = {{"releases of the histogram, each setting", trials}};
  findings.settings = {{"guests", fmt::format("{}, one of whom says Escargots", everybody.size())}};
  findings.caption =
      fmt::format(
          "A poll of favourite foods among {} guests, any answer allowed; one guest alone says ``Escargots''. (a) How "
          "often each dish is named when counts get Laplace noise ($\\varepsilon = 1$): without a threshold always, "
          "with a threshold $T$ when the noisy count is above it; exact (bars) and measured (points). Without that "
          "guest ``Escargots'' was never named, so its bar is the $\\delta$ of the release. (b) $\\delta = \\Pr[1 + "
          "\\text{{noise}} > T] = e^{{-\\varepsilon(T - 1)}}/2$ against the threshold: exact (lines) and measured on "
          "{} releases each; bands are simultaneous over a panel ({:g}\\,\\%), and an arrow starts at the upper end "
          "where the dish was never named.",
          everybody.size(), trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
