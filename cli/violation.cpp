#include "cli/violation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/shown_delta.hpp"
#include "sim/require.hpp"
#include "verify/bounds/claimed_divergences.hpp"

namespace warner::cli {
namespace {

std::optional<double> sized(ViolationSize const& size, double claimed) {
  return size.is ? size.is : size.times ? std::optional{*size.times * claimed} : std::nullopt;
}

}  // namespace

AskedViolation violation_of_epsilon(double epsilon, double delta, ViolationSize const& size) {
  AskedViolation asked;
  auto& at = asked.violation;
  at.claimed_epsilon = epsilon, at.delta = delta;
  asked.truly = sized(size, epsilon);
  if (asked.truly) at.violation = *asked.truly;
  asked.words =
      fmt::format("epsilon = {:g}{}", epsilon, delta > 0 ? ", delta = " + mechanisms::shown_delta(delta) : "");
  return asked;
}

AskedViolation violation_of(std::vector<mechanisms::Guarantee> given, std::optional<double> delta,
                            ViolationSize const& size, double speaks) {
  for (auto& claim : given)
    if (std::holds_alternative<mechanisms::PureDp>(claim) && delta.value_or(0) > 0)
      claim = mechanisms::statement_at(claim, *delta);
  auto const claims = verify::at_once(given);
  verify::TestedClaim whole{.divergences = claims.divergences,
                            .with_others = !claims.divergences.empty() && !claims.others.empty()};
  AskedViolation asked;
  auto& at = asked.violation;
  auto const* mu = given.size() == 1 ? std::get_if<mechanisms::GaussianDp>(&given.front()) : nullptr;
  if (mu) {
    auto const at_delta = mechanisms::statement_at(*mu, delta.value_or(mechanisms::usual_delta(*mu)));
    at.claimed_epsilon = at_delta.epsilon, at.delta = at_delta.delta;
    whole.mu = mu->mu, whole.delta = mechanisms::delta_at(*mu, 0);
  } else {
    whole.tradeoff = verify::statements_of(claims);
    whole.epsilon = whole.tradeoff->statements.front().epsilon, whole.delta = whole.tradeoff->statements.front().delta;
  }
  at.speaks = speaks;
  asked.own_currency = mu || whole.is_a_divergence();
  asked.words = claims.words;
  auto const odds = [&](double number) { return verify::odds_that_show(whole, number, at.speaks); };
  if (asked.own_currency && !mu) at.claimed_epsilon = std::min(35.0, odds(whole.divergences.number()));
  auto const claimed = mu ? mu->mu : asked.own_currency ? whole.divergences.number() : 0;
  asked.truly = sized(size, asked.own_currency ? claimed : at.claimed_epsilon);
  if (asked.truly) {
    require(*asked.truly > claimed, fmt::format("violation: {} is not above the claim of {}", *asked.truly, claimed));
    at.violation = asked.own_currency ? odds(*asked.truly) : *asked.truly;
    require(std::isfinite(at.violation),
            fmt::format("violation: no guesses in {} of the trials show {} (--speaks 1?)", at.speaks, *asked.truly));
  }
  if (mu) at.claimed_epsilon = std::min(at.claimed_epsilon, 50.0);
  at.whole = std::move(whole);
  return asked;
}

}  // namespace warner::cli
