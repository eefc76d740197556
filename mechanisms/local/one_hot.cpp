#include "mechanisms/local/one_hot.hpp"

#include <numbers>

#include <fmt/format.h>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/contract/dataset.hpp"
#include "mechanisms/contract/parameter_values.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms::local {

OneHot::OneHot(AnyMechanism inner, std::size_t k) : inner_{std::move(inner)}, k_{k} {
  require(k >= 2, fmt::format("k: {} categories leave nothing to hide", k));
}

std::vector<Column> OneHot::columns(Dataset const& dataset) const { return inner_.columns(encoded(dataset)); }

Dataset OneHot::encoded(Dataset const& dataset) const {
  require_categories(dataset, 1, k_ - 1);
  Dataset string(k_, 0.0);
  string[static_cast<std::size_t>(dataset[0])] = 1;
  return string;
}

namespace {

std::vector<Pair> zero_and_one() { return {{{0}, {1}, Relation::value, {}}}; }

}  // namespace

Entry summation_histogram_encoding_entry() {
  return {.name = "summation-histogram-encoding",
          .summary = "a category as k numbers, each plus Laplace noise",
          .release = "R^k",
          .parameters = {{"epsilon", 1, "privacy parameter, > 0"}, {"k", 4, "how many categories, 2 to 4096"}},
          .reference = "WBLJ17",
          .local = true,
          .make = [](Given const& given) -> Instance {
            auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
            auto const k = whole_or(given, "k", 4, 2, 4096);
            return {OneHot{central::Laplace{epsilon, 2, k}, k},
                    {{"epsilon", epsilon}, {"k", static_cast<double>(k)}},
                    zero_and_one(),
                    Categories{k}};
          }};
}

Entry gaussian_encoding_entry() {
  return {
      .name = "gaussian-encoding",
      .summary = "a category as k numbers, each plus Gaussian noise",
      .release = "R^k",
      .parameters = {{"epsilon", 1, "privacy parameter, > 0"},
                     {"delta", 1e-5, "privacy parameter, in (0, 1)"},
                     {"sigma", {}, "standard deviation of the noise; the least one follows from epsilon and delta"},
                     {"k", 4, "how many categories, 2 to 4096"}},
      .reference = "BW18",
      .local = true,
      .make = [](Given const& given) -> Instance {
        auto const delta = value_or(given, "delta", 1e-5);
        require(delta > 0 && delta < 1,
                fmt::format("delta: {} is not in (0, 1) (Gaussian noise has no pure epsilon)", delta));
        auto const epsilon_of = [=](double sigma) {
          return privacy::gaussian_pair(std::numbers::sqrt2 / require_positive("sigma", sigma, "of the Gaussian noise"))
              .epsilon(delta);
        };
        auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}, {"sigma", epsilon_of}});
        auto const sigma = given.contains("sigma")
                               ? value_or(given, "sigma", 0)
                               : central::analytic_gaussian_sigma(epsilon, delta, std::numbers::sqrt2);
        auto const k = whole_or(given, "k", 4, 2, 4096);
        return {OneHot{central::Gaussian{sigma, {epsilon, delta}, k}, k},
                {{"epsilon", epsilon}, {"delta", delta}, {"sigma", sigma}, {"k", static_cast<double>(k)}},
                zero_and_one(),
                Categories{k}};
      }};
}

}  // namespace warner::mechanisms::local
