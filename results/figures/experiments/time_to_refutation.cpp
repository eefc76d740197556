#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "mechanisms/catalogue/as_private_as.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/waits.hpp"

// Figure "time-to-refutation": after how many trials `check` refutes each mechanism of the catalogue that is broken on
// purpose, beside what the planner reckons for an adversary who need not search; and pairs for which others published
// how soon their sequential tests refute [KDWZ26].
namespace warner::results::experiments {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr auto by_the_clock = "broken/timing-discrete-gaussian";  // its releases keep its claim

/// The trials that a check of the catalogue may take. Those out of reach of ordinary budgets are given up sooner: they
/// would take nearly all of the time, to end as they do.
std::uint64_t budget_of(mechanisms::Entry const& entry, bool quick) {
  auto const most = quick ? 5'000.0 : entry.out_of_reach.empty() ? 1e6 : 3e4;
  return static_cast<std::uint64_t>(std::min(entry.budget, most));
}

struct Row {
  std::string series, shown, claim;
  Repeated asked;
  double published = unknown;  // steps, one release of either dataset a step: on average
};

Question question_of(std::string mechanism, mechanisms::ParameterValues values, std::uint64_t budget,
                     FigureOptions const& options) {
  Question question{.mechanism = std::move(mechanism), .values = std::move(values)};
  question.options.budget = budget;
  question.options.seed = 1'000 * options.seed;
  return question;
}

std::vector<Row> broken(FigureOptions const& options) {
  std::vector<Row> rows;
  for (auto const& entry : mechanisms::registry())
    if (entry.broken() && entry.name != by_the_clock)
      rows.push_back({"broken",
                      entry.name.substr(entry.name.find('/') + 1),
                      "its own",
                      {question_of(entry.name, {}, budget_of(entry, options.quick), options)}});
  return rows;
}

/// Noise of scale 1 on answers 0 and 1, against the claim that they are nearer to each other; and, as a twin, against
/// the truth.
std::vector<Row> anchors(FigureOptions const& options) {
  struct Anchor {
    double claimed, gaussian, laplace;
  };
  std::vector<Row> rows;
  for (auto const& [claimed, gaussian, laplace] : {Anchor{0.01, unknown, unknown}, Anchor{0.5, 187.8, 219.7},
                                                   Anchor{0.8, 1453, 1700}, Anchor{1, unknown, unknown}}) {
    auto const budget = claimed < 1 ? (options.quick ? 5'000u : 1'000'000u) : (options.quick ? 1'000u : 5'000u);
    auto const series = claimed < 1 ? "published" : "sound";
    auto bell = question_of("gaussian", {{"sigma", 1}}, budget, options),
         sharp = question_of("laplace", {{"epsilon", 1}}, budget, options);
    bell.claim = mechanisms::GaussianDp{claimed};
    auto const like = fmt::format("as private as laplace epsilon={:g}", claimed);
    sharp.claim = mechanisms::privacy::as_private_as(
        {{mechanisms::privacy::pair_law("laplace", {{"epsilon", claimed}}), 1}}, like);
    rows.push_back({series, "gaussian, mu = 1", fmt::format("mu = {:g}", claimed), {bell, 1.0}, gaussian});
    rows.push_back({series, "laplace, epsilon = 1", like, {sharp}, laplace});
  }
  return rows;
}

Cell cell(auto const& value) { return value ? Cell{*value} : Cell{}; }

}  // namespace

Findings time_to_refutation(FigureOptions const& options) {
  Findings findings{.table = Table{{"series", "mechanism", "claim", "claim_epsilon", "claim_delta", "epsilon_exact",
                                    "budget", "seeds", "refuted", "median_trials", "ninth_decile_trials", "mean_trials",
                                    "planned_trials", "published", "seconds"}}};
  auto rows = broken(options);
  std::vector<Question> to_plan;
  for (auto const& row : rows) to_plan.push_back(row.asked.question);
  for (auto& row : anchors(options)) rows.push_back(std::move(row));
  std::vector<Repeated> asked;
  for (auto const& row : rows) asked.push_back(row.asked);

  auto const seeds = options.quick ? 11u : 101u;
  auto const planner = options.quick ? 100'000u : 1'000'000u;
  auto planned = planned_trials(to_plan, planner, options.execution);
  planned.resize(rows.size());
  auto const all = wait_for_refutations(asked, seeds, options.execution);

  Agreement agreement;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto const& row = rows[i];
    auto const& question = row.asked.question;
    auto const& waits = all[i];
    auto const instance = mechanisms::make(mechanisms::find(question.mechanism), question.values);
    std::optional<mechanisms::ApproximateDp> claim;  // else a whole trade-off function
    if (!question.claim)
      claim = mechanisms::statement_at(instance.mechanism.guarantee(),
                                       mechanisms::usual_delta(instance.mechanism.guarantee()));
    auto const exact = claim ? instance.mechanism.exact_epsilon(instance.pairs.front(), claim->delta) : std::nullopt;
    findings.table.add({{"series", row.series},
                        {"mechanism", row.shown},
                        {"claim", row.claim},
                        {"claim_epsilon", claim ? Cell{claim->epsilon} : Cell{}},
                        {"claim_delta", claim ? Cell{claim->delta} : Cell{}},
                        {"epsilon_exact", cell(exact)},
                        {"budget", question.options.budget},
                        {"seeds", seeds},
                        {"refuted", waits.refuted()},
                        {"median_trials", cell(waits.quantile(0.5))},
                        {"ninth_decile_trials", cell(waits.quantile(0.9))},
                        {"mean_trials", cell(waits.mean())},
                        {"planned_trials", cell(planned[i])},
                        {"published", row.published == row.published ? Cell{row.published} : Cell{}},
                        {"seconds", waits.seconds}});
    auto const what = fmt::format("{}, {}", row.shown, row.claim);
    if (row.series == "sound")
      agreement.at_most(what + ": refuted although it is true", waits.refuted(), seeds, question.options.level);
    else if (!exact || std::isfinite(*exact))
      agreement.at_most(what + ": bounds above the truth", waits.above_the_truth, seeds, question.options.level);
  }

