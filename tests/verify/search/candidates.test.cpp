#include "verify/search/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/counts.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// Forty columns of noise that know nothing of the dataset.
struct Noise {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(40, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const&, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < out.width(); ++j) sim::fill_laplace(stream, 0, 1, out.column(j));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// By how many standard errors values under D look larger than those under D': the rank sum test of Wilcoxon.
double looks_larger(std::vector<Count> const& counts) {
  Cumulated const sums{counts};
  double rank_sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    rank_sum += counts[i].d * (sums.mass(i) + (counts[i].d + counts[i].d_prime) / 2);
  auto const d = sums.d.back(), d_prime = sums.d_prime.back(), all = d + d_prime;
  return (rank_sum - d * all / 2) / std::sqrt(d * d_prime * all / 12);
}

Sample noise_of(sim::Replicates const& range) {
  return draw_sample(Noise{}, toys::zero_one, range, 5, sim::Generator::ars, {});
}

}  // namespace

TEST_CASE("a feature that was found on some releases is counted on others", "[verify]") {
  mechanisms::AnyMechanism const mechanism{Noise{}};
  auto const learning = noise_of({0, 2000}), held_out = noise_of({sim::block_size, sim::block_size + 2000});
  auto const candidates = candidates_in(learning, held_out, mechanism, toys::zero_one, {});
  auto const combination = std::ranges::find_if(candidates, [](Candidate const& candidate) {
    auto const* bins = std::get_if<Bins>(&candidate.score);
    return bins && bins->feature.kind == Feature::Kind::combination && candidate.cut_as_it_is;
  });
  REQUIRE(combination != candidates.end());
  CHECK(combination->searched == 4000);
  CHECK(std::fabs(looks_larger(combination->counts)) < 4);

  // Where it was found, noise looks like more.
  auto const& feature = std::get<Bins>(combination->score).feature;
  std::vector<double> of_d, of_d_prime;
  auto const counts = counts_of(evaluate(feature, learning.releases_d(), of_d),
                                evaluate(feature, learning.releases_d_prime(), of_d_prime));
  CHECK(looks_larger(counts) > 4);
}
