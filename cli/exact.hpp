#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/command.hpp"
#include "mechanisms/catalogue/pair_law.hpp"

namespace warner::cli {

/// What the verbs of exact privacy share: a mechanism, its parameters, and lists of numbers to answer at.
struct ExactOptions {
  std::string mechanism;
  std::map<std::string, std::string, std::less<>> parameters;  // as given
  bool json = false;
};

/// Adds the mechanism, and an option for every parameter of the catalogue.
std::shared_ptr<ExactOptions> add_mechanism(Command& command, std::string const& meaning = "A name from `warner list`");

/// The same, and --json.
std::shared_ptr<ExactOptions> add_exact(Command& command);

/// Adds an option that takes numbers: one, several, or separated by commas.
std::shared_ptr<std::vector<std::string>> add_numbers(Command& command, std::string const& name,
                                                      std::string const& meaning);

/// The law that was asked for. A word among `numbers` that is none is the mechanism, where it was written last.
mechanisms::privacy::PairLaw law_from(ExactOptions& options, std::vector<std::vector<std::string>*> const& numbers);

/// A number, "inf", or a list of them when more than one was asked.
nlohmann::ordered_json in_json(std::vector<double> const& values);
std::vector<double> reals_from(std::string const& option, std::vector<std::string> const& texts);
std::vector<double> mapped(std::vector<double> const& at, std::function<double(double)> const& answer);

}  // namespace warner::cli
