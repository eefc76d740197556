#include "mechanisms/local/randomised_response.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::local {
namespace {

double kept_at(double epsilon) { return 1 / (1 + std::exp(-epsilon)); }

void require_share(char const* symbol, double value, double least, double most) {
  require(value >= least && value < most,
          fmt::format("{}: {} is not in [{}, {}) (epsilon follows from it, and is to be finite)", symbol, value, least,
                      most));
}

double same(double epsilon) { return epsilon; }

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
BinaryResponse symmetric(Given const& given, double epsilon) {
  if (auto const p = given.find("p"); p != given.end()) return {p->second, p->second};
  if (auto const r = given.find("r"); r != given.end()) return response_from_r(r->second);
  if (auto const gamma = given.find("gamma"); gamma != given.end()) return response_from_gamma(gamma->second);
  return response_from_epsilon(epsilon);
}

Instance make_from_r(Given const& given) {
  auto const epsilon = epsilon_from(given, ln_3, {{"epsilon", same}, {"r", epsilon_from_r}, {"p", epsilon_from_p}});
  auto const response = symmetric(given, epsilon);
  auto const p = response.keep_one();
  return {response, {{"epsilon", epsilon}, {"r", value_or(given, "r", 2 * p - 1)}, {"p", p}}, one_and_zero()};
}

Instance make_from_gamma(Given const& given) {
  auto const epsilon = epsilon_from(given, ln_3, {{"epsilon", same}, {"gamma", epsilon_from_gamma}});
  auto const response = symmetric(given, epsilon);
  return {
      response, {{"epsilon", epsilon}, {"gamma", value_or(given, "gamma", response.keep_one() - 0.5)}}, one_and_zero()};
}

Instance make_asymmetric(Given const& given) {
  auto const designed = given.contains("epsilon") && !given.contains("p") &&
                        !given.contains("q");  // the best for an epsilon is symmetric
  auto const kept = designed ? kept_at(given.find("epsilon")->second) : 0;
  auto const p = designed ? kept : value_or(given, "p", 0.9), q = designed ? kept : value_or(given, "q", 0.6);
  require(p > 0 && p < 1, fmt::format("p: {} is not in (0, 1) (Pr[1 | 1])", p));
  require(q > 0 && q < 1, fmt::format("q: {} is not in (0, 1) (Pr[0 | 0])", q));
  BinaryResponse const response{p, q};
  Given all = given;
  all["p"] = p;  // so that an epsilon at odds with p and q is refused
  auto const epsilon =
      epsilon_from(all, response.epsilon(), {{"epsilon", same}, {"p", [&](double) { return response.epsilon(); }}});
  return {response, {{"epsilon", epsilon}, {"p", p}, {"q", q}}, one_and_zero()};
}

}  // namespace

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
          .parameters = {{"epsilon", ln_3, "privacy parameter, > 0"},
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
          .parameters = {{"epsilon", ln_3, "privacy parameter, > 0"}, {"gamma", {}, "in (0, 1/2)"}},
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
