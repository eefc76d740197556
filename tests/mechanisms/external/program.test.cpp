#include "mechanisms/external/program.hpp"

#include <atomic>
#include <chrono>
#include <string>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/process/child_process.hpp"
#include "sim/driver.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using Catch::Contains;

namespace {

WrittenPair const pair{"[0]", "[1.0, 2.5]"};

/// A program of the shell: `answer` is run for each request, with $n releases to make and $seed to make them from.
Launch shell(std::string const& answer) {
  Launch launch;
  launch.words = {"sh", "-c",
                  R"(while read -r l; do n=${l#*trials\": }; n=${n%%,*}; seed=${l#*seed\": }; seed=${seed%%\}*}; )" +
                      answer + "; done"};
  launch.timeout = std::chrono::milliseconds{20'000};
  return launch;
}

constexpr auto counting =
    "i=0; while [ $i -lt $n ]; do echo \"$((seed % 1000003 + i)),word$((i % 2))\"; i=$((i + 1)); done";

/// What a word is in the second column.
double number_of(Program const& program, std::string const& word) {
  auto const words = program.columns(arms().d)[1].words;
  return static_cast<double>(std::ranges::find(words, "\"" + word + "\"") - words.begin());
}

}  // namespace

TEST_CASE("a program is asked with the seed of the block, on any thread", "[mechanisms][external]") {
  Program const program{pair, PureDp{1}, shell(counting), 1};
  CHECK(program.columns(arms().d).size() == 2);
  CHECK(program.columns(arms().d)[0].kind == Column::Kind::integer);
  CHECK(program.columns(arms().d)[1].kind == Column::Kind::category);
  sim::Execution execution;
  execution.threads = 3;
  sim::for_each_block(
      {0, 6 * sim::block_size},
      [&](std::uint64_t, std::uint64_t block, std::uint64_t) {
        Releases memory;
        auto const batch = memory.shaped(50, 2);
        sim::Address const address{7, sim::Purpose::test};
        sim::Stream stream{address, block}, same{address, block};
        program.release(arms().d_prime, stream, batch);
        auto const first = static_cast<double>((same.word() >> 11) % 1000003);
        if (batch(0, 0) != first || batch(49, 0) != first + 49 || batch(49, 1) != number_of(program, "word1"))
          throw std::runtime_error{"another answer"};
      },
      execution);
  CHECK_NOTHROW(program.finish());
}

TEST_CASE("what a program does wrong is said", "[mechanisms][external]") {
  auto const ask = [](Launch const& launch) { return Program{pair, PureDp{1}, launch, 1}; };
  CHECK_THROWS_WITH(ask(shell("echo out of luck >&2; exit 3")),
                    Contains("ended with exit status 3 after 0 of 100 releases") && Contains("| out of luck"));
  CHECK_THROWS_WITH(ask(shell("kill -9 $$")), Contains("was ended by signal 9"));
  Launch nowhere;
  nowhere.words = {"/nowhere/at-all"};
  CHECK_THROWS_WITH(ask(nowhere), Contains("could not be started (No such file or directory)"));
  auto slow = shell("sleep 100");
  slow.timeout = std::chrono::milliseconds{200};
  CHECK_THROWS_WITH(ask(slow), Contains("answered 0 of 100 releases within 0.2 s"));
  std::atomic<bool> const interrupted{true};
  slow.interrupted = &interrupted;
  CHECK_THROWS_AS(ask(slow), sim::Interrupted);
  CHECK_THROWS_AS(Program(pair, PureDp{-1}, shell(counting), 1), std::invalid_argument);
}

TEST_CASE("words to nobody are no signal to us", "[mechanisms][external]") {
  ChildProcess child{{"sh", "-c", "exec <&-; sleep 0.2; exit 5"}, std::uint64_t{1} << 30};
  // More than a pipe holds is taken only once nobody reads any more.
  std::size_t written = 0;
  for (auto const until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
       written < 1'000'000 && std::chrono::steady_clock::now() < until;)
    written += child.write(std::string(100'000, 'x'));
  CHECK(written >= 1'000'000);
  CHECK_THAT(child.how_it_ended(), Contains("exit status 5"));
}
