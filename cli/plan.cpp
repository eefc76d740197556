#include "verify/plan.hpp"

#include <cmath>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/claim.hpp"
#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "sim/require.hpp"
#include "verify/measure.hpp"

namespace warner::cli {
namespace {

using verify::Procedure;

struct Options {
  std::string mechanism, level = "0.05", power = "0.99", speaks = "1";
  ClaimOptions claim;
  std::optional<std::string> violation, budget;
  bool json = false;
};

constexpr double as_good_as_infinite =
    40;  // no number of trials that one can afford tells a larger epsilon from this one

/// What was asked; a mechanism's name stands for its claim, and for its exact epsilon as the violation where that is
/// larger. `truly`: the violation, where there is one.
verify::Violation asked_by(Options const& options, std::optional<double>& truly) {
  verify::Violation asked;
  if (!options.mechanism.empty()) {
    auto const instance = mechanisms::make(mechanisms::find(options.mechanism), {});
    auto const guarantee = instance.mechanism.guarantee();
    asked.delta = claimed_delta(options.claim).value_or(mechanisms::usual_delta(guarantee));
    asked.claimed_epsilon = mechanisms::statement_at(guarantee, asked.delta).epsilon;
    auto const exact = instance.mechanism.exact_epsilon(instance.pairs.front(), asked.delta);
    if (exact && *exact > asked.claimed_epsilon && !options.violation)
      truly = exact, asked.violation = std::min(*exact, as_good_as_infinite);
  } else {
    require(options.claim.epsilon.has_value(), "claim: none was given (name a mechanism, or give --claim-epsilon)");
    asked.delta = claimed_delta(options.claim).value_or(0);
  }
  if (auto const epsilon = claimed_epsilon(options.claim)) asked.claimed_epsilon = *epsilon;
  if (options.violation) truly = asked.violation = real_from("--violation", *options.violation);
  asked.speaks = real_from("--speaks", options.speaks);
  asked.level = real_from("--level", options.level);
  return asked;
}

nlohmann::ordered_json number(double value) {
  return std::isinf(value) ? nlohmann::ordered_json("inf") : nlohmann::ordered_json(value);
}

std::string in_words(nlohmann::ordered_json const& value) {
  if (value.is_null()) return "more than can be";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_unsigned() ? fmt::format("{}", value.get<std::uint64_t>())
                                    : fmt::format("{:.4g}", value.get<double>());
}

struct Row {
  char const* key;
  char const* words;
  nlohmann::ordered_json measure, check;
};

ExitCode plan(Options const& options) {
  std::optional<double> truly;
  auto const asked = asked_by(options, truly);
  auto const power = real_from("--power", options.power);
  require(power > 0 && power < 1, fmt::format("power: {} is not in (0, 1)", power));
  require(truly || options.budget, "violation: none was given (give --violation, or --budget to see what it detects)");
  std::vector<Row> rows;
  auto enough = true;
  if (truly) {
    auto const measure = verify::trials_needed(Procedure::measure, asked, power),
               check = verify::trials_needed(Procedure::check, asked, power);
    auto const half = verify::trials_needed(Procedure::check, asked, 0.5);
    auto const of = [](std::optional<std::uint64_t> trials) {
      return trials ? nlohmann::ordered_json(*trials) : nlohmann::ordered_json(nullptr);
    };
    rows.push_back({"certifying_trials", "certifying trials", of(measure), of(check)});
    rows.push_back(
        {"budget", "budget, search included", measure ? of(verify::budget_for(*measure)) : of({}), of(check)});
    rows.push_back({"half_refuted_after", "half are refuted after", nullptr, of(half)});
  }
  if (options.budget) {
    auto const budget = count_from("--budget", *options.budget);
    require(budget >= 1 && budget <= (std::uint64_t{1} << 50), fmt::format("budget: {} is not in [1, 2^50]", budget));
    auto const certify = budget - verify::most_search_trials(budget);
    auto const detects = [&](Procedure procedure, std::uint64_t trials) {
      return number(verify::detectable_violation(procedure, asked, trials, power));
    };
    auto const misses = [&](Procedure procedure, std::uint64_t trials) {
      return number(verify::blind_spot_of(procedure, asked, trials, power));
    };
    rows.push_back({"detectable_epsilon", "detectable epsilon", detects(Procedure::measure, certify),
                    detects(Procedure::check, budget)});
    rows.push_back({"blind_spot", "blind spot", misses(Procedure::measure, certify), misses(Procedure::check, budget)});
    if (truly) {
      auto const of_measure = verify::power_of(Procedure::measure, asked, certify),
                 of_check = verify::power_of(Procedure::check, asked, budget);
      rows.push_back({"power", "power of the budget", number(of_measure), number(of_check)});
      enough = of_measure >= power || of_check >= power;
    }
  }
  if (options.json) {
    nlohmann::ordered_json document{{"claim", {{"epsilon", asked.claimed_epsilon}, {"delta", asked.delta}}},
                                    {"violation", truly ? number(*truly) : nlohmann::ordered_json(nullptr)},
                                    {"speaks", asked.speaks},
                                    {"level", asked.level},
                                    {"power", power}};
    for (auto const& row : rows) document["measure"][row.key] = row.measure, document["check"][row.key] = row.check;
    std::cout << document.dump(2) << '\n';
  } else {
    std::cout << fmt::format("claim epsilon = {:g}{}", asked.claimed_epsilon,
                             asked.delta > 0 ? fmt::format(", delta = {:g}", asked.delta) : "")
              << (!truly               ? ""
                  : std::isinf(*truly) ? "; truly infinite"
                                       : fmt::format("; truly {:g}", *truly))
              << fmt::format("; level {:g}, power {:g}, guesses in {:g} of the trials\n", asked.level, power,
                             asked.speaks)
              << fmt::format("  {:<26} {:>16} {:>16}\n", "", "measure", "check");
    for (auto const& row : rows)
      std::cout << fmt::format("  {:<26} {:>16} {:>16}\n", row.words,
                               row.measure.is_null() && row.check.is_number() ? "-" : in_words(row.measure),
                               in_words(row.check));
  }
  return enough ? ExitCode::not_refuted : ExitCode::inconclusive;
}

}  // namespace

Verb add_plan(Command& app) {
  auto command = app.add_subcommand(
      "plan", "Trials needed to refute a claim that is false in a stated way; or what a budget detects");
  auto const options = std::make_shared<Options>();
  command.add_option("mechanism", options->mechanism,
                     "A name from `warner list`, for its claim (and its exact epsilon)");
  command.add_option("--claim-epsilon,--claim", options->claim.epsilon, "The claim").type_name("X");
  command.add_option("--claim-delta", options->claim.delta, "At this delta").type_name("X");
  command.add_option("--violation", options->violation, "The true epsilon, above the claim").type_name("X");
  command
      .add_option("--speaks", options->speaks,
                  "In what share of the trials the adversary guesses: rare events take more trials")
      .type_name("X")
      .capture_default_str();
  command.add_option("--level", options->level, "Probability of a false alarm, at most")
      .type_name("X")
      .capture_default_str();
  command.add_option("--power", options->power, "Probability of a refutation, at least")
      .type_name("X")
      .capture_default_str();
  command
      .add_option("--budget", options->budget,
                  "Turned round: what so many trials detect; exit code 3 when they are too few for the violation")
      .type_name("N");
  command.add_flag("--json", options->json, "As JSON");
  command.footer(
      "Examples:\n"
      "  warner plan --claim 1 --violation 1.1 --power 0.99\n"
      "  warner plan --claim 1 --budget 1e6                 # the smallest epsilon that a million trials tell from 1\n"
      "  warner plan broken/laplace-wrong-scale");
  return {command, [options] { return plan(*options); }};
}

}  // namespace warner::cli
