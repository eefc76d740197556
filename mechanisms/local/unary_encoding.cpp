#include "mechanisms/local/unary_encoding.hpp"

#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/local/independent_bits.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {
namespace {

struct Coins {
  double p, q;  // Pr[1 | 1], Pr[1 | 0]
};

Coins symmetric(double epsilon) { return {1 / (1 + std::exp(-epsilon / 2)), 1 / (1 + std::exp(epsilon / 2))}; }
Coins optimised(double epsilon) { return {0.5, 1 / (1 + std::exp(epsilon))}; }
Coins thresholded(double epsilon, double theta) {
  return {1 - std::exp(epsilon * (theta - 1) / 2) / 2, std::exp(-epsilon * theta / 2) / 2};
}

double epsilon_of(Given const& given) {
  return epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
}

Instance of_coins(Coins const& coins, double epsilon, Given const& given, Parameters parameters) {
  auto const k = whole_or(given, "k", 4, 2, 4096);
  parameters.emplace_back("k", static_cast<double>(k));
  return {IndependentBits{coins.p, coins.q, k, IndependentBits::Data::category, PureDp{epsilon}},
          parameters,
          {{{0}, {1}, Relation::value, {}}},
          Categories{k}};
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "privacy parameter, > 0"}, {"k", 4, "how many categories, 2 to 4096"}};
}

}  // namespace

double best_theta(double epsilon) {
  auto const spread = [=](double theta) {
    auto const [p, q] = thresholded(epsilon, theta);
    return q * (1 - q) / ((p - q) * (p - q));
  };
  auto const golden = (std::sqrt(5.0) - 1) / 2;
  double low = 0.5, high = 1;
  while (high - low > 1e-8) {
    auto const left = high - golden * (high - low), right = low + golden * (high - low);
    (spread(left) < spread(right) ? high : low) = spread(left) < spread(right) ? right : left;
  }
  return low;
}

Entry symmetric_unary_encoding_entry() {
  return {.name = "symmetric-unary-encoding",
          .summary = "a category as k bits, each kept or flipped alike",
          .release = "{0,1}^k",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Given const& given) {
            auto const epsilon = epsilon_of(given);
            return of_coins(symmetric(epsilon), epsilon, given, {{"epsilon", epsilon}});
          }};
}

Entry optimised_unary_encoding_entry() {
  return {.name = "optimised-unary-encoding",
          .summary = "a category as k bits, the one kept by a fair coin and the zeros flipped seldom",
          .release = "{0,1}^k",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Given const& given) {
            auto const epsilon = epsilon_of(given);
            return of_coins(optimised(epsilon), epsilon, given, {{"epsilon", epsilon}});
          }};
}

Entry thresholded_histogram_encoding_entry() {
  auto takes = parameters();
  takes.push_back(
      {"theta", {}, "what noisy entries are compared with, in (1/2, 1); the best one follows from epsilon"});
  return {.name = "thresholded-histogram-encoding",
          .summary = "a category as k bits: which noisy entries of its string are above theta",
          .release = "{0,1}^k",
          .parameters = takes,
          .reference = "WBLJ17",
          .local = true,
          .make = [](Given const& given) {
            auto const epsilon = epsilon_of(given),
                       theta = given.contains("theta") ? value_or(given, "theta", 0) : best_theta(epsilon);
            require(theta > 0.5 && theta < 1, fmt::format("theta: {} is not in (1/2, 1)", theta));
            return of_coins(thresholded(epsilon, theta), epsilon, given, {{"epsilon", epsilon}, {"theta", theta}});
          }};
}

}  // namespace warner::mechanisms::local
