#include "bench/sim/against.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "tests/support/catch.hpp"

using namespace warner::bench;

namespace {

std::vector<double> around(double ns) {
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) times.push_back(ns * (1 + 0.001 * ((i * 8) % 21)));
  return times;
}

struct File {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("warner-against-" + std::to_string(::getpid()) + ".json");
  explicit File(std::string const& text) { std::ofstream{path} << text; }
  ~File() { std::filesystem::remove(path); }
};

}  // namespace

TEST_CASE("a comparison names what became faster and slower, and spares what did not", "[bench]") {
  std::vector<Turns> const before{
      {"a", "ours", around(1)}, {"b", "ours", around(1)}, {"c", "ours", around(1)}, {"gone", "ours", around(1)}};
  std::vector<Contestant> now(3);
  for (std::size_t i = 0; i < 3; ++i) now[i].workload = before[i].workload, now[i].name = "ours";
  now[0].nanoseconds = around(0.9), now[1].nanoseconds = around(1.1), now[2].nanoseconds = around(1);
  auto const text = against(before, now);
  auto const line = [&](std::string const& workload) {
    auto const from = text.find("\n" + workload + " ");
    REQUIRE(from != std::string::npos);
    return text.substr(from + 1, text.find('\n', from + 1) - from - 1);
  };
  CHECK(line("a").ends_with("faster"));
  CHECK(line("b").ends_with("slower"));
  CHECK(line("c").ends_with("no difference"));
  CHECK(text.find("gone") == std::string::npos);
}

TEST_CASE("only a bench file is compared with", "[bench]") {
  CHECK_THROWS_AS(earlier_turns("no-such-file.json"), std::invalid_argument);
  CHECK_THROWS_AS(earlier_turns(File{"{"}.path), std::invalid_argument);
  CHECK_THROWS_AS(earlier_turns(File{R"({"schema": "warner/record/1"})"}.path), std::invalid_argument);
  File const sound{
      R"({"schema": "warner/noise-throughput/2", "turns": [{"workload": "a", "way": "ours", "ns_per_sample": [1, 2]}]})"};
  auto const turns = earlier_turns(sound.path);
  REQUIRE(turns.size() == 1);
  CHECK(turns[0].nanoseconds == std::vector<double>{1, 2});
}
