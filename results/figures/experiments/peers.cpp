#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "results/audit/audit.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/published.hpp"
#include "sim/reduction.hpp"
#include "verify/bounds/epsilon_lower_bound.hpp"

// Table "peers": the mechanisms that other auditors published their bounds for, at the level and with as many
// certifying trials as they used, black box, the pair sought. Beside each what was published, with its seconds. Figure
// "search-cost": what each of them certifies at budgets from 1e4 on, against the processor seconds that it took.
namespace warner::results::experiments {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Of this process, all threads together.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Audited {
  Record record;
  double cpu_seconds;
};

/// @param search: trials; 0: as many as an audit takes by itself.
Audited audited(Published const& row, std::uint64_t budget, std::uint64_t search, FigureOptions const& options,
                std::uint64_t seed) {
  Question question{.mechanism = row.mechanism, .values = row.values, .search_pairs = true, .pairs = row.among};
  question.options.search = search;
  question.options.budget = budget;
  question.options.level = published_level;
  question.options.seed = seed;
  question.options.execution = options.execution;
  auto const before = cpu_seconds();
  auto record = audit(question);
  auto const seconds = sim::kept_text(  // a run that goes on has the record for nothing
      fmt::format("CPU seconds of {} {}, {} of {}", digest(record), row.mechanism, search, budget),
      [&] { return fmt::format("{}", cpu_seconds() - before); }, options.execution);
  auto took = unknown;
  std::from_chars(seconds.data(), seconds.data() + seconds.size(), took);
  return {std::move(record), took};
}

double bound_of(Audited const& audited) { return audited.record.measurement.epsilon_lower_bound; }

/// Of how many audits a point is the median: as many as take no longer than one of the largest budgets, an odd number.
std::uint64_t audits_of(std::uint64_t budget, bool quick) {
  constexpr std::uint64_t trials = 100'000'000;
  return std::min<std::uint64_t>(quick ? 3 : 9, (std::max<std::uint64_t>(trials / budget, 1) - 1) | 1);
}

void must_be_true(Agreement& agreement, std::string const& what, Record const& record) {
  auto const& exact = record.measurement.epsilon_exact;
  if (exact && std::isfinite(*exact))
    agreement.certified(fmt::format("certified epsilon of {}", what), record.measurement, *exact);
}

}  // namespace

Findings peers(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"mechanism", "registry", "pair", "claim", "epsilon_lower_bound", "epsilon_lower_bound_at_once",
                      "epsilon_exact", "ceiling", "dp_sniper", "statdp", "trials", "search_trials", "score", "level",
                      "cpu_seconds", "dp_sniper_seconds", "statdp_seconds"}}};
  Agreement agreement;
  std::uint64_t const certify = options.quick ? 1'000'000 : 200'000'000, searched = certify / 4;
  auto const all = published();
  for (auto const& row : all) {
    auto const [record, seconds] = audited(row, certify + searched, searched, options, options.seed);
    auto const& measured = record.measurement;
    findings.table.add({{"mechanism", row.shown},
                        {"registry", record.mechanism},
                        {"pair", record.pair.label},
                        {"claim", record.claim.epsilon},
                        {"epsilon_lower_bound", measured.epsilon_lower_bound},
                        {"epsilon_lower_bound_at_once",
                         verify::epsilon_lower_bound_at(measured, published_level / static_cast<double>(all.size()))},
                        {"epsilon_exact", measured.epsilon_exact.value_or(unknown)},
                        {"ceiling", row.ceiling},
                        {"dp_sniper", row.dp_sniper},
                        {"statdp", row.statdp},
                        {"trials", measured.certify_trials},
                        {"search_trials", measured.search_trials},
                        {"score", std::string{verify::name_of(measured.strategy.score)}},
                        {"level", published_level},
                        {"cpu_seconds", seconds},
                        {"dp_sniper_seconds", row.dp_sniper_seconds},
                        {"statdp_seconds", row.statdp_seconds}});
    must_be_true(agreement, row.shown, record);
  }
  findings.comparisons = agreement.judge();
  findings.print = PaperTable{findings.table,
                              {{"mechanism", "mechanism"},
                               {"claim", "claim ε"},
                               {"epsilon_lower_bound", "Warner"},
                               {"dp_sniper", "DP-Sniper"},
                               {"statdp", "StatDP"},
                               {"ceiling", "oracle"},
                               {"epsilon_exact", "exact"},
                               {"cpu_seconds", "Warner, CPU s", 1},
                               {"dp_sniper_seconds", "DP-Sniper, s"},
                               {"statdp_seconds", "StatDP, s"}}};
  findings.trials = {{"of each mechanism, certifying", certify}, {"of each mechanism, to search on", searched}};
  findings.settings = {{"score", "black box: no score reads a density"}, {"pair", "sought in every row"}};
  findings.caption = fmt::format(
                         "Certified lower bounds on $\\varepsilon$ at level {:g} from {} certifying trials of each "
                         "mechanism, both datasets together, after a quarter as many to search on, on the most "
                         "promising of a few dozen pairs. Beside them the exact value on that pair, the best published "
                         "bounds of DP-Sniper and StatDP (from as many to twice as many draws) and what these took on "
                         "their authors' machine, and what an oracle with the exact densities and twice the certifying "
                         "trials would get on the best of eight patterns.",
                         published_level, certify) +
                     last_words(options.seed);
  return findings;
}

