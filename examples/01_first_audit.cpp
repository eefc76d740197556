// A first audit: the Laplace mechanism against its own claim.
//
// Prints a certified lower bound on epsilon, which stays below the claim, as it should.

#include <cstdio>

#include "mechanisms/catalogue/registry.hpp"
#include "verify/measure.hpp"
#include "verify/scores/rule.hpp"

using namespace warner;

int main() {
  // The Laplace mechanism of the catalogue, with epsilon = 1, and the pair of neighbours that tells its arms apart
  // best.
  auto const laplace = mechanisms::make(mechanisms::find("laplace"), {{"epsilon", 1.0}});
  auto const& pair = laplace.pairs.front();

  // A million trials of the distinguishing game. With the same seed the numbers are the same on every machine.
  verify::MeasureOptions options;
  options.budget = 1'000'000;
  options.level = 1e-6;
  auto const measured = verify::measure(laplace.mechanism, pair, options);

  // The statement that the mechanism makes of itself, as (epsilon, delta).
  auto const claim = mechanisms::statement_at(laplace.mechanism.guarantee(), options.delta);
  auto const refuted = measured.epsilon_lower_bound > claim.epsilon;

  std::printf("claim       epsilon = %g\n", claim.epsilon);
  std::printf("certified   epsilon >= %.4f, wrong with probability at most %g\n", measured.epsilon_lower_bound,
              measured.level);
  std::printf("adversary   says D when %s\n", verify::say_d(measured.strategy).c_str());
  std::printf("decision    %s\n", refuted ? "refuted" : "not refuted");
  return refuted ? 1 : 0;
}
