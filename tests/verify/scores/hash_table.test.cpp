#include "verify/scores/hash_table.hpp"

#include <map>

#include "tests/support/catch.hpp"

using warner::verify::HashTable;

namespace {

/// Hashes of which many share their low bits, their high bits, or both with others.
std::uint64_t hash_of(std::uint64_t i) { return (i % 7) << 60 | (i % 1'000) << 20 | i % 3; }

}  // namespace

TEST_CASE("a hash table that grows holds what a map holds", "[verify]") {
  HashTable<int> table{1};
  std::map<std::uint64_t, int> map;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    auto const [value, fresh] = table.try_emplace(hash_of(i));
    CHECK(fresh == !map.contains(hash_of(i)));
    ++value;
    ++map[hash_of(i)];
  }
  CHECK(table.size() == map.size());
  for (auto const& [hash, count] : map) {
    REQUIRE(table.find(hash));
    CHECK(*table.find(hash) == count);
    CHECK(table.find(hash + 8) == nullptr);
  }
  std::map<std::uint64_t, int> listed;
  table.each([&](std::uint64_t hash, int count) { listed[hash] = count; });
  CHECK(listed == map);
}

TEST_CASE("values that share a hash are told apart by what is meant, the first before the others", "[verify]") {
  HashTable<int> table{0};
  CHECK(table.find(5) == nullptr);
  for (int value = 0; value < 100; ++value) table.add(5, value);
  CHECK(*table.find(5) == 0);
  CHECK(*table.find_if(5, [](int value) { return value > 41; }) == 42);
  CHECK(table.find_if(5, [](int value) { return value > 99; }) == nullptr);
  CHECK(table.size() == 100);
}
