#include "verify/game/turns.hpp"

#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "verify/bounds/two_tallies.hpp"

using namespace warner::verify;

namespace {

/// A machine whose clock is moved by what programs do: it slows down and speeds up, pauses now and then, and every
/// process of a program is a little slower or faster than the program for all its life.
struct Machine {
  explicit Machine(std::uint64_t seed) : draw{seed} {}

  double speed = 1e6, of_processes = 0.03, of_pieces = 0.05, second_takes = 0.8;
  std::uint64_t time = 0, pieces = 0;
  std::mt19937_64 draw;
  std::string order{};

  double spread(double deviation) { return std::exp(std::normal_distribution<double>{0, deviation}(draw)); }

  /// A program that takes so many times as long as another, and goes by a letter.
  Start program(double ratio, char letter) {
    return [this, ratio, letter] {
      auto const process = spread(of_processes);
      return Work{[this, ratio, letter, process](std::uint64_t) {
        speed *= 1 + 0.02 * std::sin(static_cast<double>(time) / 1e8);
        auto const pause = draw() % 20 == 0 ? 10.0 : 1.0;
        auto const place = pieces++ % 2 == 0 ? 1.0 : second_takes;
        time += static_cast<std::uint64_t>(speed * ratio * process * pause * place * spread(of_pieces));
        order += letter;
      }};
    };
  }
  std::vector<TimePair> play(double ratio, std::uint64_t pairs, std::uint64_t seed) {
    return times_in_turns(program(1, 'b'), program(ratio, 'h'), pairs, seed, [this] { return time; });
  }
};

/// What diff asks: whether it is slower beyond a tenth.
constexpr double tolerated = 1.1;

}  // namespace

TEST_CASE("Two programs work in turns, and a coin says who begins", "[verify]") {
  Machine machine{1};
  REQUIRE(machine.play(1, 1000, 1).size() == 1000);
  std::size_t heads_first = 0;
  for (std::size_t i = 0; i < machine.order.size(); i += 34) {
    auto const pair = machine.order.substr(i, 34);
    std::string const first{pair.front()}, second{pair[1]};
    auto expected = first + second;
    for (int turn = 0; turn < 8; ++turn) expected += first + second + second + first;
    CHECK(pair == expected);
    heads_first += pair.front() == 'h';
  }
  CHECK(heads_first > 400);
  CHECK(heads_first < 600);
  Machine again{2}, other{1};
  again.play(1, 1000, 1);
  CHECK(again.order == machine.order);
  other.play(1, 1000, 2);
  CHECK(other.order != machine.order);
}

// 4,000 series of 33 pairs, at 0.05 each: 270 alarms have probability below 1e-6 where each has 0.05 at most. Processes
// of one program differ by 3 %, the machine pauses and drifts, and the second of two is a fifth faster.
TEST_CASE("Two equal programs are told apart as rarely as the level says", "[verify]") {
  int slower = 0, faster = 0, beyond = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    Machine machine{seed};
    auto const pairs = machine.play(1, 33, seed);
    slower += p_value_of_larger_times(pairs, 1) <= 0.05;
    faster += p_value_of_smaller_times(pairs, 1) <= 0.05;
    Machine edge{seed + 10'000};
    beyond += p_value_of_larger_times(edge.play(tolerated, 33, seed), tolerated) <= 0.05;
    auto const ratio = ratio_of_times(pairs, 0.05);
    missed += ratio.lower > 1 || ratio.upper < 1;
  }
  INFO(slower << " slower, " << faster << " faster, " << beyond << " beyond, " << missed << " missed, of 4000");
  CHECK(slower < 270);
  CHECK(faster < 270);
  CHECK(beyond < 270);
  CHECK(missed < 270);
  CHECK(slower > 40);
}

// One process of each, timed again and again, as benchmarks often do: the 3 % between two processes are taken for the
// programs' own in most series, and more pairs make it worse. So every pair has processes of its own.
TEST_CASE("With one process of each for all pairs, equal programs are told apart", "[verify]") {
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Machine machine{seed};
    auto const base = machine.program(1, 'b')(), head = machine.program(1, 'h')();
    auto const pairs =
        times_in_turns([&] { return base; }, [&] { return head; }, 100, seed, [&] { return machine.time; });
    alarms += p_value_of_larger_times(pairs, 1) <= 0.05;
  }
  CHECK(alarms > 20);
}

// Power: at the level of the second version of a baseline with twenty entries. 283 of 300 are below a power of 0.97
// with probability 0.01 at most.
TEST_CASE("A program that is a fifth slower is found, and one that is as slow as is tolerated is not", "[verify]") {
  auto const level = level_of_comparison(1e-3, 2) / 80;
  auto const pairs = pairs_needed(level);
  int found = 0, alarms = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Machine slow{seed}, edge{seed};
    found += p_value_of_larger_times(slow.play(1.2, pairs, seed), tolerated) <= level;
    alarms += p_value_of_larger_times(edge.play(tolerated, pairs, seed), tolerated) <= level;
  }
  INFO(found << " of 300 found by " << pairs << " pairs");
  CHECK(found > 269);
  CHECK(alarms == 0);
}

// 200 series of 100 versions, at level 0.05: 29 alarms have probability below 1e-6.
TEST_CASE("A series of versions whose speed never changes spends its level once", "[verify]") {
  int alarmed = 0;
  for (std::uint64_t series = 1; series <= 200; ++series) {
    Machine machine{series};
    auto alarm = false;
    for (std::uint64_t version = 2; version <= 101 && !alarm; ++version)
      alarm = p_value_of_larger_times(machine.play(1, 20, series * 1000 + version), 1) <=
              level_of_comparison(0.05, version);
    alarmed += alarm;
  }
  CHECK(alarmed < 29);
}

TEST_CASE("A time that the clock can not tell from none is one nanosecond", "[verify]") {
  Start const idle = [] { return Work{[](std::uint64_t) {}}; };
  for (auto const& pair : times_in_turns(idle, idle, 5, 1, [] { return std::uint64_t{7}; })) {
    CHECK(pair.base > 0);
    CHECK(pair.ratio() == 1);
  }
}

TEST_CASE("Programs are given the same pieces, and what they throw comes out", "[verify]") {
  std::vector<std::uint64_t> base, head;
  auto const noted = [](std::vector<std::uint64_t>& pieces) {
    return [&pieces] { return Work{[&pieces](std::uint64_t piece) { pieces.push_back(piece); }}; };
  };
  times_in_turns(noted(base), noted(head), 10, 1);
  CHECK(base == head);
  CHECK(base.size() == 170);
  Start const gone = [] { return Work{[](std::uint64_t) { throw std::runtime_error{"gone"}; }}; };
  CHECK_THROWS_AS(times_in_turns(noted(base), gone, 1, 1), std::runtime_error);
}
