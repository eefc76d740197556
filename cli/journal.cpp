#include "cli/journal.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include <fmt/format.h>

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

}  // namespace

void add_journal(Command& command, std::string& file) {
  command
      .add_option("--journal", file,
                  "Write to this file what has been computed, as it goes; started again with the same words, the run "
                  "goes on from there, and ends in the same record, but for its seconds")
      .type_name("FILE")
      .each([](auto const& named) { require(!named.empty(), "--journal: names no file"); });
}

results::RunName run_of(std::vector<std::string> const& words) {
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
  return run;
}

void require_apart(std::string const& journal, std::string const& out) {
  require(journal.empty() || journal != out, fmt::format("--out: {} is the journal (name another file)", out));
}

Keeping::Keeping(std::string const& file, std::string const& out) {
  require_apart(file, out);
  if (!file.empty())
    journal_ = std::make_unique<results::Journal>(file, run_of(typed_words()), results::Share{}, std::cerr);
  else if (sim::ranks()) ledger_ = std::make_unique<results::Ledger>();
}

sim::Keeper* Keeping::keeper() const { return journal_ ? &journal_->keeper() : ledger_.get(); }

}  // namespace warner::cli
