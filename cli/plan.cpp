#include "verify/plan.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/claim_options.hpp"
#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "cli/violation.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "sim/require.hpp"
#include "verify/bounds/claimed_divergences.hpp"
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

/// A mechanism's name stands for its claim, and for its exact epsilon as the violation where that is larger.
AskedViolation asked_about_epsilon(Options const& options) {
  ViolationSize size;
  if (options.violation) size.is = real_from("--violation", *options.violation);
  auto const given = claimed_epsilon(options.claim);
  if (options.mechanism.empty()) {
    require(given.has_value(), "claim: none was given (name a mechanism, or give --claim-epsilon)");
    return violation_of_epsilon(*given, claimed_delta(options.claim).value_or(0), size);
  }
  auto const instance = mechanisms::make(mechanisms::find(options.mechanism), {});
  auto const guarantee = instance.mechanism.guarantee();
  auto const delta = claimed_delta(options.claim).value_or(mechanisms::usual_delta(guarantee));
  auto const own = mechanisms::statement_at(guarantee, delta).epsilon;
  auto const exact = instance.mechanism.exact_epsilon(instance.pairs.front(), delta);
  if (exact && *exact > own && !options.violation) size.is = exact;
  auto asked = violation_of_epsilon(given.value_or(own), delta, size);
  asked.violation.violation = std::min(asked.violation.violation, as_good_as_infinite);
  return asked;
}

/// Claims of other kinds, or several.
AskedViolation asked_about_claims(Options const& options, std::vector<mechanisms::Guarantee> given) {
  require(options.mechanism.empty(), "claim: name a mechanism, or give claims other than an epsilon, not both");
  ViolationSize size;
  if (options.violation) size.is = real_from("--violation", *options.violation);
  return violation_of(std::move(given), claimed_delta(options.claim), size, real_from("--speaks", options.speaks));
}

AskedViolation asked_by(Options const& options) {
  auto claims = claims_from(options.claim);
  auto const alone = claims.empty() || (claims.size() == 1 && options.claim.epsilon);
  auto asked = alone ? asked_about_epsilon(options) : asked_about_claims(options, std::move(claims));
  asked.violation.speaks = real_from("--speaks", options.speaks);
  asked.violation.level = level_from("--level", options.level);
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
  bool of_check_alone = false;
};

ExitCode plan(Options const& options) {
  auto const question = asked_by(options);
  auto const& asked = question.violation;
  auto const& truly = question.truly;
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
    rows.push_back({"budget", "budget, search included",
                    measure ? of(std::max(verify::budget_for(*measure), verify::least_budget())) : of({}), of(check)});
    rows.push_back({"half_refuted_after", "half are refuted after", nullptr, of(half), true});
  }
  if (options.budget) {
    auto const budget = count_from("--budget", *options.budget);
    require(budget >= 1 && budget <= (std::uint64_t{1} << 50), fmt::format("budget: {} is not in [1, 2^50]", budget));
    // Where the search learns nothing, nobody speaks.
    auto const certify = budget < verify::least_budget() ? 0 : budget - verify::most_search_trials(budget);
    auto const detects = [&](Procedure procedure, std::uint64_t trials) {
      auto const odds = verify::detectable_violation(procedure, asked, trials, power);
      return number(question.own_currency && std::isfinite(odds) ? verify::shown_by(*asked.whole, odds, asked.speaks)
                                                                 : odds);
    };
    auto const misses = [&](Procedure procedure, std::uint64_t trials) {
      return number(verify::blind_spot_of(procedure, asked, trials, power));
    };
    rows.push_back({"detectable_epsilon",
                    question.own_currency ? "detectable, of what is claimed" : "detectable epsilon",
                    detects(Procedure::measure, certify), detects(Procedure::check, budget)});
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
    if (asked.whole) document["claim"] = {{"words", question.words}};
    for (auto const& row : rows) document["measure"][row.key] = row.measure, document["check"][row.key] = row.check;
    std::cout << document.dump(2) << '\n';
  } else {
    std::cout << "claim " << question.words
              << (!truly               ? ""
                  : std::isinf(*truly) ? "; truly infinite"
                                       : fmt::format("; truly {:g}", *truly))
              << (question.own_currency && truly ? fmt::format(", by guesses of odds e^{:.4g}", asked.violation) : "")
              << fmt::format("; level {:g}, power {:g}, guesses in {:g} of the trials\n", asked.level, power,
                             asked.speaks)
              << fmt::format("  {:<26} {:>16} {:>16}\n", "", "measure", "check");
    for (auto const& row : rows)
      std::cout << fmt::format("  {:<26} {:>16} {:>16}\n", row.words, row.of_check_alone ? "-" : in_words(row.measure),
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
  add_claims(command, options->claim, "--claim-epsilon,--claim", "The claim");
  command
      .add_option("--violation", options->violation,
                  "The true epsilon, above the claim; of one claimed mu, rho or divergence, the true "
                  "one, as far as guesses show it")
      .type_name("X");
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
      "  warner plan --claim-rho 0.125 --violation 0.2      # guesses whose law has this much\n"
      "  warner plan broken/laplace-wrong-scale");
  return {command, [options] { return plan(*options); }};
}

}  // namespace warner::cli
