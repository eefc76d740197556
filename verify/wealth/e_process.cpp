#include "verify/wealth/e_process.hpp"

#include <cmath>
#include <utility>

#include "sim/require.hpp"
#include "verify/bounds/invert.hpp"
#include "verify/wealth/wealth.hpp"

namespace warner::verify {
namespace {

double just_above(double epsilon) { return epsilon + 1e-12 * (1 + epsilon); }

}  // namespace

bool TestedClaim::is_a_divergence() const { return divergences.is_one_number() && !with_others; }

EProcess::EProcess(TestedClaim claim, double level)
    : claim_{std::move(claim)}, level_{level}, stakes_{stakes_for(claim_.epsilon, claim_.delta)} {
  require(!(claim_.mu && claim_.tradeoff), "claim: a mu and a trade-off (test one at a time)");
  if (claim_.mu) profile_ = gaussian_profile(*claim_.mu), lines_ = lines_for(*claim_.mu);
  require(claim_.divergences.empty() || claim_.tradeoff, "claim: divergences without their statements");
  if (claim_.tradeoff) profile_ = tradeoff_profile(*claim_.tradeoff), lines_ = lines_for(*claim_.tradeoff);
  if (profile_) profile_->divergences = claim_.divergences;
  easier_ = implied_by_a_quarter(claim_.divergences);
  if (claim_.is_a_divergence()) divergence_lines_ = lines_of(claim_.divergences);
}

double EProcess::log_at_claim(SeenRounds const& seen) const {
  return profile_ ? log_profile_wealth(seen.rounds, seen.nested, *profile_, lines_)
                  : log_wealth(seen.rounds, claim_.epsilon, claim_.delta, stakes_);
}

bool EProcess::refutes(SeenRounds const& seen) const {
  auto const needed = -std::log(level_);
  if (claim_.is_a_divergence())
    return log_at_claim(seen) >= needed && divergence_lower_bound(seen) > claim_.divergences.number();
  if (claim_.tradeoff) return log_at_claim(seen) >= needed;
  if (claim_.mu)
    return log_profile_wealth(seen.rounds, seen.nested, gaussian_profile(just_above(*claim_.mu)), lines_) >= needed &&
           mu_lower_bound(seen) > *claim_.mu;
  if (stakes_.empty() && out_of_reach(seen.rounds, needed)) return false;
  return log_wealth(seen.rounds, just_above(claim_.epsilon), claim_.delta, stakes_) >= needed &&
         epsilon_lower_bound(seen) > claim_.epsilon;
}

double EProcess::epsilon_lower_bound(SeenRounds const& seen) const {
  return anytime_epsilon_lower_bound(seen.rounds, claim_.delta, stakes_, level_);
}

double EProcess::mu_lower_bound(SeenRounds const& seen) const {
  return anytime_mu_lower_bound(seen.rounds, seen.nested, lines_, level_);
}

double EProcess::divergence_lower_bound(SeenRounds const& seen) const {
  return greatest_refuted(level_, [&](double number) {
    return log_profile_wealth(seen.rounds, seen.nested,
                              divergence_profile(claim_.divergences, divergence_lines_, number), lines_);
  });
}

std::vector<mechanisms::ApproximateDp> EProcess::statements() const {
  if (!profile_) return {{claim_.epsilon, claim_.delta}};
  std::vector<mechanisms::ApproximateDp> all;
  for (auto const& line : lines_) all.push_back({line.epsilon, profile_->delta(line.epsilon)});
  return all;
}

/// Whether no stake at all could have made so much, from whichever round on; of a pure claim.
/// Cheap, and true at most looks.
bool EProcess::out_of_reach(std::span<RoundTally const> rounds, double needed) const {
  sim::Tally since{};
  for (auto k = rounds.size(); k-- > 0;)
    if (log_wealth_limit(since += rounds[k].tally, claim_.epsilon) >= needed) return false;
  return true;
}

}  // namespace warner::verify
