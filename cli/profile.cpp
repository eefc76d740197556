#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exact.hpp"
#include "cli/measured.hpp"
#include "cli/verb.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using Numbers = std::shared_ptr<std::vector<std::string>>;

/// One kind of question: where, what it is called, and what answers it.
struct Asked {
  Numbers at;
  std::string option, key, answer;
  std::function<double(double)> mechanisms::privacy::PairLaw::*function;
  bool (*fits)(double);
  char const* range;
};

ExitCode answer(ExactOptions& options, MeasuredOptions const& measured, std::vector<Asked> const& questions) {
  require(!measured.says_how(),
          "--measure: was not given (--budget, --level, --seed, --threads, --white-box and --journal go with it)");
  std::vector<std::vector<std::string>*> lists;
  std::string names;
  for (auto const& asked : questions) {
    lists.push_back(asked.at.get());
    names += (names.empty() ? "" : ", ") + asked.option;
  }
  auto const law = law_from(options, lists);
  nlohmann::ordered_json document{{"mechanism", law.name}, {"parameters", nlohmann::ordered_json::object()}};
  for (auto const& [name, value] : law.parameters) document["parameters"][name] = value;
  std::string table;
  for (auto const& asked : questions) {
    if (asked.at->empty()) continue;
    auto const& function = law.*asked.function;
    require(static_cast<bool>(function), fmt::format("{}: no closed form is known for {}", asked.option, law.name));
    auto const at = reals_from(asked.option, *asked.at);
    for (auto const x : at) require(asked.fits(x), fmt::format("{}: {} is not in {}", asked.option, x, asked.range));
    auto const values = mapped(at, function);
    document[asked.key] = in_json(at);
    document[asked.answer] = in_json(values);
    for (std::size_t i = 0; i < at.size(); ++i)
      table += fmt::format("  {} = {:<12g} {} = {:.15g}\n", asked.key, at[i], asked.answer, values[i]);
  }
  require(!table.empty(), fmt::format("profile: nothing was asked (give one of {})", names));
  if (options.json) std::cout << document.dump(2) << '\n';
  else std::cout << law.name << '\n' << table;
  return ExitCode::not_refuted;
}

/// What is measured is a curve: numbers at other places are exact ones.
void require_none(std::vector<Asked> const& questions, std::size_t from) {
  for (auto i = from; i < questions.size(); ++i)
    require(questions[i].at->empty(), fmt::format("{}: goes without --measure", questions[i].option));
}

bool at_least_zero(double x) { return x >= 0 && x < 1e300; }
bool probability(double x) { return x >= 0 && x <= 1; }
bool order(double x) { return x > 0 && x < 1e300; }

using mechanisms::privacy::PairLaw;

Asked renyi_of(Command& command) {
  return {add_numbers(command, "--renyi", "Renyi divergence of this order, natural logarithms"),
          "--renyi",
          "order",
          "renyi_exact",
          &PairLaw::renyi,
          order,
          "(0, inf)"};
}

}  // namespace

Verb add_profile(Command& app) {
  auto command = app.add_subcommand(
      "profile", "The privacy profile of a mechanism's pair, exact or measured: delta at epsilon, epsilon at delta");
  auto const options = add_exact(command);
  auto const measured = add_measured(command);
  std::vector<Asked> const questions{{add_numbers(command, "--at-epsilon", "delta at this epsilon"), "--at-epsilon",
                                      "at_epsilon", "delta_exact", &PairLaw::delta, at_least_zero, "[0, inf)"},
                                     {add_numbers(command, "--at-delta", "epsilon at this delta"), "--at-delta",
                                      "at_delta", "epsilon_exact", &PairLaw::epsilon, probability, "[0, 1]"},
                                     renyi_of(command)};
  command.footer(
      "Examples:\n"
      "  warner profile laplace --epsilon 1 --at-epsilon 0.5 --json\n"
      "  warner profile gaussian --sigma 2 --at-delta 1e-5,1e-10\n"
      "  warner profile laplace --measure --budget 1e6           # measured, with a simultaneous band");
  return {command, [options, measured, questions] {
            if (!measured->measure) return answer(*options, *measured, questions);
            require_none(questions, 1);
            return measured_profile(*options, *measured, *questions.front().at);
          }};
}

Verb add_tradeoff(Command& app) {
  auto command = app.add_subcommand(
      "tradeoff", "The trade-off function of a mechanism's pair, exact or measured: the least type II error of a test");
  auto const options = add_exact(command);
  auto const measured = add_measured(command);
  std::vector<Asked> const questions{{add_numbers(command, "--at-alpha", "beta at this type I error"), "--at-alpha",
                                      "at_alpha", "beta_exact", &PairLaw::beta, probability, "[0, 1]"},
                                     renyi_of(command)};
  command.footer(
      "Examples:\n"
      "  warner tradeoff gaussian --sigma 2 --at-alpha 0.1 --json\n"
      "  warner tradeoff laplace --measure --budget 1e6          # measured, with simultaneous intervals");
  return {command, [options, measured, questions] {
            if (!measured->measure) return answer(*options, *measured, questions);
            require_none(questions, 0);
            return measured_tradeoff(*options, *measured);
          }};
}

}  // namespace warner::cli
