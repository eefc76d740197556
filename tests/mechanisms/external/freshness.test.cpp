#include "mechanisms/external/freshness.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "sim/stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

namespace warner::mechanisms::external {
namespace {

using Finding = Freshness::Finding;
using Said = std::vector<std::uint64_t>;

Said drawn(std::uint64_t block, std::size_t n, std::uint64_t values) {
  sim::Stream stream{{tests::seed_of("freshness"), sim::Purpose::search}, block};
  Said said;
  for (std::size_t i = 0; i < n; ++i) said.push_back(stream.word() % values);
  return said;
}

}  // namespace

TEST_CASE("the same draws for different seeds are noticed, of as few releases as tell", "[mechanisms][external]") {
  for (std::uint64_t const values : {2, 1000}) {
    Freshness freshness;
    auto const first = drawn(1, 100, values);
    CHECK(freshness.hear(0, 7, first) == Finding::fresh);
    CHECK(freshness.hear(0, 7, first) == Finding::fresh);  // the same request
    CHECK(freshness.hear(0, 8, std::span{first}.first(4)) == Finding::fresh);
    CHECK(freshness.hear(1, 9, first) == Finding::fresh);  // another dataset
    CHECK(freshness.wants(0));
    CHECK(freshness.hear(0, 10, std::span{first}.first(45)) == Finding::said_again);
    CHECK(freshness.wants(0));
    CHECK(freshness.hear(0, 11, first) == Finding::said_again);
    CHECK_FALSE(freshness.wants(0));
  }
}

TEST_CASE("one release for a whole request is noticed", "[mechanisms][external]") {
  Freshness freshness;
  CHECK(freshness.hear(0, 1, Said(100, 5)) == Finding::fresh);
  CHECK(freshness.hear(0, 2, Said(1, 6)) == Finding::fresh);
  CHECK(freshness.hear(0, 3, Said(16, 6)) == Finding::one_for_all);
}

TEST_CASE("fresh draws, constants and rare values are spared", "[mechanisms][external]") {
  for (std::uint64_t const values : {1, 2, 1000}) {
    Freshness freshness;
    for (std::uint64_t block = 1; freshness.wants(0); ++block)
      CHECK(freshness.hear(0, block, drawn(block, 40, values)) == Finding::fresh);
    CHECK_FALSE(freshness.says_one_thing_of_each());
  }
  Freshness rare;
  auto mostly = Said(100, 5);
  rare.hear(0, 1, mostly);
  mostly.back() = 6;
  CHECK(rare.hear(0, 2, mostly) == Finding::fresh);
  CHECK_FALSE(rare.wants(0));
}

TEST_CASE("datasets that have one release each are told from one release of all", "[mechanisms][external]") {
  Freshness different, same, varied;
  for (std::size_t dataset = 0; dataset < 2; ++dataset)
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      different.hear(dataset, seed, Said(50, dataset));
      same.hear(dataset, seed, Said(50, 3));
      varied.hear(dataset, seed, Said(50, dataset + (dataset == 1 ? seed : 0)));
    }
  CHECK(different.says_one_thing_of_each());
  CHECK_FALSE(same.says_one_thing_of_each());
  CHECK_FALSE(varied.says_one_thing_of_each());
}

TEST_CASE("the first hundred releases of an answer are hashed, lines or numbers", "[mechanisms][external]") {
  FirstReleases lines, numbers, both;
  for (std::size_t i = 0; i < 120; ++i) lines.take(i % 2 == 0 ? "a" : "b", 0);
  REQUIRE(lines.hashes().size() == 100);
  CHECK(lines.hashes()[0] == lines.hashes()[2]);
  CHECK(lines.hashes()[0] != lines.hashes()[1]);
  numbers.take(std::string(8 * 60, 'x'), 8);
  numbers.take(std::string(8 * 60, 'x'), 8);
  CHECK(numbers.hashes().size() == 100);
  both.take("!error it died", 8);  // a line among numbers
  CHECK(both.hashes().size() == 1);
}

}  // namespace warner::mechanisms::external
