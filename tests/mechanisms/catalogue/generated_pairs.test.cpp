#include "mechanisms/catalogue/generated_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "mechanisms/catalogue/registry.hpp"
#include "tests/mechanisms/questions.hpp"
#include "tests/mechanisms/releases.hpp"
#include "tests/support/catch.hpp"

using namespace warner::mechanisms;
using namespace warner::tests;

namespace {

std::vector<std::pair<std::string, double>> const asked{
    {"epsilon", 0.3}, {"sensitivity", 3},       {"n", 3}, {"n", 1}, {"k", 7}, {"monotone", 1}, {"substitute", 1},
    {"discrete", 1},  {"max_contributions", 3}, {"c", 2}};

/// Some mechanisms take no fewer than two records, or four.
std::optional<Instance> made_if_possible(Entry const& entry, ParameterValues const& values) {
  try {
    return make(entry, values);
  } catch (std::invalid_argument const&) {
    return std::nullopt;
  }
}

Answers const five_all{.n = 5, .moves = Answers::Moves::all};

}  // namespace

// The whole point of a domain: nothing sound is audited on what are no neighbours. Where the exact epsilon of a pair is
// known it is within the claim.
TEST_CASE("sound entries keep their claims on every generated pair", "[mechanisms]") {
  std::size_t with_domain = 0, exact_known = 0;
  for (auto const& entry : registry()) {
    with_domain += make(entry, {}).domain.has_value();
    for (auto const& values : questions_of(entry, asked)) {
      auto const possible = made_if_possible(entry, values);
      if (!possible || !possible->domain) continue;
      auto const& instance = *possible;
      auto const guarantee = instance.mechanism.guarantee();
      auto const claim = statement_at(guarantee, usual_delta(guarantee));
      auto const pairs = generated_pairs(*instance.domain);
      CHECK(pairs.size() <= 48);
      for (auto const& pair : pairs) {
        INFO(entry.name << ", " << (values.empty() ? "defaults" : values.begin()->first) << ", " << pair.label);
        CHECK(pair.d != pair.d_prime);
        CHECK_FALSE(pair.label.empty());
        CHECK(instance.mechanism.columns(pair.d).size() == instance.mechanism.columns(pair.d_prime).size());
        if (values.empty())
          CHECK(released(instance.mechanism, pair.d_prime, entry.name, 20).size() ==
                instance.mechanism.columns(pair.d).size());
        if (entry.broken()) continue;
        auto const exact = instance.mechanism.exact_epsilon(pair, claim.delta);
        exact_known += exact.has_value();
        if (exact) CHECK(*exact <= claim.epsilon * (1 + 1e-11));
      }
    }
  }
  CHECK(with_domain > 60);
  CHECK(exact_known > 1000);
}

// The wrong arm of the above: a domain that says too much is found out.
TEST_CASE("a domain that is too wide breaks the claim", "[mechanisms]") {
  auto const instance = make(find("laplace-vector"), {{"k", 5}});
  auto const breaks = [&](Domain const& domain) {
    return std::ranges::any_of(generated_pairs(domain),
                               [&](Pair const& pair) { return *instance.mechanism.exact_epsilon(pair, 0) > 1 + 1e-9; });
  };
  CHECK(breaks(five_all));
  CHECK_FALSE(breaks(Answers{.n = 5, .moves = Answers::Moves::sum}));
  CHECK_FALSE(breaks(Answers{.n = 5, .moves = Answers::Moves::one}));
  CHECK(breaks(Answers{.n = 5, .moves = Answers::Moves::one, .step = 1.1}));
}

TEST_CASE("every domain's own pairs are covered by it", "[mechanisms]") {
  for (auto const& entry : registry()) {
    auto const instance = make(entry, {});
    if (!instance.domain || entry.broken()) continue;
    if (auto const* answers = std::get_if<Answers>(&*instance.domain))
      for (auto const& pair : instance.pairs) {
        INFO(entry.name << ", " << pair.label);
        auto wide = *answers;
        wide.step *= 1 + 1e-12;  // a step in n parts may add up to a hair more
        CHECK(covers(wide, pair));
      }
  }
}

