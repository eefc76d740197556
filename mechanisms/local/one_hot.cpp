#include <numbers>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::local {
namespace {

/// A category as the string of k numbers with a 1 in its place, released by a mechanism for k numbers that declares its
/// density.
///   summation-histogram-encoding  Laplace noise of scale 2 / epsilon on each [WBLJ17]: epsilon, since two categories
///                                 are L1 distance 2 apart
///   gaussian-encoding             Gaussian noise on each, calibrated to L2 distance sqrt 2 [BW18]: mu = sqrt 2 / sigma
///
/// Guarantee:  the inner mechanism's, for the distance of two such strings; tight.
/// Data:       one category in {0, .., k - 1}.
class OneHot {
 public:
  OneHot(AnyMechanism inner, std::size_t k) : inner_{std::move(inner)}, k_{k} {}

  std::vector<Column> columns(Dataset const& dataset) const { return inner_.columns(encoded(dataset)); }
  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    inner_.release(encoded(dataset), stream, out);
  }
  Guarantee guarantee() const { return inner_.guarantee(); }
  void log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
    inner_.log_density(encoded(dataset), releases, out);
  }
  std::optional<privacy::PairPrivacy> privacy(Pair const& pair) const {
    return inner_.privacy({encoded(pair.d), encoded(pair.d_prime), pair.relation, {}});
  }

 private:
  Dataset encoded(Dataset const& dataset) const {
    require_categories(dataset, 1, k_ - 1);
    Dataset string(k_, 0.0);
    string[static_cast<std::size_t>(dataset[0])] = 1;
    return string;
  }

  AnyMechanism inner_;
  std::size_t k_;
};

std::vector<Pair> zero_and_one() { return {{{0}, {1}, Relation::value, {}}}; }

}  // namespace

Entry summation_histogram_encoding_entry() {
  return {.name = "summation-histogram-encoding",
          .summary = "a category as k numbers, each plus Laplace noise",
          .release = "R^k",
          .parameters = {epsilon_parameter(), {"k", 4, "how many categories, 2 to 4096", Whole{2, 4096}}},
          .reference = "WBLJ17",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"];
            auto const k = values.whole("k");
            return {OneHot{central::Laplace{epsilon, 2, k}, k}, zero_and_one(), Categories{k}};
          }};
}

Entry gaussian_encoding_entry() {
  return {
      .name = "gaussian-encoding",
      .summary = "a category as k numbers, each plus Gaussian noise",
      .release = "R^k",
      .parameters = {epsilon_parameter(),
                     {"delta", 1e-5, "privacy parameter, in (0, 1)", Probability{"Gaussian noise has no pure epsilon"}},
                     {"sigma",
                      {},
                      "standard deviation of the noise; the least one follows from epsilon and delta",
                      Positive{"of the Gaussian noise"}},
                     {"k", 4, "how many categories, 2 to 4096", Whole{2, 4096}}},
      .reference = "BW18",
      .local = true,
      .make = [](Arguments& values) -> Instance {
        auto const delta = values["delta"];
        auto const epsilon_of = [=](double sigma) {
          return privacy::gaussian_pair(std::numbers::sqrt2 / sigma).epsilon(delta);
        };
        auto const epsilon = values.value_by("epsilon", {{"sigma", epsilon_of}});
        auto const sigma =
            values.has("sigma")
                ? values["sigma"]
                : values.value_or("sigma", central::analytic_gaussian_sigma(epsilon, delta, std::numbers::sqrt2));
        auto const k = values.whole("k");
        return {OneHot{central::Gaussian{sigma, {epsilon, delta}, k}, k}, zero_and_one(), Categories{k}};
      }};
}

}  // namespace warner::mechanisms::local
