#include "mechanisms/catalogue/lengths.hpp"

#include <stdexcept>

#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

namespace {

OfLengths of_lengths(std::string_view name, std::vector<std::size_t> const& lengths,
                     ParameterValues const& values = {}) {
  return make_of_lengths(find(name), values, lengths);
}

}  // namespace

TEST_CASE("of several lengths a dataset is released, and known, as by the instance of its own", "[mechanisms]") {
  for (auto const* name : {"report-noisy-max-laplace", "laplace-vector", "broken/sparse-vector-3"}) {
    auto const several = of_lengths(name, {3, 1, 7});
    REQUIRE(several.instances.size() == 3);
    for (auto const& alone : several.instances) {
      auto const& pair = alone.pairs.front();
      INFO(name << " of " << pair.d.size());
      CHECK(several.mechanism.columns(pair.d).size() == alone.mechanism.columns(pair.d).size());
      CHECK(released(several.mechanism, pair.d, name, 100) == released(alone.mechanism, pair.d, name, 100));
      CHECK(several.mechanism.exact_epsilon(pair, 0) == alone.mechanism.exact_epsilon(pair, 0));
      CHECK(several.mechanism.privacy(pair).has_value() == alone.mechanism.privacy(pair).has_value());
      CHECK(several.mechanism.has_density() == alone.mechanism.has_density());
    }
    CHECK(describe(several.mechanism.guarantee()) == describe(several.instances.front().mechanism.guarantee()));
    CHECK_THROWS_WITH(several.mechanism.columns({0, 0}),
                      "dataset: 2 answers are none of the lengths that were asked for");
  }
}

TEST_CASE("lengths that can not be had are refused", "[mechanisms]") {
  CHECK_THROWS_WITH(of_lengths("laplace", {1, 2}), "length: the datasets of laplace have one length");
  CHECK_THROWS_WITH(of_lengths("randomised-response", {1, 2}), Catch::EndsWith("have one length"));
  CHECK_THROWS_WITH(of_lengths("prefix-sum", {}), "length: there is none");
  CHECK_THROWS_WITH(of_lengths("prefix-sum", {2, 3, 2}), "length: 2 is named twice");
  CHECK_THROWS_WITH(of_lengths("prefix-sum", {2, 3}, {{"n", 4}}), "length: n = 4 names it already");
  CHECK_THROWS_AS(of_lengths("prefix-sum", {0, 3}), std::invalid_argument);
  CHECK_THROWS_AS(of_lengths("broken/sparse-vector-3", {65}), std::invalid_argument);
}

TEST_CASE("lengths worth trying begin with the entry's own, and can all be made", "[mechanisms]") {
  using Lengths = std::vector<std::size_t>;
  CHECK(lengths_worth_trying(find("report-noisy-max-laplace"), {}) == Lengths{5, 1, 2, 10});
  CHECK(lengths_worth_trying(find("report-noisy-max-laplace"), {{"epsilon", 0.1}}) == Lengths{5, 1, 2, 10});
  CHECK(lengths_worth_trying(find("report-noisy-max-laplace"), {{"n", 4}}).empty());
  CHECK(lengths_worth_trying(find("laplace"), {}).empty());
  CHECK(lengths_worth_trying(find("randomised-response"), {}).empty());
  std::size_t with_several = 0;
  for (auto const& entry : registry()) {
    auto const lengths = lengths_worth_trying(entry, {});
    if (lengths.empty()) continue;
    INFO(entry.name);
    with_several += lengths.size() > 1;
    CHECK(make_of_lengths(entry, {}, lengths).instances.size() == lengths.size());
  }
  CHECK(with_several > 25);
}