  findings.comparisons = agreement.judge();
  findings.print = PaperTable{findings.table,
                              {{"mechanism", "mechanism"},
                               {"claim", "claim"},
                               {"claim_epsilon", "claim ε"},
                               {"epsilon_exact", "exact ε"},
                               {"refuted", "refuted", 9},
                               {"median_trials", "median", 9},
                               {"ninth_decile_trials", "9 in 10", 9},
                               {"planned_trials", "planned", 9},
                               {"published", "published"}}};
  findings.trials = {{"checks of each mechanism", seeds},
                     {"of the measurement whose strategy the planner has", planner},
                     {"of a check, at most", options.quick ? 5'000 : 1'000'000}};
  findings.settings = {
      {"seeds", fmt::format("{} to {}: `warner check NAME --seed N` repeats one", 1'000 * options.seed + 1,
                            1'000 * options.seed + seeds)},
      {"left out", std::string{by_the_clock} + ": the clock alone refutes it (--timing), and no two runs are alike"},
      {"out of reach", "what the catalogue calls out of reach of ordinary budgets is given 30000 trials at most"},
      {"published", "steps on average, each a release of either dataset; half as many as trials"}};
  findings.caption =
      fmt::format(
          "Trials until a check refutes at level 0.05, searching included: the median of {} checks, with a bar to the "
          "ninth decile. (a) The mechanisms of the catalogue that are broken on purpose, against the median of an "
          "adversary who has from the start the strategy that a measurement of {} trials finds, as the planner "
          "reckons. (b) Noise of scale 1 on answers 0 and 1 against the claim to be private as if they were nearer: "
          "the mean against the published mean of a sequential test whose level is asymptotic.",
          seeds, planner) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
