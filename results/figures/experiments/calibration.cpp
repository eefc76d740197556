#include <fmt/format.h>

#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/experiments/procedures.hpp"
#include "results/figures/experiments/simulation.hpp"

// Row 23: the auditor audited. How often each of its procedures refutes what is true, which its level bounds, and how
// often it refutes what is false, beside the power that the planner promises.
namespace warner::results::experiments {
namespace {

std::uint64_t refutations(Simulation& simulation, Procedure const& procedure, std::uint64_t audits) {
  return simulation.run(audits, 1, [&](std::uint64_t, sim::Stream& stream, std::span<std::uint64_t> counts) {
    counts[0] += procedure.refutes(stream);
  })[0];
}

}  // namespace

Findings calibration(FigureOptions const& options) {
  Findings findings{.table = Table{{"panel", "procedure", "setting", "trials", "audits", "refuted", "measured", "lower",
                                    "upper", "promised", "exact"}}};
  Simulation simulation{options, 23};
  Agreement agreement;
  auto const audits = simulation.trials(10'000, 60);
  auto const size = procedures_at_the_boundary(options.execution.interrupted), wrong = wrong_procedures(),
             power = planned_audits(options.quick ? std::vector{0.9}
                                                  : std::vector{0.5, 0.9, 0.99});  // planning takes its time

  auto const hold = [&](std::string const& panel, std::vector<Procedure> const& procedures) {
    for (auto const& procedure : procedures) {
      auto const refuted = refutations(simulation, procedure, audits);
      auto const band = proportion_interval(refuted, audits, band_level, procedures.size());
      findings.table.add({{"panel", panel},
                          {"procedure", procedure.name},
                          {"setting", procedure.setting},
                          {"trials", procedure.trials},
                          {"audits", audits},
                          {"refuted", refuted},
                          {"measured", band.estimate},
                          {"lower", band.lower},
                          {"upper", band.upper},
                          {"promised", procedure.promised},
                          {"exact", procedure.exact ? Cell{*procedure.exact} : Cell{}}});
      auto const what =
          fmt::format("{}: {}, {}, {} trials", panel, procedure.name, procedure.setting, procedure.trials);
      if (procedure.exact) agreement.proportion(what, refuted, audits, *procedure.exact);
      if (panel == "size") agreement.at_most(what + ", the level", refuted, audits, procedure.promised);
      if (panel == "power") agreement.at_least(what + ", as planned", refuted, audits, procedure.promised);
    }
  };
  hold("size", size);
  hold("wrong", wrong);
  hold("power", power);

  findings.comparisons = agreement.judge();
  findings.trials = {{"audits of each kind", audits}};
  findings.settings = {
      {"size",
       "the claim is true and tight; a check may stop at any of its looks, and a watched wealth after every trial"},
      {"wrong", "procedures that do not keep their level, by this much"},
      {"power", "strategies known beforehand; with delta > 0 the planner promises a lower bound"}};
  findings.caption =
      fmt::format(
          "The auditor audited: the share of {} audits of each kind that refute. (a) Claims that are true and tight, "
          "at the level 0.05 (line): fixed-length bounds, measured curves (any of their bounds misses), whole "
          "measurements with their search, and sequential tests that stop at their worst time; below them two "
          "procedures that are wrong on purpose. Diamonds: exact values. (b) Claims that are false, with the trials "
          "that the planner asks for: measured against promised power. Exact binomial intervals, simultaneous over a "
          "panel with probability {:g}.",
          audits, 1 - band_level) +
      last_words(options.seed);
  return findings;
}

}  // namespace warner::results::experiments
