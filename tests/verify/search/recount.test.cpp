#include "verify/search/recount.hpp"

#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/verify/remembering.hpp"
#include "tests/verify/toys.hpp"
#include "verify/game/sample.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

constexpr sim::Replicates range{3 * sim::block_size, 3 * sim::block_size + 50'001};

/// Groups that part at 0 and 1, with counts that nobody took.
std::vector<Count> const groups{{-9, 1, 1, -0.1}, {0.1, 1, 1, 0.9}, {1.1, 1, 1, 9}};

Candidate cut_of(std::size_t column) { return {Bins{{Feature::Kind::coordinate, column}, {}, {0}}, groups, 6, true}; }

std::vector<Candidate> counted(std::vector<Candidate> const& candidates, mechanisms::AnyMechanism const& mechanism,
                               sim::Replicates const& of = range, int threads = 2) {
  return recounted(candidates, mechanism, toys::zero_one, of,
                   {.target = {}, .seed = 11, .execution = {threads, nullptr, nullptr}});
}

std::vector<double> of_d(Candidate const& candidate) {
  std::vector<double> counts;
  for (auto const& count : candidate.counts) counts.push_back(count.d);
  return counts;
}
std::vector<double> of_d_prime(Candidate const& candidate) {
  std::vector<double> counts;
  for (auto const& count : candidate.counts) counts.push_back(count.d_prime);
  return counts;
}

/// How many of the first column are below 0, in [0, 1), and from 1 on.
std::vector<double> by_hand(mechanisms::ConstBatch releases) {
  std::vector<double> counts(3);
  for (auto const y : releases.column(0))
    if (!std::isnan(y)) ++counts[y < 0 ? 0 : y < 1 ? 1 : 2];
  return counts;
}

/// x + Laplace(1), and a number that knows nothing of x.
struct BesideNoise {
  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::real}, {"z", mechanisms::Column::Kind::real}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    sim::fill_laplace(stream, d[0], 1, out.column(0));
    sim::fill_laplace(stream, 0.5, 1, out.column(1));
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
};

}  // namespace

TEST_CASE("counts taken anew are those of the search releases of the range", "[verify]") {
  Bins const score{{Feature::Kind::coordinate, 0}, {0, 1}, {-2, 0.5, 3}};
  Candidate const learned{score, {{-2, 0, 0}, {0.5, 0, 0}, {3, 0, 0}}, 0};
  for (mechanisms::AnyMechanism const& mechanism :
       {mechanisms::AnyMechanism{toys::Laplace{}}, mechanisms::AnyMechanism{toys::NanLeak{}}}) {
    auto const sample = draw_sample(mechanism, toys::zero_one, range, 11, sim::Generator::ars, {});
    for (auto const& candidate : counted({cut_of(0), learned}, mechanism)) {
      CHECK(of_d(candidate) == by_hand(sample.releases_d()));
      CHECK(of_d_prime(candidate) == by_hand(sample.releases_d_prime()));
      CHECK(candidate.searched == 100'002);
    }
  }
}

TEST_CASE("groups touch at the edges at which they were counted", "[verify]") {
  auto const counts = counted({cut_of(0)}, toys::Laplace{}).at(0).counts;
  CHECK(counts[0].value == -9);
  CHECK(counts[0].greatest == std::nextafter(0, -1));
  CHECK(counts[1].value == 0);
  CHECK(counts[1].greatest == std::nextafter(1, 0));
  CHECK(counts[2].value == 1);
  CHECK(counts[2].greatest == 9);
}

TEST_CASE("counts are the same for any number of threads, and ranges add up", "[verify][same-bytes]") {
  std::vector const candidates{cut_of(0), cut_of(1)};
  auto const whole = counted(candidates, BesideNoise{}, {0, 50'001}, 1);
  auto parts = counted(candidates, BesideNoise{}, {0, 5 * sim::block_size}, 3);
  add(parts, counted(candidates, BesideNoise{}, {5 * sim::block_size, 50'001}, 7));
  for (std::size_t f = 0; f < 2; ++f) {
    CHECK(of_d(parts[f]) == of_d(whole[f]));
    CHECK(of_d_prime(parts[f]) == of_d_prime(whole[f]));
    CHECK(parts[f].searched == whole[f].searched);
  }
}

TEST_CASE("a recount that is kept is not taken again, and is the same", "[verify][same-bytes]") {
  toys::Remembering memory;
  SearchOptions const options{.target = {}, .seed = 11, .execution = {2, nullptr, nullptr, &memory}, .name = "search"};
  std::vector const candidates{cut_of(0), cut_of(1)};
  auto const whole = counted(candidates, BesideNoise{});
  auto const same = [&](std::vector<Candidate> const& others) {
    for (std::size_t f = 0; f < 2; ++f) {
      CHECK(of_d(others[f]) == of_d(whole[f]));
      CHECK(of_d_prime(others[f]) == of_d_prime(whole[f]));
    }
  };
  same(recounted(candidates, BesideNoise{}, toys::zero_one, range, options));
  REQUIRE(memory.pieces.size() == 1);
  auto const many = memory.pieces.begin()->second.size();
  same(recounted(candidates, BesideNoise{}, toys::zero_one, range, options));
  CHECK(memory.pieces.begin()->second.size() == many);
  auto elsewhere = candidates;  // other thresholds are other counts
  elsewhere[1].counts[1].greatest = 1.05;
  recounted(elsewhere, BesideNoise{}, toys::zero_one, range, options);
  CHECK(memory.pieces.size() == 2);
}

// The lucky one's event never errs in what it claims to have seen, and tells nothing. Of 100,000 fresh trials the other
// is predicted 0.97, give or take 0.01; the lucky one 0, give or take 0.01.
TEST_CASE("a lucky candidate is not selected on fresh counts", "[verify]") {
  auto honest = cut_of(0), lucky = cut_of(1);
  honest.counts = {{-9, 5'000, 1'839, -0.1}, {0.1, 3'161, 3'161, 0.9}, {1.1, 1'839, 5'000, 9}};
  lucky.counts = {{-9, 5'000, 0, -0.1}, {0.1, 5'000, 5'000, 0.9}, {1.1, 0, 5'000, 9}};
  honest.searched = lucky.searched = 20'000;
  Target const target{0, 0.05, 1'000'000};
  auto const column_of = [](Strategy const& strategy) { return std::get<Bins>(strategy.score).feature.column; };
  auto const select = [&](std::vector<Candidate> const& candidates) {
    return selected(with_events(candidates, target, {}), target, luck_of_the_best(candidates));
  };
  CHECK(column_of(select({lucky, honest}).strategy) == 1);
  auto const [strategy, bound] = select(counted({lucky, honest}, BesideNoise{}));
  CHECK(column_of(strategy) == 0);
  CHECK(bound == Catch::Approx(0.95).margin(0.05));
}

TEST_CASE("a candidate that has one group is counted, too", "[verify]") {
  Candidate const one{Bins{{}, {}, {0}}, {{0, 0, 0, 1}}, 0, true};
  CHECK(of_d(counted({one}, toys::Laplace{}).at(0)) == std::vector{50'001.0});
  CHECK(counted({}, toys::Laplace{}).empty());
}
