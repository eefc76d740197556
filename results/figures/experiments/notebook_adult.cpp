#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/figures/census/census.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/laplace_histogram.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/bounds/clopper_pearson.hpp"

// Row 15: the notebook from end to end. How many are 40 or older, and what Laplace noise makes of it; one query about
// one named person, and how well an adversary guesses the truth from its answer; how many work in sales, asked by
// randomised response.
namespace warner::results::experiments {
namespace {

/// What the notebook asks of the census.
struct Questions {
  Census census;
  std::uint64_t people, forty_or_older, ages_missing, sales, occupations_missing;
  std::string person;
  int person_earns_little;  ///< the true answer of the malicious query, 0 or 1
};

Questions ask(FigureOptions const& options) {
  auto census = options.data ? read_census(*options.data) : synthetic_census(options.seed);
  auto const ages = census.ages();
  auto const& occupations = census.column("occupation");
  auto const& incomes = census.column("income");
  auto const* names = census.find("name");
  Questions q;
  q.people = census.rows();
  q.forty_or_older = static_cast<std::uint64_t>(std::ranges::count_if(ages, [](int age) { return age >= 40; }));
  q.ages_missing = static_cast<std::uint64_t>(std::ranges::count(ages, -1));
  q.sales = static_cast<std::uint64_t>(std::ranges::count(occupations, "Sales"));
  q.occupations_missing =
      static_cast<std::uint64_t>(std::ranges::count_if(occupations, [](auto const& o) { return is_missing(o); }));
  q.person = names ? names->front() : invented_names(1, options.seed).front();
  q.person_earns_little = incomes.front().starts_with("<=50K") ? 1 : 0;
  q.census = std::move(census);
  return q;
}

/// "0", or "7 (lines 3, 4, 9, 12, 40, ..)".
std::string malformed(Census const& census) {
  if (census.malformed == 0) return "0";
  auto const more = census.malformed > census.malformed_lines.size() ? ", .." : "";
  return fmt::format("{} (lines {}{})", census.malformed, fmt::join(census.malformed_lines, ", "), more);
}

void add_counts(Table& table, Questions const& q) {
  auto const add = [&](char const* what, std::uint64_t value) {
    table.add({{"panel", "count"}, {"series", what}, {"measured", value}});
  };
  add("people", q.people);
  add("malformed lines left out", q.census.malformed);
  add("age 40 or more", q.forty_or_older);
  add("age missing", q.ages_missing);
  add("occupation Sales", q.sales);
  add("occupation missing", q.occupations_missing);
}

/// Answers of the Laplace mechanism, as a histogram.
void add_histogram(Table& table, Agreement& agreement, Simulation& simulation, char const* panel,
                   LaplaceHistogram const& h, std::uint64_t trials) {
  auto const cells = released_in_cells(simulation, h, trials);
  for (auto const& cell : cells) {
    auto const band = proportion_interval(cell.count, trials, band_level, cells.size());
    if (std::isfinite(cell.from) && std::isfinite(cell.to))
      table.add({{"panel", panel},
                 {"epsilon", h.epsilon},
                 {"truth", h.truth},
                 {"from", cell.from},
                 {"to", cell.to},
                 {"trials", trials},
                 {"count", cell.count},
                 {"measured", band.estimate / h.cell_width},
                 {"lower", band.lower / h.cell_width},
                 {"upper", band.upper / h.cell_width},
                 {"exact", cell.probability / h.cell_width}});
    agreement.proportion(
        fmt::format("{}: Pr[answer in [{}, {})], truth {}, epsilon {}", panel, cell.from, cell.to, h.truth, h.epsilon),
        cell.count, trials, cell.probability);
  }
}

/// The adversary knows that the answer is 0 or 1, thinks both equally likely, and says 1 when the noisy answer is above
/// 1/2. Right with probability 1 - e^(-epsilon / 2) / 2; no epsilon-private answer of any kind lets anyone exceed
/// e^epsilon / (1 + e^epsilon).
void add_guesses(Table& table, Agreement& agreement, Simulation& simulation, std::uint64_t trials) {
  constexpr double epsilons[] = {0.1, 0.5, 1, 2, 3, 5};
  for (auto const epsilon : epsilons) {
    auto const laplace = mechanism("laplace", {{"epsilon", epsilon}, {"sensitivity", 1}});
    auto const says_one = [](mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
      counts[0] +=
          static_cast<std::uint64_t>(std::ranges::count_if(y.column(0), [](double value) { return value > 0.5; }));
    };
    auto const right = simulation.releases(laplace, {1}, trials, 1, says_one)[0] + trials -
                       simulation.releases(laplace, {0}, trials, 1, says_one)[0];
    auto const band = proportion_interval(right, 2 * trials, band_level, std::size(epsilons));
    auto const exact = 1 - std::exp(-epsilon / 2) / 2;
    table.add({{"panel", "guess"},
               {"epsilon", epsilon},
               {"trials", 2 * trials},
               {"count", right},
               {"measured", band.estimate},
               {"lower", band.lower},
               {"upper", band.upper},
               {"exact", exact},
               {"bound", 1 / (1 + std::exp(-epsilon))}});
    // The two arms are right with the same probability, so their sum is one binomial.
    agreement.proportion(fmt::format("guess: right about the person, epsilon {}", epsilon), right, 2 * trials, exact);
  }
}

/// Everybody is asked "do you work in sales?" and answers by randomised response. Reported: those who say yes.
/// Corrected: (yes - n (1 - p)) / (2 p - 1), p the probability of a true answer; its deviation is sqrt(n p (1 - p)) /
/// (2 p - 1) for a fixed population. The exact interval is Clopper and Pearson's on yes: with a fixed population yes is
/// a sum of unequal coins, whose tails are lighter than those of equal ones [H56]. Returns in words what the survey of
/// the notebook, epsilon = ln 3, found.
std::string add_sales(Table& table, Agreement& agreement, Simulation& simulation, Questions const& q,
                      std::uint64_t surveys) {
  std::string found;
  constexpr double confidence_level = 0.05;
  auto const n = static_cast<double>(q.people), z = gaussian_quantile_above(confidence_level / 2);
  double const epsilons[] = {0.5, 1, std::log(3), 2, 4};
  for (auto const epsilon : epsilons) {
    auto const asks = mechanism("randomised-response", {{"epsilon", epsilon}});
    auto const p = 1 / (1 + std::exp(-epsilon));
    auto const corrected = [&](double yes) { return (yes - n * (1 - p)) / (2 * p - 1); };
    auto const deviation = std::sqrt(n * p * (1 - p)) / (2 * p - 1);
    // Cells: yes of those in sales and of the others, all surveys together; the first survey's yes; surveys whose CLT
    // interval holds.
    auto const counts =
        simulation.run(surveys, 4, [&](std::uint64_t survey, sim::Stream& stream, std::span<std::uint64_t> cells) {
          auto const from_sales = answers(asks, 1, 1, q.sales, stream),
                     from_others = answers(asks, 0, 1, q.people - q.sales, stream);
          cells[0] += from_sales;
          cells[1] += from_others;
          if (survey == 0) cells[2] += from_sales + from_others;
          cells[3] += std::fabs(corrected(static_cast<double>(from_sales + from_others)) -
                                static_cast<double>(q.sales)) <= z * deviation;
        });
    auto const yes = counts[2];
    auto const estimate = corrected(static_cast<double>(yes));
    auto const add = [&](char const* series, double measured, double lower, double upper) {
      table.add({{"panel", "sales"},
                 {"series", series},
                 {"epsilon", epsilon},
                 {"truth", q.sales},
                 {"trials", q.people},
                 {"count", yes},
                 {"measured", measured},
                 {"lower", lower},
                 {"upper", upper},
                 {"surveys", surveys},
                 {"covered", counts[3]}});
    };
    auto const whole = [&](double yes_share) { return std::clamp(corrected(n * yes_share), 0.0, n); };
    if (epsilon == std::log(3))
      found = fmt::format("{} said yes; corrected {:.0f}, 95 % interval [{:.0f}, {:.0f}] (CLT)", yes, estimate,
                          estimate - z * deviation, estimate + z * deviation);
    add("reported", static_cast<double>(yes), static_cast<double>(yes), static_cast<double>(yes));
    add("corrected, CLT", estimate, estimate - z * deviation, estimate + z * deviation);
    add("corrected, exact", estimate, whole(verify::clopper_pearson_lower(yes, q.people, confidence_level / 2)),
        whole(verify::clopper_pearson_upper(yes, q.people, confidence_level / 2)));
    if (q.sales > 0)
      agreement.proportion(fmt::format("sales: yes of those in sales, epsilon {:.4g}", epsilon), counts[0],
                           surveys * q.sales, p);
    agreement.proportion(fmt::format("sales: yes of the others, epsilon {:.4g}", epsilon), counts[1],
                         surveys * (q.people - q.sales), 1 - p);
  }
  return found;
}

}  // namespace

Findings notebook_adult(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "series", "epsilon", "truth", "from", "to", "trials", "count", "measured",
                                    "lower", "upper", "exact", "bound", "surveys", "covered"}}};
  auto const q = ask(options);
  Simulation simulation{options, 15};
  Agreement agreement;
  auto const draws = simulation.trials(200'000, 20'000), surveys = simulation.trials(200, 20);
  add_counts(findings.table, q);
  auto const forty = static_cast<double>(q.forty_or_older);
  for (auto const epsilon : {0.1, 1.0, 5.0})
    add_histogram(findings.table, agreement, simulation, "age", {epsilon, forty, forty, 0.25 / epsilon, 24}, draws);
  for (auto const truth : {0.0, 1.0})
    add_histogram(findings.table, agreement, simulation, "query", {1, truth, 0, 0.25, 24}, draws);
  add_guesses(findings.table, agreement, simulation, draws);
  auto const sales = add_sales(findings.table, agreement, simulation, q, surveys);

  findings.comparisons = agreement.judge();
  findings.trials = {{"answers a histogram", draws}, {"surveys at each epsilon (the first is shown)", surveys}};
  auto const data = options.data ? fmt::format("file {} ({} rows)", q.census.source, q.people)
                                 : fmt::format("{} ({} rows)", q.census.source, q.people);
  findings.settings = {{"data", data},
                       {"malformed lines left out", malformed(q.census)},
                       {"people", fmt::format("{}", q.people)},
                       {"aged 40 or more", fmt::format("{}", q.forty_or_older)},
                       {"in sales", fmt::format("{}", q.sales)},
                       {"in sales, by randomised response at epsilon ln 3", sales},
                       {"person", q.person},
                       {"the person's true answer", fmt::format("{}", q.person_earns_little)}};
  auto const left_out =
      q.census.malformed == 0 ? std::string{} : fmt::format(" Malformed lines left out: {}.", malformed(q.census));
  findings.caption =
      fmt::format(
          "The notebook on the {}.{} (a--c) Laplace answers to ``how many are 40 or older?'' (truth {}), {} each, "
          "against the exact density (simultaneous {:g}\\,\\% exact bands a histogram). (d) A malicious query, ``how "
          "many are named {} and earn at most 50K?''; its truth is {}, and the answers under both possible truths are "
          "shown at $\\varepsilon = 1$. (e) How often an adversary who thinks both equally likely guesses the truth, "
          "measured and exact, and the bound $e^\\varepsilon/(1+e^\\varepsilon)$ for every $\\varepsilon$-private "
          "answer: 0.697 of at most 0.731 at $\\varepsilon = 1$. (f) ``Do you work in sales?'' by randomised response "
          "(truth {}): the count reported, and the corrected estimate with its 95\\,\\% intervals, one survey at each "
          "$\\varepsilon$.",
          latex_text(data), left_out, q.forty_or_older, draws, 100 * (1 - band_level), latex_text(q.person),
          q.person_earns_little, q.sales) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