TEST_CASE("what a guarantee covers", "[mechanisms]") {
  using enum Answers::Moves;
  auto const covered = [](Answers::Moves moves, Dataset d_prime) {
    Answers const answers{.n = 2, .moves = moves};
    return covers(answers, {{0, 0}, std::move(d_prime)});
  };
  for (auto const moves : {one, same_way, all, sum, squares}) {
    CHECK(covered(moves, {0, 1}));
    CHECK(covered(moves, {-1, 0}));
    CHECK_FALSE(covered(moves, {0, 1.01}));
    CHECK_FALSE(covered(moves, {0, 1, 0}));
    CHECK_FALSE(covered(moves, {0, std::nan("")}));
  }
  CHECK((covered(all, {1, -1}) && !covered(same_way, {1, -1}) && !covered(one, {1, -1}) && !covered(sum, {1, -1}) &&
         !covered(squares, {1, -1})));
  CHECK((covered(all, {1, 1}) && covered(same_way, {1, 1}) && !covered(one, {1, 1}) && !covered(sum, {1, 1})));
  CHECK((covered(sum, {0.5, -0.5}) && !covered(one, {0.5, -0.5}) && covered(squares, {0.7, -0.7}) &&
         !covered(sum, {0.7, -0.7})));
  CHECK_FALSE(covers({.n = 1, .integers = true}, {{0}, {0.5}}));
  CHECK_FALSE(covers({.n = 1, .least = 0}, {{0}, {-1}}));
}

TEST_CASE("patterns are found by their names, and only where they are neighbours", "[mechanisms]") {
  CHECK(pattern_named("one-above", five_all, 1, 1).d_prime == Dataset{2, 1, 1, 1, 1});
  CHECK(pattern_named("half-half", five_all, 0.5, 0).d_prime == Dataset{0.5, 0.5, -0.5, -0.5, -0.5});
  CHECK(pattern_named("x-shape", five_all, 1, 1).label == "X shape");
  CHECK(pattern_named("all but the last above", five_all, 1, 7).d == Dataset(5, 7.0));
  CHECK_THROWS_WITH(pattern_named("all-above", {.n = 5}, 1, 1),
                    Catch::Contains("pairs: the guarantee does not cover 'all above'"));
  CHECK_THROWS_WITH(pattern_named("sideways", five_all, 1, 1),
                    Catch::StartsWith("pairs: 'sideways' is unknown (of 5 answers: one above, one below"));
  CHECK_THROWS_WITH(pattern_named("one-above", five_all, 2, 1), Catch::StartsWith("step: 2 is not in (0, 1]"));
  CHECK(patterns_of(five_all, 1, 1).size() == 10);
  CHECK(patterns_of({.n = 5}, 1, 1).size() == 2);
  CHECK(patterns_of({.n = 5, .moves = Answers::Moves::same_way}, 1, 1).size() == 5);
  CHECK_THROWS_AS(patterns_of({.n = 5, .integers = true}, 1, 0.5), std::invalid_argument);
}

TEST_CASE("records come and go, or are replaced", "[mechanisms]") {
  for (auto const& pair : generated_pairs(Records{.n = 4, .values = {0, 5}, .contributions = 2})) {
    CHECK(pair.relation == Relation::add_remove);
    CHECK(pair.d_prime.size() == pair.d.size() + 2);
    CHECK(std::equal(pair.d.begin(), pair.d.end(), pair.d_prime.begin()));
  }
  auto const replaced = generated_pairs(Records{.change = Records::Change::substitute, .n = 4, .values = {0, 5}});
  CHECK(replaced.size() == 3);  // among 0, among 5, among halves
  for (auto const& pair : replaced) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < 4; ++i) moved += pair.d[i] != pair.d_prime[i];
    CHECK(moved == 1);
  }
  CHECK(generated_pairs(Categories{4}).size() == 3);
  CHECK(generated_pairs(Categories{2}).size() == 1);
}
