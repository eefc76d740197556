#include "mechanisms/external/program.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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
  auto talks = shell("echo no config.yml");
  talks.timeout = std::chrono::milliseconds{200};
  CHECK_THROWS_WITH(ask(talks), Contains("answered 1 of 100 releases within 0.2 s, the last one 'no config.yml'"));
  std::atomic<bool> const interrupted{true};
  slow.interrupted = &interrupted;
  CHECK_THROWS_AS(ask(slow), sim::Interrupted);
  CHECK_THROWS_AS(Program(pair, PureDp{-1}, shell(counting), 1), std::invalid_argument);
}

namespace {

/// A program of version 2: a hello, then datasets and requests; `answer` is run for each request, `prepare` for each
/// dataset, in which $l is the line.
Launch second_version(std::string const& hello, std::string const& prepare, std::string const& answer) {
  Launch launch;
  launch.words = {"sh", "-c",
                  "echo '" + hello + R"('; while read -r l; do case $l in *prepare\"*) )" + prepare +
                      R"( ;; *) n=${l#*trials\": }; n=${n%%,*}; i=0; while [ $i -lt $n ]; do )" + answer +
                      "; i=$((i + 1)); done ;; esac; done"};
  launch.timeout = std::chrono::milliseconds{20'000};
  return launch;
}

std::vector<double> released(Program const& program, Dataset const& arm, std::size_t n, std::size_t width) {
  Releases memory;
  auto const batch = memory.shaped(n, width);
  sim::Stream stream{{7, sim::Purpose::test}, 0};
  program.release(arm, stream, batch);
  return {batch.column(width - 1).begin(), batch.column(width - 1).end()};
}

}  // namespace

TEST_CASE("a program of version 2 says what it is, and is handed each dataset once", "[mechanisms][external]") {
  auto const launch = second_version(R"({"warner": 2, "name": "counts", "claim": {"epsilon": 2}, "prepares": true})",
                                     "many=$((many + 1))", "echo $((${many:-0} * 100 + i))");
  Program const program{pair, std::nullopt, launch, 1};
  CHECK(program.hello().name == "counts");
  CHECK(program.hello().claim.at("epsilon") == "2");
  CHECK(std::get<PureDp>(program.claiming(PureDp{2}).guarantee()).epsilon == 2);
  for (auto const& arm : {arms().d, arms().d_prime, arms().d})
    CHECK(released(program, arm, 3, 1) == std::vector<double>{200, 201, 202});  // both were there before
}

TEST_CASE("numbers may come column by column", "[mechanisms][external]") {
  // Two numbers a release, all of each: the bytes of n ones, then of n twos.
  auto launch = second_version(R"({"warner": 2, "binary": 2, "column_by_column": true})", ":", ":");
  launch.words.back().replace(launch.words.back().rfind("done ;; esac"), 4,
                              R"(done; i=0; while [ $i -lt $n ]; do printf '\000\000\000\000\000\000\360\077'; )"
                              R"(i=$((i + 1)); done; i=0; while [ $i -lt $n ]; do )"
                              R"(printf '\000\000\000\000\000\000\000\100'; i=$((i + 1)); done)");
  Program const program{pair, PureDp{1}, launch, 1};
  CHECK(program.columns(arms().d).size() == 2);
  CHECK(released(program, arms().d_prime, 3, 2) == std::vector<double>{2, 2, 2});
}

TEST_CASE("datasets that a program fails on are left out where many are tried", "[mechanisms][external]") {
  auto const launch = shell("case $l in *bad*) echo too bad >&2; exit 3;; esac; " + std::string{counting});
  Program const program{Datasets{{"[0]", "\"bad\"", "[1]"}, {"none", "bad", "one"}}, PureDp{1}, launch, 1};
  CHECK(program.failures().size() == 1);
  CHECK_THAT(program.failures().at(1), Contains("too bad"));
  CHECK(released(program, {2}, 2, 2).size() == 2);
  CHECK_THROWS_WITH(released(program, {1}, 2, 2), Contains("this dataset: bad"));
  CHECK_THROWS_AS(Program(Datasets{{"\"bad\""}, {"bad"}}, PureDp{1}, launch, 1), ProgramFailed);
  CHECK_THROWS_AS(Program((WrittenPair{"[0]", "\"bad\""}), PureDp{1}, launch, 1), ProgramFailed);
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
