#include "sim/reduction.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <stdexcept>

#include "sim/dealer.hpp"
#include "tests/support/catch.hpp"

namespace {

using namespace warner::sim;

constexpr std::uint64_t last = 1000 * block_size + 17;
Reduction const reduction{"a test", {0, last}, 3};

/// Counters that no two sets of blocks share.
void contribution(std::uint64_t block, std::uint64_t trials, std::span<std::uint64_t> sums) {
  sums[0] += trials;
  sums[1] += block * block + 1;
  sums[2] += ~block;  // overflows, as all counters may
}

class Memory final : public Keeper {
 public:
  Replicates share{0, last};
  std::vector<Piece> pieces{};
  std::map<std::string, std::string> texts{};
  std::uint64_t fails_from = ~std::uint64_t{0};

  Replicates share_of(Replicates const&) const override { return share; }
  std::vector<Piece> begin(Reduction const&) override { return pieces; }
  void keep(Reduction const&, Piece const& piece) override {
    if (pieces.size() >= fails_from) throw std::domain_error{"full"};
    pieces.push_back(piece);
  }
  std::optional<std::string> text(std::string const& name) override {
    return texts.contains(name) ? std::optional{texts.at(name)} : std::nullopt;
  }
  void keep_text(std::string const& name, std::string const& text) override { texts[name] = text; }
};

Sums whole() { return reduce(reduction, contribution, {1, nullptr, nullptr}); }

}  // namespace

TEST_CASE("A reduction is the same for any number of threads", "[sim][same-bytes]") {
  auto const one = whole();
  CHECK(one[0] == last);
  for (auto const threads : {0, 2, 5}) CHECK(reduce(reduction, contribution, {threads, nullptr, nullptr}) == one);
}

TEST_CASE("What was kept is not computed again, and the sums are the same", "[sim][same-bytes]") {
  Memory memory;
  auto const one = whole();
  CHECK(reduce(reduction, contribution, {2, nullptr, nullptr, &memory}) == one);
  CHECK(missing_of(reduction.range, memory.pieces).empty());
  CHECK(memory.pieces.size() > 1);
  auto const all = memory.pieces;
  auto const never = [](std::uint64_t, std::uint64_t, std::span<std::uint64_t>) { FAIL("computed again"); };
  CHECK(reduce(reduction, never, {1, nullptr, nullptr, &memory}) == one);
  for (std::size_t dropped = 0; dropped < all.size(); ++dropped) {
    memory.pieces = all;
    memory.pieces.erase(memory.pieces.begin() + static_cast<std::ptrdiff_t>(dropped));
    std::atomic<std::uint64_t> trials{0};
    auto const counted = [&](std::uint64_t block, std::uint64_t n, std::span<std::uint64_t> sums) {
      trials += n;
      contribution(block, n, sums);
    };
    CHECK(reduce(reduction, counted, {2, nullptr, nullptr, &memory}) == one);
    CHECK(trials == all[dropped].range.count());
  }
}

TEST_CASE("A share computes its blocks and no others; shares add up", "[sim][same-bytes]") {
  Memory memory;
  auto computed = 0;
  for (Replicates const share :
       {Replicates{0, 300 * block_size}, {300 * block_size, 301 * block_size}, {301 * block_size, last}}) {
    memory.share = share;
    if (++computed < 3) CHECK_THROWS_AS(reduce(reduction, contribution, {2, nullptr, nullptr, &memory}), ShareDone);
    else CHECK(reduce(reduction, contribution, {2, nullptr, nullptr, &memory}) == whole());
    for (auto const& piece : memory.pieces) CHECK(piece.range.last <= share.last);
  }
  memory.share = {0, 0};
  auto const never = [](std::uint64_t, std::uint64_t, std::span<std::uint64_t>) { FAIL("computed again"); };
  CHECK(reduce(reduction, never, {1, nullptr, nullptr, &memory}) == whole());
}

TEST_CASE("A step towards a text is wanted whole of every share", "[sim]") {
  Memory memory;
  memory.share = {0, 0};
  auto step = reduction;
  step.towards = "a text";
  CHECK(reduce(step, contribution, {2, nullptr, nullptr, &memory}) == whole());
  CHECK(missing_of(reduction.range, memory.pieces).empty());
}

TEST_CASE("Pieces that overlap, of other ranges, or of other counters are refused", "[sim]") {
  auto const error = [](std::vector<Piece> const& pieces) {
    Memory memory;
    memory.pieces = pieces;
    try {
      reduce(reduction, contribution, {1, nullptr, nullptr, &memory});
    } catch (std::invalid_argument const& problem) {
      return std::string{problem.what()};
    }
    return std::string{};
  };
  Sums const sums(3);
  CHECK(error({{{0, 8192}, sums}, {{4096, 12288}, sums}}) == "trials [4096, 8192): are there twice");
  CHECK(error({{{0, 12288}, sums}, {{4096, 8192}, sums}}) == "trials [4096, 8192): are there twice");
  CHECK(error({{{0, 4097}, sums}}).find("are no whole blocks of [0, ") != std::string::npos);
  CHECK(error({{{0, last + 1}, sums}}).find("are no whole blocks") != std::string::npos);
  CHECK(error({{{4096, 4096}, sums}}).find("are no whole blocks") != std::string::npos);
  CHECK(error({{{0, 4096}, {1, 2}}}) == "trials [0, 4096): have 2 counters, not 3");
}

TEST_CASE("What a keeper throws ends the reduction", "[sim]") {
  Memory memory;
  memory.fails_from = 1;
  CHECK_THROWS_AS(reduce(reduction, contribution, {2, nullptr, nullptr, &memory}), std::domain_error);
  CHECK(memory.pieces.size() == 1);
}

TEST_CASE("A reduction tells how far it is, what was kept included", "[sim]") {
  Memory memory;
  memory.pieces = {{{0, 500 * block_size}, Sums(3)}};
  std::uint64_t first = 0, now = 0;
  Execution execution{1,
                      [&](std::uint64_t done, std::uint64_t all) {
                        CHECK(all == last);
                        if (first == 0) first = done;
                        now = done;
                      },
                      nullptr, &memory};
  reduce(reduction, contribution, execution);
  CHECK(first > 500 * block_size);
  CHECK(now == last);
}

TEST_CASE("A text is made once", "[sim]") {
  Memory memory;
  auto made = 0;
  auto const make = [&] { return ++made, std::string{"found"}; };
  Execution const execution{1, nullptr, nullptr, &memory};
  CHECK(kept_text("search", make, execution) == "found");
  CHECK(kept_text("search", make, execution) == "found");
  CHECK(made == 1);
  CHECK(kept_text("another", make, execution) == "found");
  CHECK(kept_text("search", make, {}) == "found");
  CHECK(made == 3);
}

TEST_CASE("What has no name is not kept", "[sim]") {
  Memory memory;
  CHECK(reduce({"", {0, last}, 3}, contribution, {1, nullptr, nullptr, &memory}) == whole());
  CHECK(memory.pieces.empty());
}
