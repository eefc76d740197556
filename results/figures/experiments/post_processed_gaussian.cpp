#include "results/figures/experiments/post_processed_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/privacy/profile.hpp"
#include "results/figures/experiments/event.hpp"

namespace warner::results::experiments {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A map, the noise that stands behind it in all, and at each epsilon the cut of what it gives; below -infinity lies
/// nothing.
struct Image {
  char const* name;
  std::function<void(sim::Stream&, std::span<double>)> map;
  double deviation;
  std::function<double(double epsilon)> cut;
  /// The releases y that the map takes to the cut or below are those below this.
  std::function<double(double cut)> reaches;

  Event event(double epsilon) const {
    auto const y = reaches(cut(epsilon));
    mechanisms::noise::Gaussian const noise{deviation};
    return y == -infinity ? Event{} : Event{.p = noise.cdf(y), .q = noise.cdf(y - 1)};
  }
};

/// Of some cuts, the one at which P - e^epsilon Q is largest; -infinity where it is nowhere positive.
double best_of(std::span<double const> cuts, double epsilon, std::function<double(double)> const& reaches) {
  mechanisms::noise::Gaussian const noise{1};
  auto best = -infinity, most = 0.0;
  for (auto const cut : cuts) {
    auto const gap = noise.cdf(reaches(cut)) - std::exp(epsilon) * noise.cdf(reaches(cut) - 1);
    if (gap > most) best = cut, most = gap;
  }
  return best;
}

std::function<void(sim::Stream&, std::span<double>)> each(double (*f)(double)) {
  return [f](sim::Stream&, std::span<double> y) { std::ranges::transform(y, y.begin(), f); };
}

std::vector<Image> images() {
  auto const itself = [](double cut) { return cut; };
  auto const half_up = [](double cut) { return cut + 0.5; };
  auto const bit = [](double cut) { return cut == 0 ? 0.5 : cut; };
  std::vector<double> integers;
  for (int i = -12; i <= 2; ++i) integers.push_back(i);
  constexpr double zero[] = {0};
  return {
      {"nothing (the release)", [](sim::Stream&, std::span<double>) {}, 1, [](double e) { return 0.5 - e; }, itself},
      {"clamp to [0, 1]", each([](double y) { return std::clamp(y, 0.0, 1.0); }), 1,
       [=](double e) { return e <= 0.5 ? 0.5 - e : best_of(zero, e, itself); }, itself},
      {"round to integers", each([](double y) { return std::ceil(y - 0.5); }), 1,
       [=](double e) { return best_of(integers, e, half_up); }, half_up},
      {"is y > 1/2?", each([](double y) { return y > 0.5 ? 1.0 : 0.0; }), 1,
       [=](double e) { return best_of(zero, e, bit); }, bit},
      {"add Gaussian noise",
       [](sim::Stream& stream, std::span<double> y) {
         std::vector<double> more(y.size());
         mechanisms::noise::Gaussian{1}.fill(stream, 0, more);
         std::ranges::transform(y, more, y.begin(), std::plus{});
       },
       std::sqrt(2.0), [](double e) { return 0.5 - 2 * e; }, itself},
  };
}

}  // namespace

void add_post_processed_gaussian(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials) {
  constexpr double points[] = {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5};
  auto const gaussian = mechanism("gaussian", {{"sigma", 1}});
  auto const all = images();
  for (auto const& image : all) {
    auto above_the_release = 0;
    for (int i = 0; i <= 150; ++i) {
      auto const epsilon = i / 100.0, left = image.event(epsilon).exact_gap(epsilon);
      above_the_release += left > mechanisms::privacy::gaussian_delta(1, epsilon) + 1e-12;
      table.add({{"panel", "delta"}, {"series", "exact"}, {"map", image.name}, {"epsilon", epsilon}, {"exact", left}});
    }
    agreement.equal(fmt::format("{}: epsilons at which its delta is above that of the release", image.name),
                    above_the_release, 0);

    auto const counted = [&](double x) {
      auto const blocks = (trials + sim::block_size - 1) / sim::block_size;
      return simulation.run(
          blocks, std::size(points), [&](std::uint64_t block, sim::Stream& stream, std::span<std::uint64_t> counts) {
            thread_local mechanisms::Releases memory;
            auto const y = memory.shaped(std::min(sim::block_size, trials - block * sim::block_size), 1);
            gaussian.release({x}, stream, y);
            image.map(stream, y.column(0));
            for (std::size_t i = 0; i < std::size(points); ++i) {
              auto const cut = image.cut(points[i]);
              for (auto const value : y.column(0)) counts[i] += value <= cut;
            }
          });
    };
    auto const under_d = counted(0), under_d_prime = counted(1);
    for (std::size_t i = 0; i < std::size(points); ++i) {
      auto event = image.event(points[i]);
      event.trials = trials;
      event.under_d = under_d[i];
      event.under_d_prime = under_d_prime[i];
      auto const gap = event.gap(points[i], band_level, std::size(points) * all.size());
      table.add({{"panel", "delta"},
                 {"series", "measured"},
                 {"map", image.name},
                 {"epsilon", points[i]},
                 {"trials", trials},
                 {"cut", image.cut(points[i])},
                 {"count_d", under_d[i]},
                 {"count_d_prime", under_d_prime[i]},
                 {"measured", gap.estimate},
                 {"lower", gap.lower},
                 {"upper", gap.upper},
                 {"exact", event.exact_gap(points[i])}});
      event.compare(agreement, fmt::format("{} of a Gaussian release, epsilon {:g}", image.name, points[i]));
    }
  }
}

}  // namespace warner::results::experiments
