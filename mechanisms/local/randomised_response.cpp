#include "mechanisms/local/randomised_response.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::local {
namespace {

double kept_at(double epsilon) {
  require_deniable(epsilon);
  return 1 / (1 + std::exp(-epsilon));
}

void require_share(char const* symbol, double value, double least, double most) {
  require(value >= least && value < most,
          fmt::format("{}: {} is not in [{}, {}) (epsilon follows from it, and is to be finite)", symbol, value, least,
                      most));
}

double epsilon_from_r(double r) {
  require_share("r", r, 0, 1);
  return std::log1p(r) - std::log1p(-r);
}

double epsilon_from_p(double p) {
  require_share("p", p, 0.5, 1);
  return std::log(p / (1 - p));
}

double epsilon_from_gamma(double gamma) {
  require_share("gamma", gamma, 0, 0.5);
  return std::log((0.5 + gamma) / (0.5 - gamma));
}

std::vector<Pair> one_and_zero() { return {{{1}, {0}, Relation::value, {}}}; }

double const ln_3 = std::log(3.0);

/// The channel from the number that was given, so that p is what the user typed and not a round trip through epsilon.
BinaryResponse symmetric(Arguments const& values, double epsilon) {
  if (values.has("p")) return {values["p"], values["p"]};
  if (values.has("r")) return response_from_r(values["r"]);
  if (values.has("gamma")) return response_from_gamma(values["gamma"]);
  return response_from_epsilon(epsilon);
}

Instance make_from_r(Arguments& values) {
  auto const epsilon = values.value_by("epsilon", {{"r", epsilon_from_r}, {"p", epsilon_from_p}});
  auto const response = symmetric(values, epsilon);
  resolve_epsilon(values, response);
  values.set("p", response.keep_one());
  values.value_or("r", 2 * response.keep_one() - 1);
  return {response, one_and_zero()};
}

Instance make_from_gamma(Arguments& values) {
  auto const epsilon = values.value_by("epsilon", {{"gamma", epsilon_from_gamma}});
  auto const response = symmetric(values, epsilon);
  resolve_epsilon(values, response);
  values.value_or("gamma", response.keep_one() - 0.5);
  return {response, one_and_zero()};
}

Instance make_asymmetric(Arguments& values) {
  auto const designed =
      values.has("epsilon") && !values.has("p") && !values.has("q");  // the best for an epsilon is symmetric
  auto const kept = designed ? kept_at(values["epsilon"]) : 0;
  auto const p = designed ? kept : values["p"], q = designed ? kept : values["q"];
  require(p > 0 && p < 1, fmt::format("p: {} is not in (0, 1) (Pr[1 | 1])", p));
  require(q > 0 && q < 1, fmt::format("q: {} is not in (0, 1) (Pr[0 | 0])", q));
  BinaryResponse const response{p, q};
  if (designed) resolve_epsilon(values, response);
  values.set("p", p);
  values.set("q", q);
  // An epsilon at odds with p and q is refused.
  require_positive("epsilon", values.value_by("epsilon", {{"p", [&](double) { return response.epsilon(); }}}),
                   "a privacy parameter such as 1");
  return {response, one_and_zero()};
}

}  // namespace

void require_deniable(double epsilon) {
  require(epsilon <= 36, fmt::format("epsilon: {} is above 36 (a truth that is told so often is told always: its "
                                     "probability rounds to 1)",
                                     epsilon));
}

void resolve_epsilon(Arguments& values, BinaryResponse const& response) {
  auto const spent = response.epsilon();
  if (std::isfinite(spent) && std::fabs(spent - values["epsilon"]) > 1e-9 * spent) values.set("epsilon", spent);
}

BinaryResponse response_from_r(double r) {
  require(r >= 0 && r <= 1, fmt::format("r: {} is not in [0, 1]", r));
  return {(1 + r) / 2, (1 + r) / 2};
}

BinaryResponse response_from_gamma(double gamma) {
  require(gamma >= 0 && gamma <= 0.5, fmt::format("gamma: {} is not in [0, 1/2]", gamma));
  return {0.5 + gamma, 0.5 + gamma};
}

BinaryResponse response_from_epsilon(double epsilon) { return {kept_at(epsilon), kept_at(epsilon)}; }

Entry randomised_response_entry() {
  return {.name = "randomised-response",
          .summary = "the truth with probability r, else a fair coin (Warner's poll of one)",
          .release = "{0,1}",
          .parameters = {epsilon_parameter("privacy parameter, > 0", ln_3),
                         {"r", {}, "probability that the truth is asked for, in (0, 1)"},
                         {"p", {}, "probability of the true answer, (1 + r) / 2"}},
          .reference = "W65",
          .local = true,
          .make = make_from_r};
}

Entry randomised_response_gamma_entry() {
  return {.name = "randomised-response-gamma",
          .summary = "the truth with probability 1/2 + gamma",
          .release = "{0,1}",
          .parameters = {epsilon_parameter("privacy parameter, > 0", ln_3), {"gamma", {}, "in (0, 1/2)"}},
          .reference = "W65",
          .local = true,
          .make = make_from_gamma};
}

Entry randomised_response_asymmetric_entry() {
  return {.name = "randomised-response-asymmetric",
          .summary = "a 1 kept with probability p, a 0 with probability q",
          .release = "{0,1}",
          .parameters = {{"epsilon", {}, "ln max(p / (1 - q), q / (1 - p)); alone it makes p = q"},
                         {"p", 0.9, "Pr[1 | 1], in (0, 1)"},
                         {"q", 0.6, "Pr[0 | 0], in (0, 1), p + q >= 1"}},
          .reference = "W65",
          .local = true,
          .make = make_asymmetric};
}

}  // namespace warner::mechanisms::local
