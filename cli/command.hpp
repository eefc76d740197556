#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warner::cli {

/// An option, flag or positional of a command, with the names that CLI11 gives to what can be said of it.
class Option {
 public:
  Option& type_name(std::string const& name);
  /// Shows the value that stands where none is given.
  Option& capture_default_str();
  Option& group(std::string const& name);
  Option& required();
  /// Takes so many words.
  Option& expected(int words);
  /// Takes one word each time that it is given.
  Option& one_at_a_time();
  /// Several values may stand in one word, with this between them.
  Option& delimiter(char between);
  Option& excludes(Option const& other);
  Option& in_range(int least, int most);
  Option& one_of(std::vector<std::string> const& words);
  /// Takes the name of a file that is written: not an empty one, and not "-", which is no name of standard output.
  Option& names_file_to_write();
  /// Calls back with every word that is given.
  Option& each(std::function<void(std::string const&)> const& callback);

 private:
  friend class Command;
  explicit Option(CLI::Option* option) : option_{option} {}
  CLI::Option* option_;
};

/// What an option is, for those who take its words from elsewhere than a command line.
struct OptionFacts {
  std::string name;  ///< without dashes
  std::string description;
  std::string heading;      ///< that the help lists it under
  bool is_flag = false;     ///< takes no word
  bool takes_many = false;  ///< may be given again, or takes several words
};

/// A verb of the command line, or the program itself: what it takes, and what its help says. Variables that take values
/// must live until the words are read.
class Command {
 public:
  Command add_subcommand(std::string const& name, std::string const& description);

  /// @param name: "--name", or that of a positional.
  Option add_option(std::string const& name, std::string& value, std::string const& description);
  Option add_option(std::string const& name, std::optional<std::string>& value, std::string const& description);
  Option add_option(std::string const& name, std::vector<std::string>& values, std::string const& description);
  Option add_option(std::string const& name, int& value, std::string const& description);
  Option add_option_function(std::string const& name, std::function<void(std::string const&)> const& callback,
                             std::string const& description);
  Option add_flag(std::string const& name, bool& value, std::string const& description);
  /// Leaves an option out of the help; it is read all the same.
  void hide(std::string const& name);
  /// What an option is here, in place of what it was added with.
  void describe(std::string const& name, std::string const& description);
  void set_version_flag(std::string const& name, std::string const& version);

  /// Stands at the end of the help.
  void footer(std::string const& text);
  /// The heading that the help lists it under; none hides it.
  void group(std::string const& name);

  /// Those that were added, in order, without positionals.
  std::vector<OptionFacts> options() const;

  /// Whether its name was among the words.
  bool parsed() const;

 private:
  friend class CommandLine;
  explicit Command(CLI::App* app) : app_{app} {}
  CLI::App* app_;
};

/// The words after the program's name: at most one verb, and its options.
class CommandLine {
 public:
  CommandLine(std::string const& description, std::string const& program);
  ~CommandLine();
  CommandLine(CommandLine const&) = delete;
  CommandLine& operator=(CommandLine const&) = delete;

  /// The program itself, which verbs are added to.
  Command& program() { return program_; }

  /// Reads the words into the variables of the options. @returns the exit code where nothing is left to do: help or
  /// version was asked for and printed, or the words make no sense and one line on standard error says why.
  std::optional<ExitCode> parse(int argc, char const* const* argv);
  /// The same for callers that are no terminal. @throws std::invalid_argument where the words make no sense.
  void read(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
  Command program_;
};

/// "; did you mean measure?" of the name that is nearest to a mistyped word; empty where none is near.
std::string meant(std::string const& word, std::vector<std::string> const& names);

/// The words that CommandLine::parse read last, without the program's name.
std::vector<std::string> const& typed_words();

}  // namespace warner::cli