Findings search_cost(FigureOptions const& options) {
  Findings findings{
      .table = Table{{"mechanism", "registry", "budget", "audits", "pair", "epsilon_lower_bound",
                      "least_epsilon_lower_bound", "most_epsilon_lower_bound", "epsilon_exact", "level", "cpu_seconds",
                      "dp_sniper", "dp_sniper_seconds", "statdp", "statdp_seconds", "ceiling"}}};
  Agreement agreement;
  auto const least = 8, most = options.quick ? 10 : 17;  // half decades
  std::uint64_t trials = 0;
  for (auto const& row : published())
    for (auto halves = least; halves <= most; ++halves) {
      auto const budget = static_cast<std::uint64_t>(std::pow(10, halves / 2.0));
      trials = std::max(trials, budget);
      std::vector<Audited> audits;
      for (std::uint64_t k = 0; k < audits_of(budget, options.quick); ++k) {
        audits.push_back(audited(row, budget, 0, options, options.seed + k));
        must_be_true(agreement, fmt::format("{} from {} trials, seed {}", row.shown, budget, options.seed + k),
                     audits.back().record);
      }
      std::ranges::sort(audits, {}, bound_of);
      auto const& median = audits[audits.size() / 2].record;
      double seconds = 0;
      for (auto const& one : audits) seconds += one.cpu_seconds / static_cast<double>(audits.size());
      findings.table.add({{"mechanism", row.shown},
                          {"registry", median.mechanism},
                          {"budget", budget},
                          {"audits", static_cast<std::uint64_t>(audits.size())},
                          {"pair", median.pair.label},
                          {"epsilon_lower_bound", median.measurement.epsilon_lower_bound},
                          {"least_epsilon_lower_bound", bound_of(audits.front())},
                          {"most_epsilon_lower_bound", bound_of(audits.back())},
                          {"epsilon_exact", median.measurement.epsilon_exact.value_or(unknown)},
                          {"level", published_level},
                          {"cpu_seconds", seconds},
                          {"dp_sniper", row.dp_sniper},
                          {"dp_sniper_seconds", row.dp_sniper_seconds},
                          {"statdp", row.statdp},
                          {"statdp_seconds", row.statdp_seconds},
                          {"ceiling", row.ceiling}});
    }
  findings.comparisons = agreement.judge();
  findings.trials = {{"of each mechanism, at most", trials}};
  findings.settings = {{"score", "black box: no score reads a density"}, {"pair", "sought at every budget"}};
  findings.caption = fmt::format(
                         "Certified lower bounds on $\\varepsilon$ at level {:g} against the processor seconds of a "
                         "whole audit, the pair sought, at budgets up to {:.3g} trials: the median of up to nine "
                         "audits, within the least and the most. Squares and triangles: the "
                         "best published bounds of DP-Sniper and StatDP, at the seconds that they took on their "
                         "authors' machine. Dashed: what an oracle would get on the best of eight patterns.",
                         published_level, static_cast<double>(trials)) +
                     last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
