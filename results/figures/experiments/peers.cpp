#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "mechanisms/contract/neighbours.hpp"
#include "results/audit/audit.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

// Table "peers": the mechanisms that other auditors published their bounds for, at the level and within the trials that
// they used (level 0.1, 2e8 certifying trials of both datasets together), black box. Beside each: the best published
// certified bounds of DP-Sniper [B21] and StatDP [D18] as re-tested by the former's authors, and the bound that an
// oracle with the exact densities would get from twice as many trials.
namespace warner::results::experiments {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double level = 0.1;

struct Row {
  std::string shown, mechanism;
  mechanisms::ParameterValues values;
  double dp_sniper, statdp, ceiling;
  std::optional<mechanisms::Pair> pair{};  // else the most promising one that a search finds
};

/// Where the privacy of a sparse vector is known to be spent: most answers stay below, and the last ones tell.
mechanisms::Pair rest_above_last_below() { return mechanisms::rest_above_last_below(10, 1); }
mechanisms::Pair all_above(std::size_t n) {
  return {mechanisms::Dataset(n, 1.0), mechanisms::Dataset(n, 2.0), mechanisms::Relation::all_differ, "all above"};
}
mechanisms::Pair spread(std::size_t k) {
  return {mechanisms::Dataset(k, 0.0), mechanisms::Dataset(k, 1.0 / static_cast<double>(k)),
          mechanisms::Relation::all_differ, "spread"};
}

std::vector<Row> rows() {
  mechanisms::ParameterValues const tenth{{"epsilon", 0.1}};
  auto const with = [&](std::string const& name, double value) {
    auto values = tenth;
    values[name] = value;
    return values;
  };
  return {
      {"Laplace", "laplace", tenth, 0.0976, 0.0998, 0.0998},
      {"truncated geometric", "truncated-geometric", {{"n", 5}, {"k", 3}}, 0.1156, 0.1169, 0.1168},
      {"noisy histogram 1", "histogram", tenth, 0.0978, 0.0994, unknown},
      {"noisy histogram 2 (wrong scale)", "broken/histogram-wrong-scale", tenth, 4.6020, 10.002, 9.975},
      {"noisy max 1", "report-noisy-max-laplace", tenth, 0.0925, 0.0921, 0.0941},
      {"noisy max 2", "report-noisy-max-exponential", tenth, 0.0979, 0.0997, 0.0995},
      {"noisy max 3 (value)", "broken/report-noisy-max-value-laplace", tenth, 0.2488, 0.1991, 0.2488},
      {"noisy max 4 (value)", "broken/report-noisy-max-value-exponential", tenth, 0.3534, 0.1988, 4.09, all_above(5)},
      {"sparse vector 1", "sparse-vector-1", with("threshold", 0.5), 0.0858, 0.0298, 0.0870, rest_above_last_below()},
      {"sparse vector 2", "sparse-vector-2", tenth, 0.0859, 0.0407, 0.0867, rest_above_last_below()},
      {"sparse vector 3", "broken/sparse-vector-3", tenth, 0.1822, 0.1793, 0.400, rest_above_last_below()},
      {"sparse vector 4", "broken/sparse-vector-4", tenth, 0.1696, 0.1719, 0.1706, rest_above_last_below()},
      {"sparse vector 5", "broken/sparse-vector-5", tenth, 1.7612, 14.314, 15.00},
      {"sparse vector 6", "broken/sparse-vector-6", tenth, 0.2720, 0.3220, 0.4063},
      {"sparse vectors 3 and 4", "broken/sparse-vector-3-and-4", tenth, 0.2616, 0.1963, unknown},
      {"numerical sparse vector", "sparse-vector-numerical", with("c", 2), 0.0345, unknown, 0.0752},
      {"20 Laplace in parallel", "laplace-vector", with("k", 20), 0.0350, 0.0135, 0.0652, spread(20)},
      {"prefix sum (all differ)", "prefix-sum", with("n", 10), 0.5774, 0.3516, 0.990, all_above(10)},
      {"RAPPOR", "rappor", {{"differ", 6}}, 0.3008, 0.2416, unknown},
      {"one-time RAPPOR", "rappor-one-time", {{"differ", 6}}, 0.5999, 0.4706, unknown},
      {"snapping Laplace", "snapping", with("bound", 100), 0.0979, unknown, unknown},
      {"floating-point Laplace (scale 10)", "broken/laplace-float64", {{"scale", 10}}, 0.2521, unknown, unknown},
  };
}

}  // namespace

Findings peers(FigureOptions const& options) {
  Findings findings{.table = Table{{"mechanism", "registry", "pair", "pair_sought", "claim", "epsilon_lower_bound",
                                    "epsilon_lower_bound_at_once", "epsilon_exact", "ceiling", "dp_sniper", "statdp",
                                    "trials", "search_trials", "score", "level", "seconds"}}};
  Agreement agreement;
  std::uint64_t const certify = options.quick ? 1'000'000 : 200'000'000, searched = 2 * certify;
  auto const all = rows();
  for (auto const& row : all) {
    Question question{.mechanism = row.mechanism, .values = row.values, .pair = row.pair, .search_pairs = !row.pair};
    question.options.search = searched;
    question.options.budget = certify + question.options.search;
    question.options.level = level;
    question.options.seed = options.seed;
    question.options.execution = options.execution;
    auto const record = audit(question);
    auto const& measured = record.measurement;
    auto const exact = measured.epsilon_exact.value_or(unknown);
    findings.table.add(
        {{"mechanism", row.shown},
         {"registry", record.mechanism},
         {"pair", record.pair.label},
         {"pair_sought", row.pair ? 0 : 1},
         {"claim", record.claim.epsilon},
         {"epsilon_lower_bound", measured.epsilon_lower_bound},
         {"epsilon_lower_bound_at_once",
          verify::epsilon_lower_bound(measured.tally, record.claim.delta, level / static_cast<double>(all.size()))},
         {"epsilon_exact", exact},
         {"ceiling", row.ceiling},
         {"dp_sniper", row.dp_sniper},
         {"statdp", row.statdp},
         {"trials", measured.certify_trials},
         {"search_trials", measured.search_trials},
         {"score", std::string{verify::name_of(measured.strategy.score)}},
         {"level", level},
         {"seconds", record.seconds}});
    if (std::isfinite(exact))
      agreement.certified(fmt::format("certified epsilon of {}", row.shown), measured.tally, record.claim.delta, exact);
  }
  findings.comparisons = agreement.judge();
  findings.print = PaperTable{findings.table,
                              {{"mechanism", "mechanism"},
                               {"claim", "claim ε"},
                               {"epsilon_lower_bound", "Warner"},
                               {"dp_sniper", "DP-Sniper"},
                               {"statdp", "StatDP"},
                               {"ceiling", "oracle"},
                               {"epsilon_exact", "exact"}}};
  findings.trials = {{"of each mechanism, certifying", certify}, {"of each mechanism, to search on", searched}};
  findings.settings = {{"score", "black box: no score reads a density"}};
  findings.caption = fmt::format(
                         "Certified lower bounds on $\\varepsilon$ at level {:g} from {} certifying trials of each "
                         "mechanism, both datasets together, after twice as many to search on, on the most promising "
                         "of a few dozen pairs or, for some sparse vectors, maxima and sums, on the one that their "
                         "theory names. Beside them the exact value on that pair, the best published bounds of "
                         "DP-Sniper and StatDP (from as many to twice as many draws), and what an oracle with the "
                         "exact densities and twice the certifying trials would get on the best of eight patterns.",
                         level, certify) +
                     last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
