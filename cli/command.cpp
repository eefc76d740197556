// The one file that includes CLI11, all of whose code is inline: every file that includes it compiles it anew.

#include "cli/command.hpp"

#include <algorithm>
#include <stdexcept>

#include <CLI/CLI.hpp>

namespace warner::cli {

Option& Option::type_name(std::string const& name) { return option_->type_name(name), *this; }
Option& Option::capture_default_str() { return option_->capture_default_str(), *this; }
Option& Option::group(std::string const& name) { return option_->group(name), *this; }
Option& Option::required() { return option_->required(), *this; }
Option& Option::expected(int words) { return option_->expected(words), *this; }
Option& Option::one_at_a_time() { return option_->allow_extra_args(false), *this; }
Option& Option::delimiter(char between) { return option_->delimiter(between), *this; }
Option& Option::excludes(Option const& other) { return option_->excludes(other.option_), *this; }
Option& Option::in_range(int least, int most) { return option_->check(CLI::Range(least, most)), *this; }
Option& Option::one_of(std::vector<std::string> const& words) { return option_->check(CLI::IsMember(words)), *this; }
Option& Option::each(std::function<void(std::string const&)> const& callback) { return option_->each(callback), *this; }

Command Command::add_subcommand(std::string const& name, std::string const& description) {
  return Command{app_->add_subcommand(name, description)};
}

Option Command::add_option(std::string const& name, std::string& value, std::string const& description) {
  return Option{app_->add_option(name, value, description)};
}
Option Command::add_option(std::string const& name, std::optional<std::string>& value, std::string const& description) {
  return Option{app_->add_option(name, value, description)};
}
Option Command::add_option(std::string const& name, std::vector<std::string>& values, std::string const& description) {
  return Option{app_->add_option(name, values, description)};
}
Option Command::add_option(std::string const& name, int& value, std::string const& description) {
  return Option{app_->add_option(name, value, description)};
}
Option Command::add_option_function(std::string const& name, std::function<void(std::string const&)> const& callback,
                                    std::string const& description) {
  return Option{app_->add_option_function<std::string>(name, callback, description)};
}
Option Command::add_flag(std::string const& name, bool& value, std::string const& description) {
  return Option{app_->add_flag(name, value, description)};
}
void Command::set_version_flag(std::string const& name, std::string const& version) {
  app_->set_version_flag(name, version);
}

void Command::footer(std::string const& text) { app_->footer(text); }
void Command::group(std::string const& name) { app_->group(name); }
std::vector<OptionFacts> Command::options() const {
  std::vector<OptionFacts> all;
  for (auto const* option : app_->get_options())
    if (option->nonpositional() && option->get_lnames().front() != "help")
      all.push_back({option->get_lnames().front(), option->get_description(), option->get_group(),
                     option->get_items_expected_max() == 0, option->get_items_expected_max() > 1});
  return all;
}
bool Command::parsed() const { return app_->parsed(); }

CommandLine::CommandLine(std::string const& description, std::string const& program)
    : app_{std::make_unique<CLI::App>(description, program)}, program_{app_.get()} {
  app_->set_help_flag("--help", "Print this help message and exit (also -h)");
  app_->failure_message([](CLI::App const* failed, CLI::Error const& error) {
    auto const* where = failed;
    for (auto const* sub : failed->get_subcommands()) where = sub;
    return "warner: " + std::string{error.what()} + " (try: warner " +
           (where == failed ? "" : where->get_name() + " ") + "--help)\n";
  });
}

CommandLine::~CommandLine() = default;

namespace {

std::vector<std::string>& words_that_were_typed() {
  static std::vector<std::string> words;
  return words;
}

}  // namespace

std::vector<std::string> const& typed_words() { return words_that_were_typed(); }

std::optional<ExitCode> CommandLine::parse(int argc, char const* const* argv) {
  app_->require_subcommand(0, 1);  // a later word that is a verb's name is just a word: `warner bench measure`
  // Read here: later versions of CLI11 hold -h and --h, a parameter of mechanisms, for one option.
  std::vector<std::string> words(argv + 1, argv + argc);
  words_that_were_typed() = words;
  std::replace(words.begin(), std::ranges::find(words, "--"), std::string{"-h"}, std::string{"--help"});
  std::ranges::reverse(words);  // CLI11 takes them from the back
  try {
    app_->parse(words);
  } catch (CLI::ParseError const& error) {
    return app_->exit(error) == 0 ? ExitCode::not_refuted : ExitCode::bad_input;
  }
  return std::nullopt;
}

void CommandLine::read(std::vector<std::string> words) {
  app_->require_subcommand(1, 1);
  std::ranges::reverse(words);  // CLI11 takes them from the back
  try {
    app_->parse(words);
  } catch (CLI::ParseError const& error) {
    throw std::invalid_argument{error.what()};
  }
}

}  // namespace warner::cli
