#include "mechanisms/catalogue/exact_accuracy.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::mechanisms;

namespace {

struct Drawn {
  Instance instance;
  std::optional<ExactAccuracy> exact;
};

Drawn of(std::string const& name, ParameterValues const& values = {}) {
  auto instance = make(find(name), values);
  auto const exact = exact_accuracy(name, instance.parameters, instance.pairs.front().d);
  return {std::move(instance), exact};
}

}  // namespace

TEST_CASE("mechanisms that add noise say how accurate they are", "[mechanisms]") {
  CHECK(of("laplace", {{"epsilon", 0.5}}).exact->mean_square().value() == Approx(8));
  CHECK(of("laplace").exact->quantile(0.95).value() == Approx(std::log(20)));
  CHECK(of("laplace-vector", {{"k", 2}}).exact->quantile(0.81).value() == Approx(std::log(10)));
  CHECK(of("gaussian", {{"sigma", 2}}).exact->within(2) == Approx(0.6826894921));
  CHECK(of("discrete-laplace").exact->quantile(0.4).value() == 0);
  CHECK(of("uniform-noise").exact->mean_square().value() == Approx(2500.0 / 3));
  CHECK(of("broken/laplace-half-scale").exact->mean_square().value() == Approx(0.5));
  CHECK(of("snapping").exact->truth.size() == 1);
  CHECK(!of("snapping").exact->mean_square());
  CHECK(!of("snapping").exact->quantile(0.5));
  CHECK(!of("poll").exact);
}

// Every exact value against 2^18 releases. Six standard errors of a mean of squares; within: a binomial share.
TEST_CASE("exact accuracies are those of the releases", "[mechanisms][statistical]") {
  constexpr std::size_t n = 4096, blocks = 64;
  for (auto const& entry : registry()) {
    auto const [instance, exact] = of(entry.name);
    if (!exact || !exact->mean_square()) continue;
    CAPTURE(entry.name);
    auto const& d = instance.pairs.front().d;
    auto const middle = exact->quantile(0.7).value();
    double sum = 0, squares = 0, fourths = 0, within = 0;
    Releases memory;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      auto const batch = memory.shaped(n, exact->truth.size());
      sim::Stream stream{{11, sim::Purpose::test}, block};
      instance.mechanism.release(d, stream, batch);
      for (std::size_t i = 0; i < n; ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < batch.width(); ++j)
          largest = std::max(largest, std::fabs(batch(i, j) - exact->truth[j]));
        auto const e = batch(i, 0) - exact->truth[0];
        sum += e, squares += e * e, fourths += e * e * e * e, within += largest <= middle;
      }
    }
    auto const all = static_cast<double>(n * blocks), mean_square = squares / all, share = exact->within(middle);
    CHECK(std::fabs(mean_square - *exact->mean_square()) <
          6 * std::sqrt((fourths / all - mean_square * mean_square) / all));
    CHECK(std::fabs(sum / all - *exact->bias) < 6 * std::sqrt(mean_square / all));
    CHECK(std::fabs(within / all - share) < 6 * std::sqrt(share * (1 - share) / all) + 1e-9);
  }
}
