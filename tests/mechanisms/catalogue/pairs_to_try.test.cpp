#include "mechanisms/catalogue/pairs_to_try.hpp"

#include <algorithm>

#include "mechanisms/catalogue/lengths.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

namespace {

PairsToTry to_try(Entry const& entry, ParameterValues const& values = {}) {
  auto const lengths = lengths_worth_trying(entry, values);
  return pairs_to_try(lengths.empty() ? std::vector{make(entry, values)}
                                      : make_of_lengths(entry, values, lengths).instances);
}

std::vector<std::string> labels_of(std::vector<Pair> const& pairs) {
  std::vector<std::string> labels;
  for (auto const& pair : pairs) labels.push_back(pair.label);
  return labels;
}

}  // namespace

TEST_CASE("variations move all answers, or those that go another way than most", "[mechanisms]") {
  Answers const any{.n = 3, .moves = Answers::Moves::all};
  auto const varied = variations_of(rest_above_last_below(3, 1), any, 10);
  CHECK(labels_of(varied) ==
        std::vector<std::string>{"rest above last 1 below, all by -20", "rest above last 1 below, the odd by -20",
                                 "rest above last 1 below, all by 20", "rest above last 1 below, the odd by 20",
                                 "rest above last 1 below, all by -60", "rest above last 1 below, the odd by -60",
                                 "rest above last 1 below, all by 60", "rest above last 1 below, the odd by 60"});
  CHECK((varied[0].d == Dataset{-19, -19, -19} && varied[0].d_prime == Dataset{-18, -18, -20}));
  CHECK((varied[1].d == Dataset{1, 1, -19} && varied[1].d_prime == Dataset{2, 2, -20}));
  Pair const first{{0, 0, 0}, {1, 0, 0}, Relation::one_differs, "first"};
  CHECK(variations_of(first, any, 1)[1].d == Dataset{-2, 0, 0});
  CHECK(
      variations_of({{0, 0}, {1, 1}, Relation::all_differ, "both"}, {.n = 2, .moves = Answers::Moves::all}, 1).size() ==
      4);  // none goes another way
  CHECK(
      variations_of({{0, 0}, {1, -1}, Relation::all_differ, "apart"}, {.n = 2, .moves = Answers::Moves::all}, 1)[1].d ==
      Dataset{0, -2});
  CHECK(variations_of(first, {.n = 3, .integers = true, .least = 0}, 0.3).size() == 4);  // none below 0
}

// Nothing sound is audited on what are no neighbours: where the exact epsilon of a pair is known it is within the
// claim, of any length.
TEST_CASE("sound entries keep their claims on all pairs that a search tries", "[mechanisms]") {
  std::size_t exact_known = 0;
  for (auto const& entry : registry()) {
    if (entry.broken()) continue;
    auto const [pairs, named, variation_of] = to_try(entry);
    CHECK(named == make(entry, {}).pairs.size());
    REQUIRE(variation_of.size() < pairs.size());
    auto const lengths = lengths_worth_trying(entry, {});
    auto const mechanism = lengths.empty() ? make(entry, {}).mechanism : make_of_lengths(entry, {}, lengths).mechanism;
    auto const claim = statement_at(mechanism.guarantee(), usual_delta(mechanism.guarantee()));
    auto const beginnings = pairs.size() - variation_of.size();
    for (std::size_t i = beginnings; i < pairs.size(); ++i) {
      INFO(entry.name << ", " << pairs[i].label);
      CHECK(variation_of[i - beginnings] < beginnings);
      CHECK(pairs[i].d != pairs[i].d_prime);
      if (i % 3 != 0) continue;  // a third of some thousands
      auto const exact = mechanism.exact_epsilon(pairs[i], claim.delta);
      exact_known += exact.has_value();
      if (exact) CHECK(*exact <= claim.epsilon * (1 + 1e-11));
    }
  }
  CHECK(exact_known > 1000);
}

TEST_CASE("what a double swallows is no variation", "[mechanisms]") {
  Answers const any{.n = 2, .moves = Answers::Moves::all};
  Pair const pair{{0, 0}, {1, -1}, Relation::all_differ, "apart"};
  CHECK(variations_of(pair, any, 1e17).empty());
  CHECK(variations_of(pair, any, 1e12).size() == 8);
}

TEST_CASE("of lengths that were named every pair is there from the start, the author's first", "[mechanisms]") {
  auto const several = make_of_lengths(find("report-noisy-max-laplace"), {}, std::vector<std::size_t>{3, 8});
  auto const to_try = pairs_of_named_lengths(several.instances);
  auto const& pairs = to_try.pairs;
  auto const named = to_try.named;
  CHECK(named == several.instances[0].pairs.size() + several.instances[1].pairs.size());
  auto const beginnings = pairs.size() - to_try.variation_of.size();
  auto const of = [&](std::size_t length, std::size_t first, std::size_t last) {
    return std::count_if(pairs.begin() + static_cast<std::ptrdiff_t>(first),
                         pairs.begin() + static_cast<std::ptrdiff_t>(last),
                         [&](Pair const& pair) { return pair.d.size() == length; });
  };
  CHECK((of(3, 0, named) > 5 && of(8, 0, named) > 5));
  CHECK((of(3, named, beginnings) > 5 && of(8, named, beginnings) > 5));
  for (std::size_t i = beginnings; i < pairs.size(); ++i)
    CHECK(pairs[i].d.size() == pairs[to_try.variation_of[i - beginnings]].d.size());
}

TEST_CASE("pairs of other lengths have the same pattern", "[mechanisms]") {
  auto const [pairs, named, variation_of] = to_try(find("report-noisy-max-laplace"));
  CHECK(pairs.front().label == "one below rest above");
  auto const twice = std::ranges::find(pairs, "one below rest above, of 10", &Pair::label);
  REQUIRE(twice != pairs.end());
  CHECK(twice->d == Dataset(10, 1.0));
  CHECK(twice->d_prime.front() == 0);
  auto const beginnings = pairs.size() - variation_of.size();
  CHECK(variation_of[static_cast<std::size_t>(twice - pairs.begin()) - beginnings] == 0);
  CHECK(to_try(find("report-noisy-max-laplace"), {{"n", 4}}).pairs.back().d.size() == 4);
  CHECK(to_try(find("randomised-response")).variation_of.empty());
}

TEST_CASE("from afar moves are longer, or a person comes more often", "[mechanisms]") {
  Pair const apart{{0, 0}, {1, -1}, Relation::all_differ, "apart"};
  auto const far = from_afar(apart, Answers{.n = 2, .moves = Answers::Moves::all}, 3);
  REQUIRE(far);
  CHECK((far->d == Dataset{0, 0} && far->d_prime == Dataset{3, -3}));
  CHECK_FALSE(from_afar(apart, Answers{.n = 2, .moves = Answers::Moves::all, .least = -2}, 3));
  CHECK(from_afar(apart, Answers{.n = 2, .moves = Answers::Moves::all, .least = -2}, 2));
  Records const records{.change = Records::Change::add_remove};
  Pair const comes{{4}, {4, 7}, Relation::add_remove, "one more"};
  CHECK(from_afar(comes, records, 3)->d_prime == Dataset{4, 7, 7, 7});
  CHECK_FALSE(from_afar({{4, 7}, {4}, Relation::add_remove, "one fewer"}, records, 3));
  CHECK_FALSE(from_afar({{0}, {1}, Relation::substitute, "another"}, Categories{}, 3));
}
