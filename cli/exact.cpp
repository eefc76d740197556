#include "cli/exact.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/number.hpp"
#include "sim/require.hpp"

namespace warner::cli {

std::shared_ptr<ExactOptions> add_mechanism(Command& command, std::string const& meaning) {
  auto options = std::make_shared<ExactOptions>();
  command.add_option("mechanism", options->mechanism, meaning);
  std::map<std::string, std::string> parameters;
  for (auto const& entry : mechanisms::registry())
    for (auto const& parameter : entry.parameters) parameters.emplace(parameter.name, parameter.meaning);
  for (auto const& [name, meaning] : parameters)
    command
        .add_option_function(
            "--" + name, [options, name = name](std::string const& text) { options->parameters[name] = text; }, meaning)
        .type_name("X")
        .group("Parameters of mechanisms (warner list says which takes which)");
  return options;
}

std::shared_ptr<ExactOptions> add_exact(Command& command) {
  auto options = add_mechanism(
      command, "A name from `warner list`, or approximate-dp (the worst pair of a claim), or subsampled-laplace");
  command.add_flag("--json", options->json, "As JSON");
  return options;
}

std::shared_ptr<std::vector<std::string>> add_numbers(Command& command, std::string const& name,
                                                      std::string const& meaning) {
  auto numbers = std::make_shared<std::vector<std::string>>();
  command.add_option(name, *numbers, meaning).type_name("X ...").delimiter(',');
  return numbers;
}

mechanisms::privacy::PairLaw law_from(ExactOptions& options, std::vector<std::vector<std::string>*> const& numbers) {
  for (auto* list : numbers)
    if (options.mechanism.empty() && list->size() > 1 &&
        std::isalpha(static_cast<unsigned char>(list->back().front())) && list->back() != "inf") {
      options.mechanism = list->back();
      list->pop_back();
    }
  require(!options.mechanism.empty(), "mechanism: none was named (`warner list` shows all)");
  mechanisms::ParameterValues values;
  for (auto const& [name, text] : options.parameters) values[name] = real_from("--" + name, text);
  return mechanisms::privacy::pair_law(options.mechanism, values);
}

std::vector<double> reals_from(std::string const& option, std::vector<std::string> const& texts) {
  std::vector<double> values;
  for (auto const& text : texts) values.push_back(real_from(option, text));
  return values;
}

std::vector<double> mapped(std::vector<double> const& at, std::function<double(double)> const& answer) {
  std::vector<double> values;
  for (auto const x : at) values.push_back(answer(x));
  return values;
}

nlohmann::ordered_json in_json(std::vector<double> const& values) {
  auto const one = [](double value) {
    return std::isinf(value) ? nlohmann::ordered_json(value > 0 ? "inf" : "-inf") : nlohmann::ordered_json(value);
  };
  if (values.size() == 1) return one(values.front());
  auto list = nlohmann::ordered_json::array();
  for (auto const value : values) list.push_back(one(value));
  return list;
}

}  // namespace warner::cli
