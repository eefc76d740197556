#include <filesystem>
#include <iostream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/audit_text.hpp"
#include "cli/audits.hpp"
#include "cli/external.hpp"
#include "cli/journal.hpp"
#include "cli/printed_first.hpp"
#include "cli/signals.hpp"
#include "cli/sweep.hpp"
#include "cli/verb.hpp"
#include "mechanisms/catalogue/lengths.hpp"
#include "results/audit/file.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

/// The exit code of a check: a refutation stands also when what followed was interrupted.
ExitCode ended(results::Record const& record) {
  return record.interrupted() ? ExitCode::interrupted : decision(record);
}

ExitCode check_one(AuditOptions const& options) { return audit_one(options, results::check, ended); }

/// The author's pairs, of each length that was asked for.
std::vector<mechanisms::Pair> named_pairs(results::Question const& question) {
  auto const& entry = mechanisms::find(question.mechanism);
  if (question.lengths.empty()) return mechanisms::make(entry, question.values).pairs;
  std::vector<mechanisms::Pair> pairs;
  for (auto const& instance : mechanisms::make_of_lengths(entry, question.values, question.lengths).instances)
    pairs.insert(pairs.end(), instance.pairs.begin(), instance.pairs.end());
  return pairs;
}

/// Every pair of the mechanism, or every pattern that was named, in turn, each at its share of level and budget
/// [Bonferroni], until one is refuted.
ExitCode check_pairs(AuditOptions const& options) {
  auto asked = *options.question;
  asked.every_pair = asked.pair_label == "all";
  require(!asked.every_pair || asked.patterns.pairs.empty(), "pairs: give --pairs or --pair all, not both");
  asked.pair_label.clear();
  require(asked.data.d.empty() && asked.data.d_prime.empty(), "pair: give --pair all or --d with --d-prime, not both");
  auto const outside = asked.external.is_asked_for();
  require(!outside || asked.data.are_made() || asked.patterns.are_several(),
          "pair: what is not in the catalogue is audited on one pair at a time (give --d and --d-prime; or --data, or "
          "several --pairs)");
  require(outside || !asked.mechanism.empty(), "mechanism: none was named (`warner list` shows all)");
  if (!options.out.empty()) results::require_place(options.out);
  auto const family = question_from(asked);
  auto const pairs = family.sought          ? family.sought->all().pairs
                     : family.pairs.empty() ? named_pairs(family)
                                            : family.pairs;
  auto const many = pairs.size();
  auto code = ExitCode::not_refuted;
  std::vector<results::Record> records;
  std::string list = "[";
  // The datasets of each pair lie beside the list: OUT.1.d.json, ..
  auto const place_of = [&](std::size_t i) {
    return std::filesystem::path{options.out}.replace_extension(fmt::format(".{}.json", i + 1)).string();
  };
  for (std::size_t i = 0; i < many && code == ExitCode::not_refuted; ++i) {
    auto question = family;
    if (family.sought) {
      auto [mechanism, pair] = family.sought->one(pairs[i]);
      question.sought.reset();
      question.outside = std::move(mechanism);
      question.pair = std::move(pair);
    } else {
      question.pair = pairs[i];
    }
    question.search_pairs = false;
    question.options.level /= static_cast<double>(many);
    question.options.budget = question.options.budget / many + (i < question.options.budget % many);
    auto record = answer(std::move(question), results::check);
    record.family = many;
    code = ended(record);
    if (!options.out.empty()) name_datasets_beside(place_of(i), record);
    if (!options.json) {
      print(record, std::cout);
      std::cout << '\n';
    }
    list += fmt::format("{}\n{}", i == 0 ? "" : ",", results::to_json(record));
    records.push_back(std::move(record));
  }
  list += "\n]\n";
  if (options.json) std::cout << list;
  else
    std::cout << fmt::format("Level {} for the family of {} pairs: each is checked at an even share of it.\n",
                             options.question->level, many);
  return printed_first(code, [&] {
    if (options.out.empty()) return;
    for (std::size_t i = 0; i < records.size(); ++i) write_datasets_beside(place_of(i), records[i]);
    results::write_file(options.out, list);
  });
}

}  // namespace

Verb add_check(Command& app) {
  auto command = app.add_subcommand(
      "check", "Try to refute the claim; stops as soon as it is refuted, and the level holds at every stopping time");
  auto const options = add_audit(command);
  command.footer(
      "Examples:\n"
      "  warner check laplace --epsilon 0.1 --budget 1e6\n"
      "  warner check broken/laplace-half-scale --epsilon 1          # exit code 1 after a few hundred trials: "
      "refuted\n"
      "  warner check sparse-vector-1 --sweep pair=all --sweep c=1,2 --budget 1e6\n"
      "  warner check report-noisy-max-laplace --pair all            # every pair, the level shared out\n"
      "  warner check sparse-vector-1 --pairs one-above,half-half --length 20 --base 0");
  return {command, [options] {
            if (options->json || !options->out.empty()) require_nameable(typed_words());
            Keeping const keeping{options->journal, options->out};
            options->question->keeper = keeping.keeper();
            if (!options->sweep.empty()) return audit_sweep(*options, results::check);
            if (options->all) return audit_all(*options, results::check);
            return options->question->pair_label == "all" || options->question->patterns.are_several()
                       ? check_pairs(*options)
                       : check_one(*options);
          }};
}

}  // namespace warner::cli
