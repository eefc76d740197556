#include <algorithm>

#include <fmt/format.h>

#include "results/figures/census/census.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/laplace_histogram.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 2 (introduction note, notebook). The answers of the Laplace mechanism to "how many are 40 or older?", cell by
// cell, against the exact density (epsilon / 2) e^(-epsilon |y - count|), which the note prints without its factor 1/2.
namespace warner::results::experiments {

Findings laplace_density(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"epsilon", "truth", "from", "to", "trials", "count", "probability", "lower", "upper", "exact"}}};
  Simulation simulation{options, 2};
  Agreement agreement;
  auto const census = options.data ? read_census(*options.data) : synthetic_census(options.seed);
  auto const ages = census.ages();
  auto const forty_or_older = std::ranges::count_if(ages, [](int age) { return age >= 40; });
  auto const truth = static_cast<double>(forty_or_older);
  auto const trials = simulation.trials(2'000'000, 100'000);
  for (auto const epsilon : {0.1, 1.0, 5.0}) {
    auto const cells = released_in_cells(simulation, {epsilon, truth, truth, 0.25 / epsilon, 20}, trials);
    for (auto const& cell : cells) {
      auto const band = proportion_interval(cell.count, trials, band_level, cells.size());
      findings.table.add({{"epsilon", epsilon},
                          {"truth", forty_or_older},
                          {"from", cell.from},
                          {"to", cell.to},
                          {"trials", trials},
                          {"count", cell.count},
                          {"probability", band.estimate},
                          {"lower", band.lower},
                          {"upper", band.upper},
                          {"exact", cell.probability}});
      agreement.proportion(fmt::format("Pr[answer in [{}, {})], epsilon {}", cell.from, cell.to, epsilon), cell.count,
                           trials, cell.probability);
    }
  }
  findings.comparisons = agreement.judge();
  findings.trials = {{"answers at each epsilon", trials}};
  auto const data = fmt::format("{}{} ({} rows)", options.data ? "file " : "", census.source, census.rows());
  findings.settings = {
      {"data", data},
      {"aged 40 or more", fmt::format("{}", forty_or_older)},
      {"density",
       "(epsilon / 2) exp(-epsilon |y - count|); the note leaves out the factor 1/2, which cancels in its ratio"}};
  findings.caption =
      fmt::format(
          "The Laplace mechanism's answers to ``how many are 40 or older?'' on the {} (truth {}), {} at each "
          "$\\varepsilon$. Top: density of the answers (bars: their {:g}\\,\\% exact band, simultaneous over the cells "
          "of a panel) and the exact density $\\frac{{\\varepsilon}}{{2}}e^{{-\\varepsilon|y|}}$ of the noise. Bottom: "
          "measured over exact probability of each cell; the outermost cells reach to infinity.",
          latex_text(data), forty_or_older, trials, 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
