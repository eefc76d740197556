#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>

#include "sim/dealer.hpp"
#include "sim/reduction.hpp"
#include "sim/stream.hpp"
#include "sim/tally.hpp"
#include "tests/support/catch.hpp"

using namespace warner::sim;

namespace {

constexpr auto most = std::numeric_limits<std::uint64_t>::max();
constexpr auto half = std::uint64_t{1} << 63;

}  // namespace

TEST_CASE("tallies add up to 2^64 - 1, and no further", "[sim]") {
  Tally const almost{half - 1, half - 1, 0, 1};
  CHECK(almost.spoke() == most - 1);
  CHECK((almost + Tally{0, 0, 1, 1}).trials() == most);
  CHECK((Tally{half, 0, 0, 1} + Tally{half - 1, 0, 0, 1}).right == most);
  CHECK_THROWS_AS((Tally{half, 0, 0, 1} + Tally{half, 0, 0, 1}), std::invalid_argument);
  CHECK_THROWS_AS((Tally{0, most, 0, 1} + Tally{0, 1, 0, 1}), std::invalid_argument);
  CHECK_THROWS_AS((Tally{0, 0, most, 1} + Tally{0, 0, 1, 1}), std::invalid_argument);
  CHECK_THROWS_AS((Tally{half, 0, 0, 1} + Tally{0, half, 0, 1}), std::invalid_argument);  // each count would fit
  CHECK_THROWS_AS((Tally{half, half, 0, 1}.spoke()), std::invalid_argument);
  CHECK_THROWS_AS((Tally{1, 0, most, 1}.trials()), std::invalid_argument);

  auto kept = almost;  // what was refused leaves no trace
  CHECK_THROWS_AS((kept += Tally{1, 1, 0, 1}), std::invalid_argument);
  CHECK(kept == almost);
}

TEST_CASE("ranges reach to the last trial that has a number", "[sim]") {
  Replicates const all{0, most};
  CHECK(all.blocks() == std::uint64_t{1} << 52);
  CHECK(all.trials_in(all.blocks() - 1) == block_size - 1);
  Replicates const end{most - 2 * block_size + 1, most};
  CHECK_NOTHROW(validate(end));
  CHECK(end.blocks() == 2);
  CHECK(end.trials_in(0) == block_size);
  CHECK(end.trials_in(1) == block_size - 1);
  CHECK(end.first_block() + 1 == most / block_size);
}

TEST_CASE("the last blocks of all are reduced as others are, in pieces too", "[sim]") {
  struct Nothing final : Keeper {
    std::vector<Piece> kept{};
    Replicates share_of(Replicates const& range) const override { return range; }
    std::vector<Piece> begin(Reduction const&) override { return {}; }
    void keep(Reduction const&, Piece const& piece) override { kept.push_back(piece); }
    std::optional<std::string> text(std::string const&) override { return std::nullopt; }
    void keep_text(std::string const&, std::string const&) override {}
  };
  Reduction const reduction{"the end", {most - 100 * block_size + 1, most}, 2};
  std::mutex mutex;
  std::map<std::uint64_t, std::uint64_t> blocks;
  auto const contribution = [&](std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
    std::lock_guard const lock{mutex};
    blocks[block] += trials;
    sums[0] += trials;
    sums[1] += most;  // that is -1: counters may wrap, and do so alike in any order
  };
  Nothing keeper;
  for (auto* const kept : {static_cast<Nothing*>(nullptr), &keeper})
    for (auto const threads : {1, 3}) {
      blocks.clear();
      keeper.kept.clear();
      CHECK(reduce(reduction, contribution, {threads, nullptr, nullptr, kept}) ==
            Sums{100 * block_size - 1, most - 99});
      CHECK(blocks.size() == 100);
      CHECK(blocks.rbegin()->first == most / block_size);
      CHECK(blocks.rbegin()->second == block_size - 1);
      if (kept) CHECK(missing_of(reduction.range, kept->kept).empty());
    }
}

TEST_CASE("all 64 bits of a block and of a seed name a stream", "[sim]") {
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes}) {
    Address const address{most, Purpose::test, Arm::d, generator};
    std::map<std::uint64_t, std::uint64_t> seen;
    for (std::uint64_t const block :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
          (std::uint64_t{1} << 32) + 1, std::uint64_t{1} << 52, most / block_size, half, most})
      seen[Stream{address, block}.word()] = block;
    CHECK(seen.size() == 9);
    seen.clear();
    for (auto const seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, half, half + 1, most})
      seen[Stream{{seed, Purpose::test, Arm::d, generator}, 0}.word()] = seed;
    CHECK(seen.size() == 6);
  }
}
