#include "verify/search/shared_pairs.hpp"

#include <atomic>
#include <memory>

#include "tests/support/catch.hpp"
#include "tests/verify/toys.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr double rare = 7;

/// Laplace noise on the bit x > 0, and a failure: of one release in a hundred, of `rare` one in a thousand.
struct FailsNowAndThen {
  bool alike = true;  ///< the same randomness makes the same noise, whatever the data
  std::shared_ptr<std::atomic<std::uint64_t>> asked = std::make_shared<std::atomic<std::uint64_t>>(0);

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}, {"failed", mechanisms::Column::Kind::flag}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    *asked += out.releases();
    for (double i = 0; !alike && i < d[0]; ++i) stream.word();
    for (std::size_t i = 0; i < out.releases(); ++i)
      out(i, 1) = static_cast<double>(stream.word() >> 11) * 0x1p-53 < (d[0] == rare ? 0.001 : 0.01);
    sim::fill_laplace(stream, d[0] > 0, 1, out.column(0));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

/// Dataset 0 against each other one.
std::vector<mechanisms::Pair> pairs_of(int many) {
  std::vector<mechanisms::Pair> pairs;
  for (int k = 1; k <= many; ++k)
    pairs.push_back({{0}, {static_cast<double>(k)}, mechanisms::Relation::add_remove, {}});
  return pairs;
}

SearchOptions options_of(std::uint64_t seed, std::uint64_t most = 100'000) {
  return {.target = {0, 0.05, most}, .trials = most / 6, .most_trials = most, .seed = seed};
}

int found_of(FailsNowAndThen const& mechanism, int pairs, int audits) {
  int found = 0;
  for (int i = 0; i < audits; ++i)
    found += most_promising_pair(mechanism, pairs_of(pairs), options_of(1000 + i)).pair + 1 ==
             static_cast<std::size_t>(rare);
  return found;
}

}  // namespace

/// Every pair tells 1 by its noise, and one ln 10 by what happens one time in a hundred. Each has a glance of some 200
/// releases were the trials dealt out evenly among sixty pairs, the dataset that they share drawn for each of them.
TEST_CASE("a rare event of one pair among sixty is found", "[verify][statistical]") {
  CHECK(found_of({.alike = true}, 60, 20) >= 17);
  CHECK(found_of({.alike = false}, 60, 20) >= 12);
}

TEST_CASE("the dataset that pairs share is asked once for all of them", "[verify]") {
  for (auto const many : {2, 3, 4, 5, 30}) {
    FailsNowAndThen const mechanism{};
    auto const chosen = most_promising_pair(mechanism, pairs_of(many), options_of(1, 20'000));
    CHECK(chosen.pair < static_cast<std::size_t>(many));
    CHECK(chosen.trials <= 20'000);
    CHECK(chosen.trials >= 2'000);
  }
}

TEST_CASE("a pair is chosen of any number, with any number of trials", "[verify]") {
  CHECK_THROWS(most_promising_pair(toys::Laplace{}, {}, options_of(1)));
  CHECK(most_promising_pair(toys::Laplace{}, pairs_of(1), options_of(1)).trials == 0);
  for (std::uint64_t const most : {0, 1, 10, 100, 1000})
    for (auto const many : {2, 7, 40}) {
      auto const pairs = pairs_of(many);
      auto const chosen = most_promising_pair(FailsNowAndThen{}, pairs, options_of(1, most));
      CHECK(chosen.pair < pairs.size());
      CHECK(chosen.trials <= most);
    }
}
