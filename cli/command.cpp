// The one file that includes CLI11, all of whose code is inline: every file that includes it compiles it anew.

#include "cli/command.hpp"

#include <algorithm>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "sim/edit_distance.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

/// Stands before a word in brackets, which CLI11 would take for a list of words.
constexpr char one_word = '\x01';

std::string as_one_word(std::string word) {
  auto const is_marked = !word.empty() && word.front() == one_word;
  return is_marked || (word.starts_with('[') && word.ends_with(']')) ? one_word + word : word;
}

/// Of `--name=[1,2]` the value is marked, but behind "--", where no word is an option.
void mark_words_in_brackets(std::vector<std::string>& words) {
  auto const behind = std::ranges::find(words, "--");
  for (auto word = words.begin(); word != words.end(); ++word) {
    auto const equals = word < behind && word->starts_with("--") ? word->find('=') : std::string::npos;
    auto const value = equals == std::string::npos ? 0 : equals + 1;
    *word = word->substr(0, value) + as_one_word(word->substr(value));
  }
}

std::string as_typed(std::string word) {
  if (!word.empty() && word.front() == one_word) word.erase(0, 1);
  return word;
}

CLI::Option* taking_words(CLI::Option* option) { return option->transform(as_typed, ""); }

/// The verb among the words that were read, or the program itself.
CLI::App const& verb_read(CLI::App const& program) {
  auto const verbs = program.get_subcommands();
  return verbs.empty() ? program : *verbs.back();
}

/// What is wrong with the first word that nobody takes, an option before others.
std::string of_unknown_words(CLI::App const& program) {
  auto const& verb = verb_read(program);
  auto const words = program.remaining(true);
  auto const is_option = [](std::string const& word) { return word.size() > 1 && word.front() == '-'; };
  auto const option = std::ranges::find_if(words, is_option);
  std::vector<std::string> names;
  if (option != words.end()) {
    for (auto const* known : verb.get_options())
      for (auto const& name : known->get_lnames()) names.push_back("--" + name);
    if (*option == "--" && verb.get_option_no_throw("--exec"))
      return "--: a program and its arguments go behind --exec, in quotes";
    auto const name = option->substr(0, option->find('='));
    if (std::ranges::find(names, name) != names.end()) return name + ": goes behind " + verb.get_name();
    return name + ": is no option" + (&verb == &program ? "" : " of " + verb.get_name()) + meant(name, names);
  }
  auto const word = as_typed(words.front());
  if (&verb != &program)
    return word + ": is a word too many" +
           (verb.get_option_no_throw("--exec") ? "; a program and its arguments go behind --exec, in quotes" : "");
  for (auto const* known : program.get_subcommands({})) names.push_back(known->get_name());
  return word + ": is no verb" + meant(word, names);
}

std::string what_is_wrong(CLI::App const& program, CLI::Error const& error) {
  auto const is_unknown_word = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  return is_unknown_word && !program.remaining(true).empty() ? of_unknown_words(program) : error.what();
}

}  // namespace

std::string meant(std::string const& word, std::vector<std::string> const& names) {
  auto const off = [&](std::string const& name) { return sim::edit_distance(word, name); };
  auto const nearest = std::ranges::min_element(names, {}, off);
  if (nearest == names.end() || off(*nearest) > sim::most_mistyped(word)) return {};
  return "; did you mean " + *nearest + "?";
}

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
Option& Option::names_file_to_write() {
  option_->each([name = option_->get_name()](std::string const& word) {
    require(!as_typed(word).empty(), name + ": names no file");
    require(as_typed(word) != "-", name + ": - is no file (/dev/stdout is standard output)");
  });
  return type_name("FILE");
}
Option& Option::each(std::function<void(std::string const&)> const& callback) { return option_->each(callback), *this; }

Command Command::add_subcommand(std::string const& name, std::string const& description) {
  return Command{app_->add_subcommand(name, description)};
}

Option Command::add_option(std::string const& name, std::string& value, std::string const& description) {
  return Option{taking_words(app_->add_option(name, value, description))};
}
Option Command::add_option(std::string const& name, std::optional<std::string>& value, std::string const& description) {
  return Option{taking_words(app_->add_option(name, value, description))};
}
Option Command::add_option(std::string const& name, std::vector<std::string>& values, std::string const& description) {
  return Option{taking_words(app_->add_option(name, values, description))};
}
Option Command::add_option(std::string const& name, int& value, std::string const& description) {
  return Option{taking_words(app_->add_option(name, value, description))};
}
Option Command::add_option_function(std::string const& name, std::function<void(std::string const&)> const& callback,
                                    std::string const& description) {
  return Option{taking_words(app_->add_option_function<std::string>(name, callback, description))};
}
Option Command::add_flag(std::string const& name, bool& value, std::string const& description) {
  return Option{app_->add_flag(name, value, description)};
}
void Command::hide(std::string const& name) { app_->get_option(name)->group(""); }
void Command::describe(std::string const& name, std::string const& description) {
  app_->get_option(name)->description(description);
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
    auto const& verb = verb_read(*failed);
    return "warner: " + what_is_wrong(*failed, error) + " (try: warner " +
           (&verb == failed ? "" : verb.get_name() + " ") + "--help)\n";
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
  mark_words_in_brackets(words);
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
  app_->set_help_flag();  // asked of a terminal alone
  for (auto* verb : app_->get_subcommands({})) verb->set_help_flag();
  mark_words_in_brackets(words);
  std::ranges::reverse(words);  // CLI11 takes them from the back
  try {
    app_->parse(words);
  } catch (CLI::ParseError const& error) {
    throw std::invalid_argument{what_is_wrong(*app_, error)};
  }
}

}  // namespace warner::cli
