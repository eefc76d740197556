#include "results/figures/experiments/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "results/figures/tables/agreement.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;
using namespace warner::results::experiments;

namespace {

void count_above_one(mechanisms::ConstBatch y, std::span<std::uint64_t> counts) {
  counts[0] += static_cast<std::uint64_t>(std::ranges::count_if(y.column(0), [](double value) { return value > 1; }));
}

}  // namespace

// Level 1e-6 for any seed. Power: at half the scale Pr[y > 1] falls from 0.18 to 0.07; 20,000 trials tell them apart by
// 40 deviations.
TEST_CASE("a simulation agrees with the exact law of Laplace and refutes it at half the scale",
          "[results][statistical]") {
  FigureOptions const options;
  constexpr std::uint64_t trials = 20'000;
  auto const judge = [&](double scale) {
    Simulation simulation{options, 200};
    auto const counts = simulation.releases(mechanism("laplace", {{"scale", scale}}), {0}, trials, 1, count_above_one);
    Agreement agreement;
    agreement.proportion("Pr[y > 1]", counts[0], trials, std::exp(-1) / 2);
    return agreement.judge().front().agrees();
  };
  CHECK(judge(1));
  CHECK_FALSE(judge(0.5));
}

TEST_CASE("a simulation is the same for any number of threads, and no two calls share a draw", "[results]") {
  auto const laplace = mechanism("laplace", {{"epsilon", 1}});
  Counts first, second;
  for (auto const threads : {1, 2, 7}) {
    FigureOptions options;
    options.execution.threads = threads;
    Simulation simulation{options, 200};
    auto const one = simulation.releases(laplace, {0}, 50'001, 1, count_above_one),
               two = simulation.releases(laplace, {0}, 50'001, 1, count_above_one);
    if (threads == 1) first = one, second = two;
    CHECK(one == first);
    CHECK(two == second);
    CHECK(one != two);
  }
}

TEST_CASE("answers of people are counted across whole blocks", "[results]") {
  auto const asks = mechanism("randomised-response", {{"epsilon", 36}});  // the truth, all but surely
  sim::Stream stream{{.seed = 1, .purpose = sim::Purpose::test}, 0};
  CHECK(answers(asks, 1, 1, 10'000, stream) == 10'000);
  CHECK(answers(asks, 0, 1, 10'000, stream) == 0);
  CHECK(answers(asks, 0, 0, 0, stream) == 0);
}
