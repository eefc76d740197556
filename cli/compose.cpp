#include <algorithm>
#include <iostream>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/exact.hpp"
#include "cli/number.hpp"
#include "cli/verb.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using mechanisms::privacy::Repeated;

struct Options {
  std::string text;
  std::shared_ptr<std::vector<std::string>> delta, epsilon;
  bool json = false;
};

/// "gaussian sigma=1 x1000" -> the law, a thousand times.
Repeated item_from(std::string const& text) {
  std::istringstream words{text};
  std::string name, word;
  words >> name;
  mechanisms::Given given;
  int count = 1;
  while (words >> word) {
    auto const equals = word.find('=');
    if (equals != std::string::npos) {
      auto const key = word.substr(0, equals);
      require(!given.contains(key), fmt::format("{}: given twice in '{}'", key, text));
      given[key] = real_from(key, word.substr(equals + 1));
      continue;
    }
    require(word.size() > 1 && word.front() == 'x', fmt::format("compose: '{}' is neither name=value nor a repetition such as x1000 (in '{}')", word, text));
    auto const times = count_from("x", word.substr(1));
    require(times >= 1 && times <= 1'000'000, fmt::format("x: {} is not in [1, 1e6] (in '{}')", times, text));
    count = static_cast<int>(times);
  }
  return {mechanisms::privacy::pair_law(name, given), count};
}

std::vector<Repeated> items_from(std::string const& text) {
  std::vector<Repeated> items;
  std::istringstream parts{text};
  for (std::string part; std::getline(parts, part, ';');)
    if (part.find_first_not_of(" \t\n") != std::string::npos) items.push_back(item_from(part));
  require(!items.empty(), fmt::format("compose: '{}' names no mechanism (such as 'gaussian sigma=1 x1000; laplace epsilon=0.1 x10')", text));
  return items;
}

nlohmann::ordered_json described(std::vector<Repeated> const& items) {
  auto list = nlohmann::ordered_json::array();
  for (auto const& item : items) {
    nlohmann::ordered_json one{{"mechanism", item.law.name}, {"parameters", nlohmann::ordered_json::object()}, {"times", item.count}};
    for (auto const& [name, value] : item.law.parameters) one["parameters"][name] = value;
    list.push_back(one);
  }
  return list;
}

ExitCode compose(Options const& options) {
  auto const items = items_from(options.text);
  auto const deltas = reals_from("--delta", *options.delta), epsilons = reals_from("--epsilon", *options.epsilon);
  require(!deltas.empty() || !epsilons.empty(), "compose: give --delta (for epsilon) or --epsilon (for delta)");
  nlohmann::ordered_json document{{"composition", described(items)}};
  std::string table;
  auto const put = [&](std::string const& given, std::string const& asked, std::vector<double> const& at, auto const& bounds_at) {
    if (at.empty()) return;
    std::vector<double> lower, upper;
    for (auto const x : at) {
      auto const bounds = bounds_at(items, x);
      lower.push_back(bounds.lower);
      upper.push_back(bounds.upper);
      table += fmt::format("{} = {:<12g} {} in [{:.12g}, {:.12g}]\n", given, x, asked, bounds.lower, bounds.upper);
    }
    document[given] = in_json(at);
    document[asked + "_lower"] = in_json(lower);
    document[asked + "_upper"] = in_json(upper);
  };
  put("delta", "epsilon", deltas, mechanisms::privacy::compose_epsilon);
  put("epsilon", "delta", epsilons, mechanisms::privacy::compose_delta);
  if (options.json) std::cout << document.dump(2) << '\n';
  else std::cout << table;
  return ExitCode::not_refuted;
}

}  // namespace

Verb add_compose(CLI::App& app) {
  auto* command = app.add_subcommand("compose", "Certified lower and upper bounds on the privacy of many releases together");
  auto const options = std::make_shared<Options>();
  command->add_option("composition", options->text, "Mechanisms with their parameters, xK repeats, ';' separates")->required();
  options->delta = add_numbers(*command, "--delta", "epsilon at this delta, in (0, 1)");
  options->epsilon = add_numbers(*command, "--epsilon", "delta at this epsilon, >= 0");
  command->add_flag("--json", options->json, "As JSON");
  command->footer("Examples:\n"
                  "  warner compose 'gaussian sigma=1 x1000; laplace epsilon=0.1 x10' --delta 1e-5 --json\n"
                  "  warner compose 'subsampled-gaussian q=0.01 sigma=1 x1000' --epsilon 1");
  return {command, [options] { return compose(*options); }};
}

}  // namespace warner::cli
