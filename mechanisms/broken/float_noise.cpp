#include "mechanisms/broken/float_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/privacy/exact_pairs.hpp"

namespace warner::mechanisms::broken {

FloatNoise::FloatNoise(NaiveSampler sampler, double scale, Guarantee const& claim)
    : sampler_{sampler}, scale_{require_positive("scale", scale, "of the noise")}, claim_{claim} {}

std::vector<Column> FloatNoise::columns(Dataset const& dataset) const {
  require_numbers(dataset, 1);
  return {{"y", Column::Kind::floating}};
}

void FloatNoise::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  fill_naive(sampler_, stream, dataset[0], scale_, out.column(0));
}

std::optional<privacy::PairPrivacy> FloatNoise::privacy(Pair const& pair) const {
  columns(pair.d);
  columns(pair.d_prime);
  if (pair.d == pair.d_prime) return privacy::equal_pair();
  auto const one = std::fabs(pair.d[0]), other = std::fabs(pair.d_prime[0]), near = std::min(one, other),
             far = std::max(one, other);
  if (near != 0 || far < 1) return std::nullopt;
  privacy::PairPrivacy infinite;
  infinite.epsilon = [mass = 0.02 / (1 + scale_)](double delta) {
    return delta < mass ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  };
  return infinite;
}

namespace {

std::vector<Pair> zero_and_one() { return {{{0}, {1}, Relation::substitute, {}}}; }

Instance make_laplace(Arguments& values, NaiveSampler sampler) {
  auto const epsilon = values.value_by("epsilon", {{"scale", [](double scale) { return 1 / scale; }}});
  values.set("scale", 1 / epsilon);
  return {FloatNoise{sampler, 1 / epsilon, PureDp{epsilon}}, zero_and_one()};
}

Instance make_gaussian(Arguments& values, NaiveSampler sampler) {
  auto const epsilon = values["epsilon"], delta = values["delta"];
  return {FloatNoise{sampler, central::analytic_gaussian_sigma(epsilon, delta, 1), ApproximateDp{epsilon, delta}},
          zero_and_one()};
}

Entry laplace_entry(std::string name, std::string summary, std::string reference, Instance (*make)(Arguments&)) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .release = "R^1",
          .parameters = {epsilon_parameter("what is claimed, > 0"),
                         {"scale", {}, "of the noise; epsilon = 1 / scale", Positive{"of the Laplace noise"}}},
          .flaw = "low bits that only an answer near 0 leaves: epsilon is infinite",
          .reference = std::move(reference),
          .make = make};
}

Entry gaussian_entry(std::string name, std::string summary, std::string reference, Instance (*make)(Arguments&)) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .release = "R^1",
          .parameters = {epsilon_parameter("what is claimed, > 0"), {"delta", 1e-5, "what is claimed, in (0, 1)"}},
          .flaw = "low bits that only an answer near 0 leaves: epsilon is infinite",
          .reference = std::move(reference),
          .make = make};
}

}  // namespace

Entry laplace_float64_entry() {
  return laplace_entry("broken/laplace-float64", "a number plus the logarithm of a 53-bit uniform", "M12",
                       [](Arguments& values) { return make_laplace(values, NaiveSampler::laplace); });
}
Entry laplace_four_uniforms_float64_entry() {
  return laplace_entry("broken/laplace-four-uniforms-float64", "a number plus Laplace noise from four uniforms", "HB21",
                       [](Arguments& values) { return make_laplace(values, NaiveSampler::laplace_four_uniforms); });
}
Entry gaussian_float64_box_muller_entry() {
  return gaussian_entry("broken/gaussian-float64-box-muller", "a number plus Gaussian noise by Box and Muller",
                        "HDHSH22",
                        [](Arguments& values) { return make_gaussian(values, NaiveSampler::gaussian_box_muller); });
}
Entry gaussian_float64_polar_entry() {
  return gaussian_entry("broken/gaussian-float64-polar", "a number plus Gaussian noise by the polar method", "HDHSH22",
                        [](Arguments& values) { return make_gaussian(values, NaiveSampler::gaussian_polar); });
}
Entry gaussian_float64_ziggurat_entry() {
  return gaussian_entry("broken/gaussian-float64-ziggurat", "a number plus Gaussian noise by the ziggurat", "HDHSH22",
                        [](Arguments& values) { return make_gaussian(values, NaiveSampler::gaussian_ziggurat); });
}
Entry gaussian_two_normals_float64_entry() {
  return gaussian_entry("broken/gaussian-two-normals-float64", "a number plus Gaussian noise from two normals", "HB21",
                        [](Arguments& values) { return make_gaussian(values, NaiveSampler::gaussian_two_normals); });
}
Entry laplace_float32_entry() {
  return laplace_entry("broken/laplace-float32", "a number plus Laplace noise in single precision", "M12",
                       [](Arguments& values) { return make_laplace(values, NaiveSampler::laplace_single); });
}
Entry gaussian_four_float32_entry() {
  return gaussian_entry("broken/gaussian-four-float32", "a number plus half the sum of four single-precision normals",
                        "HDHSH22",
                        [](Arguments& values) { return make_gaussian(values, NaiveSampler::gaussian_four_single); });
}

}  // namespace warner::mechanisms::broken
