#include "verify/learn/atom_counts.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::verify;

namespace {

mechanisms::ConstBatch one_column(std::vector<double> const& releases) { return {releases.data(), releases.size(), 1}; }

/// So many releases of two columns each, of 60 kinds.
std::vector<double> two_columns(std::size_t many, std::size_t first) {
  std::vector<double> numbers;
  for (auto i = first; i < first + many; ++i) numbers.push_back(static_cast<double>(i * i % 12));
  for (auto i = first; i < first + many; ++i) numbers.push_back(static_cast<double>(i % 5) / 8);
  return numbers;
}

}  // namespace

TEST_CASE("atoms are the releases that repeat, with ratios a standard error nearer to nothing", "[verify]") {
  std::vector<double> under_d(30, 0.0), under_d_prime(10, 0.0);
  under_d.insert(under_d.end(), {1, 7});
  under_d_prime.insert(under_d_prime.end(), {1, 8});
  auto const atoms = learn_atoms(one_column(under_d), one_column(under_d_prime));
  REQUIRE(atoms.log_ratio.size() == 2);
  auto const zero = atoms.releases[0] == 0 ? 0u : 1u;
  CHECK(atoms.log_ratio[zero] == Catch::Approx(std::log(30.5 / 10.5) - std::sqrt(1 / 30.5 + 1 / 10.5)));
  CHECK(atoms.log_ratio[1 - zero] == 0);
}

TEST_CASE("an atom seen fifty times against six comes before those seen five times against none", "[verify]") {
  std::vector<double> under_d(50, 0.0), under_d_prime(6, 0.0);
  for (int i = 1; i <= 400; ++i)
    (i % 2 == 0 ? under_d : under_d_prime).insert((i % 2 == 0 ? under_d : under_d_prime).end(), 5, i);
  auto const atoms = learn_atoms(one_column(under_d), one_column(under_d_prime));
  auto const first = std::ranges::max_element(atoms.log_ratio) - atoms.log_ratio.begin();
  CHECK(atoms.releases[static_cast<std::size_t>(first)] == 0);
}

TEST_CASE("counted bit by bit and by several threads, atoms are what is learned of all at once",
          "[verify][same-bytes]") {
  constexpr std::size_t many = 3000, of_each = many / 3;
  auto const d = two_columns(many, 0), d_prime = two_columns(many, 777);
  auto const whole = learn_atoms({d.data(), many, 2}, {d_prime.data(), many, 2});
  REQUIRE(whole.log_ratio.size() > 10);
  AtomCounts counts{2, 1000};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      auto const some = two_columns(of_each, t * of_each), others = two_columns(of_each, 777 + t * of_each);
      counts.add(sim::Arm::d, {some.data(), of_each, 2});
      counts.add(sim::Arm::d_prime, {others.data(), of_each, 2});
    });
  for (auto& thread : threads) thread.join();
  CHECK_FALSE(counts.too_many());
  CHECK(counts.atoms().releases == whole.releases);
  CHECK(counts.atoms().log_ratio == whole.log_ratio);
}

TEST_CASE("nothing is counted whole where there are too many kinds of releases", "[verify]") {
  std::vector<double> releases;
  for (int i = 0; i < 100; ++i) releases.push_back(i % 80);  // 60 come once, 20 twice
  AtomCounts counts{1, 200};
  counts.add(sim::Arm::d, one_column(releases));
  CHECK(counts.has_room_for(150));  // of which six in ten are new: 170
  CHECK_FALSE(counts.has_room_for(250));
  CHECK_FALSE(counts.too_many());
  for (auto& y : releases) y += 1000;
  counts.add(sim::Arm::d_prime, one_column(releases));
  for (auto& y : releases) y += 1000;
  counts.add(sim::Arm::d, one_column(releases));
  CHECK(counts.too_many());
  CHECK_FALSE(counts.has_room_for(0));
}
