
#include "cli/audits.hpp"
#include "cli/journal.hpp"
#include "cli/sweep.hpp"
#include "cli/verb.hpp"

namespace warner::cli {

Verb add_measure(Command& app) {
  auto command =
      app.add_subcommand("measure", "Certify a lower bound on epsilon and decide whether it refutes the claim");
  auto const options = add_audit(command);
  command
      .add_option("--search-budget", options->question->search_budget,
                  "Of these so many to search on, for a strategy and, with --pair search, for a pair [a fifth]")
      .type_name("N");
  command.footer(
      "Examples:\n"
      "  warner measure laplace --epsilon 0.1 --budget 1e6\n"
      "  warner measure broken/laplace-half-scale --epsilon 1 --budget 1e5     # exit code 1: refuted\n"
      "  warner measure --exec 'python3 my.py' --data people.csv --neighbours add-remove --bounds income=0:100 "
      "--claim-epsilon 1     # a program of your own, on neighbours that are found\n"
      "  warner measure laplace --sweep epsilon=0.1,0.5,1,2 --budget 1e6\n"
      "  warner measure laplace-vector --k 5 --d '[0,0,0,0,0]' --d-prime '[1,0,0,0,0]' --json");
  return {command, [options] {
            if (options->json || !options->out.empty()) require_nameable(typed_words());
            Keeping const keeping{options->journal, options->out};
            options->question->keeper = keeping.keeper();
            if (!options->sweep.empty()) return audit_sweep(*options, results::audit);
            return options->all ? audit_all(*options, results::audit) : audit_one(*options, results::audit);
          }};
}

}  // namespace warner::cli
