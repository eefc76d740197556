#include "cli/claim_options.hpp"

namespace warner::cli {

void add_claims(Command& command, ClaimOptions& options, std::string const& epsilon_names,
                std::string const& epsilon_words) {
  command.add_option(epsilon_names, options.epsilon, epsilon_words).type_name("X");
  command.add_option("--claim-delta", options.delta, "At this delta").type_name("X");
  command
      .add_option("--claim-mu", options.mu, "Test mu-Gaussian DP (at a delta; `check` needs none and tests it whole)")
      .type_name("X");
  command
      .add_option("--claim-rho", options.rho,
                  "Test rho-zero-concentrated DP (`check` whole; `measure` by the divergence of its guesses)")
      .type_name("X");
  command
      .add_option("--claim-rdp", options.rdp,
                  "Test a Renyi divergence, order and bound, likewise; for several orders give it again")
      .type_name("ALPHA:EPSILON")
      .one_at_a_time();
  command
      .add_option("--claim-tradeoff", options.tradeoff,
                  "Test a whole trade-off function: 'gaussian sigma=1 x10' (as private as that; see `warner compose`) "
                  "or points '1:1e-6,0.5:0.01' that all hold")
      .type_name("SPEC");
}

}  // namespace warner::cli
