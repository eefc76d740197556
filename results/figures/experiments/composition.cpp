#include "mechanisms/privacy/composition.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/privacy/tradeoff.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/repeated_poll.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "verify/measure.hpp"

// Row 10 (lesson, prop. 3 and 8). The poll asks one person k times. What the adversary's tests make of that, beside the
// theorems on composition; the epsilon spent at a fixed delta; and the posterior, which goes to the truth.
namespace warner::results::experiments {
namespace {

namespace privacy = mechanisms::privacy;

constexpr RepeatedPoll poll{0.2};
constexpr std::uint64_t tested = 20;  // answers in the first panel
constexpr double delta = 0.01;
constexpr std::uint64_t sizes[] = {1, 2, 5, 10, tested, 50, 100, 200, 400};
constexpr std::uint64_t most_certified = 50;
constexpr double levels[] = {0.75, 0.9, 0.99};

/// Advanced composition at every slack of a grid; each is a theorem, so the largest of their trade-off functions is
/// one, too.
double advanced_tradeoff(privacy::Claim each, int k, double alpha) {
  auto best = 0.0;
  for (int i = 0; i <= 240; ++i) {
    auto const slack = std::pow(10.0, -12 + i / 20.0);
    if (slack >= 1) break;
    auto const claim = privacy::advanced_composition_upper(each, k, slack);
    best = std::max(best, privacy::approximate_dp_tradeoff(claim.epsilon, std::min(1.0, claim.delta), alpha));
  }
  return best;
}

void add_curves(Table& table) {
  privacy::Claim const each{poll.epsilon, 0};
  std::vector<privacy::Claim> const all(tested, each);
  auto const optimal = privacy::optimal_composition_law(all).value();
  auto const sum = privacy::basic_composition_upper(each, tested);
  for (int i = 0; i <= 200; ++i) {
    auto const t = i / 200.0, alpha = t * t * (3 - 2 * t);
    auto const add = [&](char const* series, double beta) {
      table.add(
          {{"panel", "tradeoff"}, {"series", series}, {"k", tested}, {"exact_type_1", alpha}, {"exact_type_2", beta}});
    };
    add("basic", privacy::approximate_dp_tradeoff(sum.epsilon, 0, alpha));
    add("advanced", advanced_tradeoff(each, tested, alpha));
    add("optimal", static_cast<double>(optimal.beta(alpha)));
  }
}

void add_tests(Table& table, Agreement& agreement, Counts const& under_d, Counts const& under_d_prime,
               std::uint64_t people) {
  for (std::uint64_t from = 1; from <= tested; ++from) {
    auto const rejected = reached(under_d, from), accepted = people - reached(under_d_prime, from);
    auto const p = proportion_interval(rejected, people, band_level, 2 * tested),
               q = proportion_interval(accepted, people, band_level, 2 * tested);
    auto const exact_p = poll.at_least(from, tested, false), exact_q = poll.below(from, tested, true);
    table.add({{"panel", "tradeoff"},
               {"series", "measured"},
               {"k", tested},
               {"reject_from", from},
               {"trials", people},
               {"count", rejected},
               {"count_d_prime", accepted},
               {"type_1", p.estimate},
               {"type_1_lower", p.lower},
               {"type_1_upper", p.upper},
               {"measured", q.estimate},
               {"lower", q.lower},
               {"upper", q.upper},
               {"exact_type_1", exact_p},
               {"exact_type_2", exact_q}});
    agreement.proportion(fmt::format("type I, {} or more yeses of {}", from, tested), rejected, people, exact_p);
    agreement.proportion(fmt::format("type II, {} or more yeses of {}", from, tested), accepted, people, exact_q);
  }
}

/// epsilon at delta, by theorem, exactly, and certified by the game of an adversary who reads the likelihood.
void add_epsilons(Table& table, Agreement& agreement, FigureOptions const& options, std::uint64_t budget) {
  privacy::Claim const each{poll.epsilon, 0};
  auto const certified = static_cast<double>(std::ranges::count_if(sizes, [](auto k) { return k <= most_certified; }));
  for (auto const k : sizes) {
    auto const n = static_cast<int>(k);
    auto const add = [&](char const* series, double epsilon) {
      table.add({{"panel", "epsilon"}, {"series", series}, {"k", k}, {"delta", delta}, {"exact", epsilon}});
    };
    add("basic", privacy::basic_composition_upper(each, n).epsilon);
    add("advanced", privacy::advanced_composition_upper(each, n, delta).epsilon);
    add("optimal", privacy::optimal_composition_epsilon(each, n, delta));
    if (k > most_certified) continue;
    auto const instance = mechanisms::make(mechanisms::find("repeat-randomised-response"),
                                           {{"epsilon", poll.epsilon}, {"k", static_cast<double>(k)}});
    auto const m = verify::measure(instance.mechanism, instance.pairs.front(),
                                   {.delta = delta,
                                    .level = band_level / certified,
                                    .budget = budget,
                                    .seed = options.seed,
                                    .white_box = true,
                                    .execution = options.execution});
    table.add({{"panel", "epsilon"},
               {"series", "certified"},
               {"k", k},
               {"delta", delta},
               {"trials", m.certify_trials},
               {"lower", m.epsilon_lower_bound},
               {"exact", m.epsilon_exact.value()}});
    agreement.certified(fmt::format("epsilon of {} answers at delta {:g}", k, delta), m, m.epsilon_exact.value());
  }
}

}  // namespace

Findings composition(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "series", "k", "delta", "level", "reject_from", "trials", "count",
                                    "count_d_prime", "type_1", "type_1_lower", "type_1_upper", "measured", "lower",
                                    "upper", "exact", "exact_type_1", "exact_type_2"}}};
  Simulation simulation{options, 10};
  Agreement agreement;
  auto const people = simulation.trials(400'000, 12'000), budget = simulation.trials(4'000'000, 100'000);
  auto const under_d = ask_again(simulation, poll, false, sizes, people),
             under_d_prime = ask_again(simulation, poll, true, sizes, people);
  auto const at = static_cast<std::size_t>(std::ranges::find(sizes, tested) - std::begin(sizes));
  add_curves(findings.table);
  add_tests(findings.table, agreement, under_d[at], under_d_prime[at], people);
  add_epsilons(findings.table, agreement, options, budget);

  auto const bands = std::size(sizes) * std::size(levels);
  for (auto const level : levels)
    for (std::uint64_t k = 2; k <= 400; k += 2)  // the odd ones, which can not tie, would make saws of the lines
      findings.table.add({{"panel", "posterior"},
                          {"series", "exact"},
                          {"k", k},
                          {"level", level},
                          {"exact", poll.at_least(poll.needed_for(level, k), k, true)}});
  for (auto const level : levels)
    for (std::size_t i = 0; i < std::size(sizes); ++i) {
      auto const k = sizes[i], from = poll.needed_for(level, k);
      auto const sure = reached(under_d_prime[i], from);
      auto const band = proportion_interval(sure, people, band_level, bands);
      auto const exact = poll.at_least(from, k, true);
      findings.table.add({{"panel", "posterior"},
                          {"series", "measured"},
                          {"k", k},
                          {"level", level},
                          {"trials", people},
                          {"count", sure},
                          {"measured", band.estimate},
                          {"lower", band.lower},
                          {"upper", band.upper},
                          {"exact", exact}});
      agreement.proportion(fmt::format("posterior at least {:g} after {} answers", level, k), sure, people, exact);
    }
  findings.comparisons = agreement.judge();
  findings.trials = {{"people of each kind", people},
                     {"answers of each", sizes[std::size(sizes) - 1]},
                     {"trials of each audit", budget}};
  findings.settings = {{"epsilon of an answer", fmt::format("{:g}", poll.epsilon)},
                       {"delta", fmt::format("{:g}", delta)},
                       {"prior", "1/2"}};
  findings.caption =
      fmt::format(
          "One person, asked the same question $k$ times by randomised response at $\\varepsilon = {:g}$ an answer. "
          "(a) {} answers: type I and type II errors of the adversary's best tests, measured on {} people of each "
          "kind, on the exact trade-off function, which is that of optimal composition: randomised response is its "
          "worst case. Basic composition ($k\\varepsilon$) and advanced composition (all slacks together) allow the "
          "adversary more. (b) $\\varepsilon$ at $\\delta = {:g}$ by the same theorems, and certified by the game ({} "
          "trials each, all bounds together at {:g}\\,\\%). (c) How often a posterior that began at one half is at "
          "least 0.75, 0.9 and 0.99 for the truth: exact (lines, through even $k$) and measured, with simultaneous "
          "{:g}\\,\\% bands.",
          poll.epsilon, tested, people, delta, budget, 100 * (1 - band_level), 100 * (1 - band_level)) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
