#include "cli/sweep.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/axes.hpp"
#include "cli/external.hpp"
#include "cli/json_list.hpp"
#include "cli/number.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "results/audit/file.hpp"
#include "results/audit/words.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

constexpr std::size_t most_audits = 10'000;

/// Every pair that the mechanism's author named, by its label.
void name_pairs(Axis& axis, QuestionOptions const& asked) {
  if (axis.name != "pair" || axis.values != std::vector<std::string>{"all"}) return;
  require(!asked.mechanism.empty(), "--sweep: pair=all is for mechanisms of the catalogue, whose pairs have names");
  axis.values.clear();
  for (auto const& pair : mechanisms::make(mechanisms::find(asked.mechanism), {}).pairs)
    if (!pair.label.empty()) axis.values.push_back(pair.label);
  require(!axis.values.empty(), fmt::format("--sweep: no pair of {} has a name", asked.mechanism));
}

/// Sets what an axis names: a hole in a command, a claim, the pair, or a parameter of the mechanism.
void set(QuestionOptions& asked, std::string const& name, std::string const& value) {
  if (fill_holes(asked.external.exec, name, value)) return;
  auto& claim = asked.claim;
  if (name == "pair") asked.pair_label = value;
  else if (name == "pairs") asked.patterns.pairs = value;
  else if (name == "length") asked.patterns.length = value;
  else if (name == "d") asked.data.d = value;
  else if (name == "d-prime") asked.data.d_prime = value;
  else if (name == "data") asked.data.data = value;
  else if (name == "claim-epsilon") claim.epsilon = value;
  else if (name == "claim-delta") claim.delta = value;
  else if (name == "claim-mu") claim.mu = value;
  else if (name == "claim-rho") claim.rho = value;
  else if (name == "claim-rdp") claim.rdp = {value};
  else if (name == "claim-tradeoff") claim.tradeoff = value;
  else {
    require(!asked.external.is_asked_for(),
            fmt::format("--sweep: {0} is nothing that varies (of a program: {{{0}}} in its command, pair data and "
                        "claims: d, d-prime, data, pairs, length, claim-epsilon, claim-rho, ..)",
                        name));
    auto const known = mechanisms::find(asked.mechanism).parameters;
    require(std::ranges::any_of(known, [&](auto const& parameter) { return parameter.name == name; }),
            fmt::format("--sweep: {} is no parameter of {}, no claim, and not pair (`warner list` has its parameters)",
                        name, asked.mechanism));
    asked.parameters[name] = value;
  }
}

void print_row(std::vector<std::string> const& values, std::vector<std::size_t> const& widths,
               std::string const& rest) {
  std::cout << row_of(values, widths) << rest << '\n' << std::flush;
}

}  // namespace

ExitCode audit_sweep(AuditOptions const& options, Auditor const& auditor) {
  auto const& asked = *options.question;
  require(!options.all, "--sweep: goes with one mechanism (--all audits every one as it is)");
  require(asked.pair_label != "all", "--sweep: say --sweep pair=all, and every pair is one more row");
  std::vector<Axis> axes;
  std::size_t many = 1;
  for (auto const& text : options.sweep) {
    axes.push_back(axis_from(text));
    name_pairs(axes.back(), asked);
    for (std::size_t k = 0; k + 1 < axes.size(); ++k)
      require(axes[k].name != axes.back().name, fmt::format("--sweep: {} varies twice", axes[k].name));
    many *= axes.back().values.size();
    require(many <= most_audits,
            fmt::format("--sweep: more than {} audits (each has its share of the level)", most_audits));
  }
  auto const level = level_from("--level", asked.level) / static_cast<double>(many);
  auto const of = [&](std::size_t i) {
    auto question = asked;
    auto const values = combination(axes, i);
    for (std::size_t k = 0; k < axes.size(); ++k) set(question, axes[k].name, values[k]);
    return question;
  };
  if (!asked.external.is_asked_for())
    for (std::size_t i = 0; i < many; ++i) {  // what is wrong with any is said before the first
      auto const question = question_from(of(i));
      mechanisms::make(mechanisms::find(question.mechanism), question.values);
    }
  if (!options.out.empty()) results::require_place(std::filesystem::path{options.out} / "record.json");

  auto const widths = widths_of(axes);
  std::optional<JsonList> list;
  if (options.json) list.emplace(std::cout);
  else
    print_row(names_of(axes), widths,
              fmt::format("{:>10} {:>10} {:>10} {:>10}  {}", "claim", "certified", "exact", "trials", "decision"));
  std::size_t refuted = 0;
  for (std::size_t i = 0; i < many; ++i) {
    auto record = answer(of(i), auditor, [&](results::Question& question) { question.options.level = level; });
    if (record.interrupted()) throw sim::Interrupted{};
    record.family = many;
    refuted += record.refuted();
    if (!options.out.empty()) {
      auto const file = std::filesystem::path{options.out} / fmt::format("{:04}.json", i + 1);
      write_datasets_beside(file.string(), record);
      results::write_file(file, results::to_json(record) + "\n");
    }
    auto const& measured = record.measurement;
    if (list) list->add(results::to_json(record));
    else
      print_row(
          combination(axes, i), widths,
          fmt::format("{:>10.6g} {:>10} {:>10} {:>10}  {}", record.claim.epsilon,
                      results::rounded_down(measured.epsilon_lower_bound),
                      measured.epsilon_exact ? fmt::format("{:.6g}", *measured.epsilon_exact) : "open",
                      measured.search_trials + measured.tally.trials(), record.refuted() ? "REFUTED" : "not refuted"));
  }
  if (!options.json)
    std::cout << fmt::format("{} of {} refuted. Level {} for all together: each is audited at {:.3g}.\n", refuted, many,
                             asked.level, level);
  return refuted > 0 ? ExitCode::refuted : ExitCode::not_refuted;
}

}  // namespace warner::cli
