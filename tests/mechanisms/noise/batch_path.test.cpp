#include <cmath>
#include <limits>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "mechanisms/noise/laplace.hpp"
#include "sim/count.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

using namespace warner;
using namespace warner::mechanisms;

namespace {

/// The worked example of CONTRIBUTING.md: whether a count with Laplace noise reaches a threshold, 1 or 0.
class Alarm {
 public:
  Alarm(double epsilon, double threshold) : threshold_{threshold}, noise_{1 / epsilon} {}

  std::vector<Column> columns(Dataset const&) const { return {{"alarm", Column::Kind::flag}}; }
  Guarantee guarantee() const { return PureDp{1 / noise_.scale()}; }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
    auto const alarm = out.column(0);
    noise_.fill(stream, dataset[0], alarm);                          // the noisy counts of the whole block
    for (auto& x : alarm) x = static_cast<double>(x >= threshold_);  // in place, without a branch
  }

  std::optional<sim::WordCounter> counter(Dataset const& dataset, std::span<double const> edges) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    std::vector<double> of_noise;  // alarm >= edge  <=>  noisy count >= this
    for (auto const edge : edges) of_noise.push_back(edge <= 0 ? -infinity : edge <= 1 ? threshold_ : infinity);
    return sim::laplace_counter(dataset[0], noise_.scale(), of_noise);
  }

 private:
  double threshold_;
  noise::Laplace noise_;
};

}  // namespace

TEST_CASE("the batch path's worked example: a counter says what release and a comparison say, from the same words",
          "[mechanisms]") {
  Alarm const alarm{0.5, 12};
  Dataset const dataset{10};
  std::vector<double> const edges{-1, 0, 0.5, 1, 2};
  auto const counter = alarm.counter(dataset, edges);
  REQUIRE(counter);
  auto const key = sim::key_of({tests::seed_of("batch path"), sim::Purpose::test});
  for (std::uint64_t const trials : {0u, 1u, 17u, 2048u, 4096u}) {
    sim::Stream a{key, trials}, b{key, trials};
    std::vector<double> releases(trials);
    alarm.release(dataset, a, {releases.data(), trials, 1});
    std::vector<std::uint64_t> counts(edges.size());
    (*counter)(b, trials, counts);
    for (std::size_t i = 0; i < edges.size(); ++i) CHECK(counts[i] == sim::count_at_least(releases, edges[i]));
    CHECK(a.position() == b.position());
  }
}
