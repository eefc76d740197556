#include "results/figures/experiments/waits.hpp"

#include <filesystem>
#include <unistd.h>

#include "mechanisms/catalogue/registry.hpp"
#include "results/audit/file.hpp"
#include "results/figures/figures.hpp"
#include "tests/support/catch.hpp"
#include "verify/bounds/clopper_pearson.hpp"

using namespace warner;
using namespace warner::results;
using experiments::Waits;

namespace {

Question question(char const* mechanism, std::uint64_t budget) {
  Question asked{.mechanism = mechanism};
  asked.options.budget = budget;
  return asked;
}

sim::Execution threads(int n) { return {n, nullptr, nullptr}; }

}  // namespace

TEST_CASE("a quantile of waiting times counts the checks that never refuted as the longest", "[results]") {
  Waits waits;
  waits.checks = 5;
  waits.trials = {10, 20, 30, 40};
  CHECK(waits.quantile(0.5) == 30u);
  CHECK(waits.quantile(0.8) == 40u);
  CHECK_FALSE(waits.quantile(0.9).has_value());
  CHECK_FALSE(waits.mean().has_value());
  waits.trials.push_back(100);
  CHECK(waits.quantile(0.9) == 100u);
  CHECK(waits.quantile(0.01) == 10u);
  CHECK(waits.mean() == 40.0);
  waits.checks = 101;
  waits.trials.assign(101, 0);
  for (std::uint64_t i = 0; i < 101; ++i) waits.trials[i] = i;
  CHECK(waits.quantile(0.5) == 50u);
  CHECK(waits.quantile(0.9) == 90u);
}

// Level 1e-6: a true claim is refuted, each time, with probability at most 0.05. Its twin, half the noise, takes 344
// trials nine times in ten.
TEST_CASE("waiting for refutations spares the sound, and is the same for any number of threads",
          "[results][statistical][same-bytes]") {
  std::vector<experiments::Repeated> const asked{{question("broken/laplace-half-scale", 20'000), {}},
                                                 {question("laplace", 1'000), {}}};
  auto const one = experiments::wait_for_refutations(asked, 25, threads(1)),
             three = experiments::wait_for_refutations(asked, 25, threads(3));
  CHECK(one[0].refuted() == 25);
  CHECK(one[0].quantile(0.5).value() < 1'000);
  CHECK(verify::binomial_at_least(one[1].refuted(), 25, 0.05) > 1e-6);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    CHECK(one[i].trials == three[i].trials);
    CHECK(one[i].above_the_truth == three[i].above_the_truth);
    CHECK(verify::binomial_at_least(one[i].above_the_truth, 25, 0.05) > 1e-6);
  }
  auto again = asked[0].question;
  again.options.seed += 1;
  auto const trials = check(again).measurement.certify_trials;  // the first of them, by itself
  CHECK(std::ranges::count(one[0].trials, trials) >= 1);
}

TEST_CASE("the planner knows what a measured strategy needs, and that a true claim is never broken",
          "[results][statistical]") {
  auto const planned = experiments::planned_trials(
      {question("broken/laplace-half-scale", 1), question("broken/shared-noise", 1), question("laplace", 1)}, 100'000,
      threads(2));
  CHECK(planned[0].value() > 100);
  CHECK(planned[0].value() < 400);
  CHECK(planned[1] == 20u);                         // she is never wrong: 20 guesses
  CHECK((!planned[2] || *planned[2] > 1'000'000));  // an estimate may be above the claim by chance
}

TEST_CASE(
    "the figure of waiting times has every broken mechanism but the one that needs a clock, and agrees with itself",
    "[results][statistical]") {
  auto const folder = std::filesystem::temp_directory_path() / ("warner-waits-" + std::to_string(::getpid()));
  auto const& figure = find_figure("time-to-refutation");
  REQUIRE(figure.can_measure);  // it says seconds: no byte of its table is compared
  FigureOptions options;
  options.out = folder;
  options.quick = true;
  auto const made = make_figure(figure, options);
  INFO(made.summary);
  CHECK(made.agrees);
  auto const table = read_file(made.files[0]);
  for (auto const& entry : mechanisms::registry())
    if (entry.broken())
      CHECK((table.find("\r\nbroken," + entry.name.substr(7) + ",") != std::string::npos) ==
            (entry.name != "broken/timing-discrete-gaussian"));
  std::filesystem::remove_all(folder);
}
