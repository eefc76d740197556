#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/composition.hpp"
#include "cli/exact.hpp"
#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "results/audit/words.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::privacy::Repeated;

struct Options {
  std::string text;
  std::shared_ptr<std::vector<std::string>> delta, epsilon;
  bool json = false;
};

nlohmann::ordered_json described(std::vector<Repeated> const& items) {
  auto list = nlohmann::ordered_json::array();
  for (auto const& item : items) {
    nlohmann::ordered_json one{
        {"mechanism", item.law.name}, {"parameters", nlohmann::ordered_json::object()}, {"times", item.count}};
    for (auto const& [name, value] : item.law.parameters) one["parameters"][name] = value;
    list.push_back(one);
  }
  return list;
}

ExitCode compose(Options const& options) {
  auto const items = composition_from(options.text);
  auto const deltas = reals_from("--delta", *options.delta), epsilons = reals_from("--epsilon", *options.epsilon);
  require(!deltas.empty() || !epsilons.empty(), "compose: give --delta (for epsilon) or --epsilon (for delta)");
  nlohmann::ordered_json document{{"composition", described(items)}};
  std::string table;
  auto const put = [&](std::string const& given, std::string const& asked, std::vector<double> const& at,
                       auto const& bounds_at) {
    if (at.empty()) return;
    std::vector<double> lower, upper;
    for (auto const x : at) {
      auto const bounds = bounds_at(items, x);
      lower.push_back(bounds.lower);
      upper.push_back(bounds.upper);
      table +=
          fmt::format("{} = {:<12g} {} in {}\n", given, x, asked, results::interval(bounds.lower, bounds.upper, 12));
    }
    document[given] = in_json(at);
    document[asked + "_lower"] = in_json(lower);
    document[asked + "_upper"] = in_json(upper);
  };
  put("delta", "epsilon", deltas,
      [](std::vector<Repeated> const& all, double delta) { return mechanisms::privacy::compose_epsilon(all, delta); });
  put("epsilon", "delta", epsilons, mechanisms::privacy::compose_delta);
  if (options.json) std::cout << document.dump(2) << '\n';
  else std::cout << table;
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_compose(Command& app) {
  auto command =
      app.add_subcommand("compose", "Certified lower and upper bounds on the privacy of many releases together");
  auto const options = std::make_shared<Options>();
  command.add_option("composition", options->text, "Mechanisms with their parameters, xK repeats, ';' separates")
      .required();
  options->delta = add_numbers(command, "--delta", "epsilon at this delta, in (0, 1)");
  options->epsilon = add_numbers(command, "--epsilon", "delta at this epsilon, >= 0");
  command.add_flag("--json", options->json, "As JSON");
  command.footer(
      "Examples:\n"
      "  warner compose 'gaussian sigma=1 x1000; laplace epsilon=0.1 x10' --delta 1e-5 --json\n"
      "  warner compose 'subsampled-gaussian q=0.01 sigma=1 x1000' --epsilon 1");
  return {command, [options] { return compose(*options); }};
}

}  // namespace warner::cli
