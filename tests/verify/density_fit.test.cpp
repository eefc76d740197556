// Every mechanism of the catalogue that declares a density: its releases are held against it by the coin
// (verify/bounds/goodness_of_fit.hpp, log_ratio_fit), on each of its pairs.

#include <vector>

#include "mechanisms/catalogue/registry.hpp"
#include "sim/coin.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"
#include "verify/bounds/goodness_of_fit.hpp"

using namespace warner;

namespace {

/// p-value of the declared log ratios of `declares` on as many fair trials of `releases`.
double fit(mechanisms::AnyMechanism const& releases, mechanisms::AnyMechanism const& declares,
           mechanisms::Pair const& pair, std::string const& label, std::uint64_t blocks) {
  auto const seed = tests::seed_of(label);
  auto const width = releases.columns(pair.d).size();
  std::vector<double> ratios[2];
  mechanisms::Releases memory;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    auto const under_d = sim::trials_under_d({seed, sim::Purpose::test, sim::Arm::none}, block, sim::block_size);
    for (auto const arm : {0, 1}) {
      auto const n = arm == 1 ? under_d : sim::block_size - under_d;
      auto const batch = memory.shaped(n, width);
      sim::Stream stream{sim::Address{seed, sim::Purpose::test, arm == 1 ? sim::Arm::d : sim::Arm::d_prime}, block};
      releases.release(arm == 1 ? pair.d : pair.d_prime, stream, batch);
      std::vector<double> p(n), q(n);
      declares.log_density(pair.d, batch, p);
      declares.log_density(pair.d_prime, batch, q);
      for (std::size_t i = 0; i < n; ++i) ratios[arm].push_back(p[i] - q[i]);
    }
  }
  return verify::log_ratio_fit(ratios[1], ratios[0]);
}

}  // namespace

// Level 1e-9 for each of the some two hundred pairs; 2^15 trials.
TEST_CASE("every mechanism with a density releases what it declares", "[verify][statistical]") {
  int pairs = 0;
  for (auto const& entry : mechanisms::registry()) {
    auto const instance = mechanisms::make(entry, {});
    if (!instance.mechanism.has_density()) continue;
    for (auto const& pair : instance.pairs) {
      INFO(entry.name << ", " << pair.label);
      CHECK(fit(instance.mechanism, instance.mechanism, pair, entry.name + pair.label, 8) > 1e-9);
      ++pairs;
    }
  }
  CHECK(pairs > 100);
}

// Twins: mechanisms at epsilon = 1 held against the density that is declared at 1.02 of it and at 1 / 1.02. 2^22
// trials: randomised response is then 18 standard deviations away.
TEST_CASE("densities that are two per cent off are refuted", "[verify][statistical]") {
  for (auto const* name : {"randomised-response", "laplace", "discrete-laplace"}) {
    auto const at = [&](double epsilon) { return mechanisms::make(mechanisms::find(name), {{"epsilon", epsilon}}); };
    auto const instance = at(1);
    INFO(name);
    CHECK(fit(instance.mechanism, instance.mechanism, instance.pairs.front(), name, 1024) > 1e-9);
    for (auto const wrong : {1.02, 1 / 1.02})
      CHECK(fit(instance.mechanism, at(wrong).mechanism, instance.pairs.front(), name, 1024) < 1e-9);
  }
}
