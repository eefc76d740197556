#include <algorithm>
#include <functional>
#include <span>

#include <nanobind/stl/string.h>

#include "mechanisms/noise/bernoulli.hpp"
#include "mechanisms/noise/discrete_gaussian.hpp"
#include "mechanisms/noise/discrete_laplace.hpp"
#include "mechanisms/noise/exponential.hpp"
#include "mechanisms/noise/gaussian.hpp"
#include "mechanisms/noise/geometric.hpp"
#include "mechanisms/noise/gumbel.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "python/binding/arrays.hpp"
#include "python/binding/parts.hpp"
#include "sim/driver.hpp"
#include "sim/require.hpp"

namespace warner::python {
namespace {

namespace nb = nanobind;
using namespace mechanisms;

/// Fills arrays with noise, from blocks of 4096 of one seed: no call draws what another drew.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed, int threads)
      : key_{sim::key_of({seed, sim::Purpose::sample, sim::Arm::d})}, threads_{threads} {}

  template <class Law>
  void fill(Law const& law, double location, Output1 const& out) {
    std::span<double> const all{out.data(), out.shape(0)};
    nb::gil_scoped_release const released;
    sim::for_each_block({0, all.size()},
                        [&](std::uint64_t, std::uint64_t block, std::uint64_t trials) {
                          sim::Stream stream{key_, next_ + block};
                          law.fill(stream, location, all.subspan(block * sim::block_size, trials));
                        },
                        {threads_, nullptr, nullptr});
    next_ += (all.size() + sim::block_size - 1) / sim::block_size;
  }

 private:
  sim::Key key_;
  int threads_;
  std::uint64_t next_ = 0;  // block
};

}  // namespace

void add_noise(nb::module_& module) {
  using namespace nb::literals;
  auto sampler = nb::class_<Sampler>(module, "Sampler", "Fills arrays with noise.");
  sampler.def(nb::init<std::uint64_t, int>(), "seed"_a, "threads"_a);
  auto const add = [&](char const* name, auto make, char const* parameter) {
    sampler.def(
        name,
        [make](Sampler& self, Output1 const& out, double location, double value) {
          self.fill(make(value), location, out);
        },
        "out"_a, "location"_a, nb::arg(parameter));
  };
  add(
      "laplace", [](double x) { return noise::Laplace{x}; }, "scale");
  add(
      "gaussian", [](double x) { return noise::Gaussian{x}; }, "standard_deviation");
  add(
      "gumbel", [](double x) { return noise::Gumbel{x}; }, "scale");
  add(
      "exponential", [](double x) { return noise::Exponential{x}; }, "mean");
  add(
      "geometric", [](double x) { return noise::Geometric{x}; }, "ratio");
  add(
      "bernoulli", [](double x) { return noise::Bernoulli{x}; }, "probability");
  add(
      "discrete_laplace", [](double x) { return noise::DiscreteLaplace{x}; }, "ratio");
  add(
      "discrete_gaussian", [](double x) { return noise::DiscreteGaussian{x}; }, "standard_deviation");
}

}  // namespace warner::python
