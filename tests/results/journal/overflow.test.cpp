#include <limits>
#include <stdexcept>
#include <string>

#include "results/journal/ledger.hpp"
#include "results/journal/part.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;

namespace {

constexpr auto most = std::numeric_limits<std::uint64_t>::max();
constexpr auto half = std::uint64_t{1} << 63;

Part part(std::uint64_t i, sim::Replicates const& piece, sim::Sums const& sums) {
  Part made{{"1.0", "c", {"measure"}, "1"}, {i, 2}, {}};
  made.kept.texts["strategy"] = "same";
  made.kept.reductions["game"] = {{0, most}, {{piece, sums}}};
  return made;
}

}  // namespace

TEST_CASE("shards of all trials that have a number meet, and leave none out", "[results]") {
  for (std::uint64_t const last : {most, most - 1, half, half + 1, std::uint64_t{5000}, std::uint64_t{0}})
    for (std::uint64_t const of : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{7}, std::uint64_t{1000}}) {
      CAPTURE(last, of);
      std::uint64_t at = 0;
      for (std::uint64_t i = 0; i < of; ++i) {
        auto const share = trials_of({i, of}, {0, last});
        REQUIRE(share.first == at);
        REQUIRE(share.last >= at);
        at = share.last;
      }
      CHECK(at == last);
    }
}

TEST_CASE("parts with sums near 2^63 and 2^64 are written, read and merged to the last bit", "[results]") {
  auto const one = part(0, {0, half}, {half - 1, 1, most}), other = part(1, {half, most}, {half - 2, 1, most});
  auto const again = part_from_json(to_json(one));
  CHECK(again.kept.reductions.at("game").range == sim::Replicates{0, most});
  CHECK(again.kept.reductions.at("game").pieces.front().sums == sim::Sums{half - 1, 1, most});
  auto const all = merged({{"one", again}, {"other", part_from_json(to_json(other))}});
  auto const whole = joined(all.reductions.at("game").pieces);
  REQUIRE(whole.size() == 1);
  CHECK(whole.front().range == sim::Replicates{0, most});
  CHECK(whole.front().sums == sim::Sums{most - 2, 2, most - 1});  // modulo 2^64, as sums are
}

TEST_CASE("a part with a number beyond 2^64 - 1 is refused", "[results]") {
  auto const text = to_json(part(0, {0, half}, {most}));
  for (auto const* const wrong : {"18446744073709551616", "1e30", "-1", "1.5"}) {
    auto damaged = text;
    damaged.replace(damaged.find("18446744073709551615", damaged.find("sums")), 20, wrong);
    CAPTURE(wrong);
    CHECK_THROWS_AS(part_from_json(damaged), std::invalid_argument);
  }
}
