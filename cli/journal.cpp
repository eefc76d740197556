#include "cli/journal.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "cli/one_file.hpp"
#include "cli/program_fingerprint.hpp"
#include "mechanisms/external/release/utf8.hpp"
#include "results/audit/provenance.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

constexpr std::array<std::string_view, 4> with_a_word{"--threads", "--out", "--journal", "--found"};

/// Whether a word is this option, with its value behind an equals sign.
bool holds_value_of(std::string_view word, std::string_view option) {
  return word.starts_with(option) && word.substr(option.size()).starts_with("=");
}

/// The value of an option that stands at this word or the next one.
std::optional<std::string> value_at(std::vector<std::string> const& words, std::size_t i, std::string_view option) {
  if (words[i] == option && i + 1 < words.size()) return words[i + 1];
  if (holds_value_of(words[i], option)) return words[i].substr(option.size() + 1);
  return std::nullopt;
}

/// A fingerprint of the program or library that a command line names; empty where it names none.
std::string program_in(std::vector<std::string> const& words) {
  Case named;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (auto const* option : {"--exec", "--plugin"})
      if (auto const value = value_at(words, i, option)) named.words.insert(named.words.end(), {option, *value});
  return named.words.empty() ? "" : program_fingerprint(named);
}

/// The run, but for its program. @throws std::invalid_argument where a word is no UTF-8.
results::RunName named_by(std::vector<std::string> const& words) {
  auto const from = results::provenance();
  results::RunName run{from.version, from.commit};
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto const& word = words[i];
    if (word == "--json") continue;
    if (std::ranges::find(with_a_word, word) != with_a_word.end()) ++i;
    else if (std::ranges::any_of(with_a_word, [&](auto option) { return holds_value_of(word, option); })) continue;
    else if (word == "--seed" && i + 1 < words.size()) run.seed = words[++i];
    else if (holds_value_of(word, "--seed")) run.seed = word.substr(7);
    else run.words.push_back(word);
  }
  for (auto const& word : run.words)
    require(mechanisms::external::is_utf8(word),
            fmt::format("{}: is no UTF-8, and a record could not name it (rename it)",
                        mechanisms::external::with_bytes_escaped(word)));
  return run;
}

}  // namespace

void add_journal(Command& command, std::string& file) {
  command
      .add_option("--journal", file,
                  "Write to this file what has been computed, as it goes; started again with the same words, the run "
                  "goes on from there, and ends in the same record, but for its seconds")
      .names_file_to_write();
}

results::RunName run_of(std::vector<std::string> const& words) {
  auto run = named_by(words);
  if (sim::speaks()) run.program = program_in(run.words);
  return run;
}

void require_nameable(std::vector<std::string> const& words) { named_by(words); }

void require_apart(std::string const& journal, std::string const& out) {
  require(journal.empty() || out.empty() || !name_one_file(journal, out),
          fmt::format("--out: {} is the journal (name another file)", out));
}

Keeping::Keeping(std::string const& file, std::string const& out) {
  require_apart(file, out);
  if (!file.empty())
    journal_ = std::make_unique<results::Journal>(file, run_of(typed_words()), results::Share{}, std::cerr);
  else if (sim::ranks()) ledger_ = std::make_unique<results::Ledger>();
}

sim::Keeper* Keeping::keeper() const { return journal_ ? &journal_->keeper() : ledger_.get(); }

}  // namespace warner::cli
