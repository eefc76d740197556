#include "results/audit/claims_of.hpp"

namespace warner::results {

std::vector<mechanisms::Guarantee> claims_of(Record const& record) {
  if (record.claimed_mu) return {mechanisms::GaussianDp{*record.claimed_mu}};
  std::vector<mechanisms::Guarantee> claims;
  auto const& divergences = record.claimed_divergences;
  if (divergences.rho) claims.emplace_back(mechanisms::ZeroConcentratedDp{*divergences.rho});
  for (auto const& renyi : divergences.renyi) claims.emplace_back(renyi);
  if (record.claimed_tradeoff && (claims.empty() || record.claimed_with_others))
    claims.emplace_back(*record.claimed_tradeoff);
  if (claims.empty() && record.claim.delta == 0) claims.emplace_back(mechanisms::PureDp{record.claim.epsilon});
  if (claims.empty()) claims.emplace_back(record.claim);
  return claims;
}

}  // namespace warner::results
