#include "verify/scores/trees.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<double>::infinity();

std::vector<double> scores(Trees const& score, mechanisms::ConstBatch releases, double start = 0) {
  std::vector<double> out(releases.releases(), start);
  TreesTable{score}.add(releases, out);
  return out;
}

Feature const first{Feature::Kind::coordinate, 0}, second{Feature::Kind::coordinate, 1},
    largest{Feature::Kind::maximum};

}  // namespace

TEST_CASE("a tree is read at the cuts that a release is beyond", "[verify]") {
  std::vector<double> const numbers{0, 1, 2, -infinity, not_a_number, /**/ 5, 4, 5, infinity, 5};
  mechanisms::ConstBatch const releases{numbers.data(), 5, 2};
  Trees const one{{first, second}, {{{{0, 1}, {1, 5}}, {1, 10, 100, 1000}}}};
  CHECK(scores(one, releases) == std::vector<double>{100, 10, 1000, 100, 100});  // a cut is beyond itself; NaN is not
  Trees const two{{first, second}, {one.trees[0], {{{1, 4.5}}, {0.25, 0.5}}, {{}, {2}}}};
  CHECK(scores(two, releases, 10) == std::vector<double>{112.5, 22.25, 1012.5, 112.5, 112.5});
  CHECK(scores({}, releases, 3) == std::vector<double>(5, 3));
  CHECK(scores({{largest}, {{{{0, 5}}, {0, 1}}}}, releases) == std::vector<double>{1, 0, 1, 1, 0});
}

TEST_CASE("trees of any depth add what their tables say, joined or not", "[verify]") {
  std::mt19937_64 random{7};
  std::uniform_int_distribution<int> small{-20, 20};
  std::vector<double> numbers(3 * 5000);
  for (auto& y : numbers) y = small(random) == 0 ? not_a_number : small(random) / 4.0;
  mechanisms::ConstBatch const releases{numbers.data(), 5000, 3};
  Trees score{{first, second, {Feature::Kind::coordinate, 2}}, {}};
  for (std::size_t depth = 0; depth <= Trees::most_cuts; ++depth)
    for (auto repeat = 0; repeat < 5; ++repeat) {
      Trees::Tree tree;
      for (std::size_t k = 0; k < depth; ++k)
        tree.cuts.push_back({static_cast<std::size_t>(random() % 3), small(random) / 4.0});
      for (std::size_t leaf = 0; leaf < std::size_t{1} << depth; ++leaf) tree.log_ratio.push_back(small(random));
      score.trees.push_back(tree);
    }
  std::vector<double> expected(5000);
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (auto const& tree : score.trees) {
      std::size_t place = 0;
      for (std::size_t k = 0; k < tree.cuts.size(); ++k)
        if (releases(i, tree.cuts[k].feature) >= tree.cuts[k].from) place += std::size_t{1} << k;
      expected[i] += tree.log_ratio[place];
    }
  CHECK(scores(score, releases) == expected);
  auto const few = joined(score);
  CHECK(few.trees.size() < score.trees.size());
  CHECK(scores(few, releases) == expected);
}

TEST_CASE("trees of at most three cuts together are one, and no others are", "[verify]") {
  Trees::Cut const a{0, 1}, b{0, 2}, c{1, 1}, other{1, 2};
  Trees const three{{first, second},
                    {{{a, b}, {0, 1, 2, 3}}, {{c, a}, {0, 10, 20, 30}}, {{c, c}, {0, 7, 7, 100}}, {{}, {1000}}}};
  auto const one = joined(three);
  REQUIRE(one.trees.size() == 1);
  CHECK(one.trees[0].cuts == std::vector{a, b, c});
  CHECK(one.trees[0].log_ratio == std::vector<double>{1000, 1021, 1002, 1023, 1110, 1131, 1112, 1133});
  CHECK(one.features == three.features);
  Trees const four{{first, second}, {{{a, b}, {0, 1, 2, 3}}, {{c, other}, {0, 1, 2, 3}}, {{b, c}, {0, 1, 2, 3}}}};
  CHECK(joined(four).trees.size() == 2);  // the last goes into the first
  CHECK(joined({}).trees.empty());
}
