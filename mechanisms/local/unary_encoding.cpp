#include <cmath>

#include <fmt/format.h>

#include "mechanisms/contract/entry.hpp"
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

Instance of_coins(Coins const& coins, Arguments& values) {
  auto const k = values.whole("k");
  auto const epsilon = values["epsilon"];
  require(coins.p < 1 && coins.q > 0,
          fmt::format("epsilon: {} is too large (the probability of a coin rounds to 0 or 1)", epsilon));
  // Near 1 a probability rounds coarsely, and the coins may spend more than was asked.
  auto const spent = largest_loss(coins.p, coins.q, 1, 1), claim = spent > epsilon * (1 + 1e-9) ? spent : epsilon;
  return {IndependentBits{coins.p, coins.q, k, IndependentBits::Data::category, PureDp{claim}},
          {{{0}, {1}, Relation::value, {}}},
          Categories{k}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter(), {"k", 4, "how many categories, 2 to 4096", Whole{2, 4096}}};
}

/// The theta in (1/2, 1) with the least variance of the estimated counts, q (1 - q) / (p - q)^2.
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

}  // namespace

/// Unary encodings [WBLJ17]: a category becomes the string of k bits with a 1 in its place, and every bit is reported
/// by a coin of its own.
///   symmetric-unary-encoding        a bit is kept with probability e^(epsilon/2) / (1 + e^(epsilon/2)): epsilon, tight
///   optimised-unary-encoding        Pr[1 | 1] = 1/2, Pr[1 | 0] = 1 / (1 + e^epsilon): epsilon, tight, and the least
///                                   variance
///   thresholded-histogram-encoding  the bits "noisy entry above theta" of the string plus Laplace noise of scale 2 /
///                                   epsilon: truly ln(p (1 - q) / (q (1 - p))) < epsilon. Sampled as the coins they
///                                   are; theta in (1/2, 1).
Entry symmetric_unary_encoding_entry() {
  return {.name = "symmetric-unary-encoding",
          .summary = "a category as k bits, each kept or flipped alike",
          .release = "{0,1}^k",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Arguments& values) { return of_coins(symmetric(values["epsilon"]), values); }};
}

Entry optimised_unary_encoding_entry() {
  return {.name = "optimised-unary-encoding",
          .summary = "a category as k bits, the one kept by a fair coin and the zeros flipped seldom",
          .release = "{0,1}^k",
          .parameters = parameters(),
          .reference = "WBLJ17",
          .local = true,
          .make = [](Arguments& values) { return of_coins(optimised(values["epsilon"]), values); }};
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
          .make = [](Arguments& values) {
            auto const epsilon = values["epsilon"], theta = values.value_or("theta", best_theta(epsilon));
            require(theta > 0.5 && theta < 1, fmt::format("theta: {} is not in (1/2, 1)", theta));
            auto instance = of_coins(thresholded(epsilon, theta), values);
            instance.parameters = {{"epsilon", epsilon}, {"theta", theta}, {"k", values["k"]}};
            return instance;
          }};
}

}  // namespace warner::mechanisms::local
