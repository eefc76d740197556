#include "mechanisms/catalogue/generated_pairs.hpp"

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"
#include "verify/measure.hpp"
#include "verify/search/pairs.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

/// k answers with Laplace noise of scale 1, but for the last, which has half of that.
struct LastIsBarer {
  std::size_t k = 4;
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return std::vector<mechanisms::Column>(k, {"y", mechanisms::Column::Kind::real});
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    for (std::size_t j = 0; j < k; ++j) sim::fill_laplace(stream, d[j], j + 1 < k ? 1 : 0.5, out.column(j));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

// An author who moves the first answer alone never sees what leaks: level 1e-9, so that the first arm is spared under
// any seed. The search finds the last answer among the generated pairs.
TEST_CASE("generated pairs show what the author's own pair hides", "[verify][statistical]") {
  mechanisms::AnyMechanism const mechanism{LastIsBarer{}};
  std::vector<mechanisms::Pair> const own{{{0, 0, 0, 0}, {1, 0, 0, 0}, mechanisms::Relation::one_differs, "the first"}};
  MeasureOptions options{.level = 1e-9, .budget = 200'000};
  CHECK(measure(mechanism, own.front(), options).epsilon_lower_bound <= 1);
  auto const pairs = mechanisms::without_repeats(own, mechanisms::generated_pairs(mechanisms::Answers{.n = 4}));
  auto const found =
      search_pairs(mechanism, pairs, {.target = {0, 1e-9, 200'000}, .trials = 30'000, .most_trials = 200'000}).pair;
  CHECK(pairs[found].label == "the last above");
  CHECK(measure(mechanism, pairs[found], options).epsilon_lower_bound > 1.5);
}
