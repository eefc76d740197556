#include "results/figures/figures.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>
#include <sstream>
#include <string_view>

#include "results/audit/file.hpp"
#include "results/figures/drawing/draw.hpp"
#include "results/figures/reference.hpp"
#include "sim/reduction.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/folder.hpp"

using namespace warner;
using namespace warner::results;
using warner::tests::Folder;

namespace {

FigureOptions quick(std::filesystem::path const& out, int threads = 0) {
  FigureOptions options;
  options.out = out;
  options.quick = true;
  options.execution.threads = threads;
  return options;
}

bool can_draw() { return std::system("/usr/bin/python3 -c 'import matplotlib' 2> /dev/null") == 0; }

/// Draws the tables of a folder into another, in one process. @returns whether it could.
bool draw_all(std::filesystem::path const& tables, std::filesystem::path const& out,
              std::vector<std::string> const& names) {
  auto command = std::string{"/usr/bin/python3 -B -E -s " WARNER_DRAW_ALL " " WARNER_PLOTS " "} + tables.string() +
                 " " + out.string();
  for (auto const& name : names) command += " " + name;
  return std::system(command.c_str()) == 0;
}

}  // namespace

TEST_CASE("a figure that does not exist is refused with the nearest that do", "[results]") {
  CHECK(find_figure("hypothesis-test").row == 18);
  CHECK_THROWS_WITH(find_figure("hypothesis-tests"), Catch::Contains("hypothesis-test,"));
  CHECK_THROWS_AS(find_figure(""), std::invalid_argument);
}

TEST_CASE("no two figures share a name or a number, which names their random streams", "[results]") {
  std::set<std::string> names;
  std::set<int> rows;
  for (auto const& figure : figures()) {
    CHECK(names.insert(figure.name).second);
    CHECK(rows.insert(figure.row).second);
    CHECK(std::filesystem::exists(std::filesystem::path{WARNER_PLOTS} / (figure.name + ".py")));
  }
}

// Each figure tests itself at 1e-6, so this test fails for a sound program at fewer than figures() x 1e-6 of all seeds.
// What it makes is drawn, too: the numbers take longer than their drawings.
TEST_CASE("every figure agrees with its exact values, in the same bytes for any number of threads, drawn or not",
          "[results][statistical]") {
  Folder const one, three;
  std::vector<std::string> names;
  for (auto const& figure : figures()) {
    if (figure.can_measure) continue;  // times are never the same twice
    auto const first = make_figure(figure, quick(one.path, 1)), again = make_figure(figure, quick(three.path, 3));
    INFO(first.summary);
    CHECK(first.agrees);
    REQUIRE(first.files.size() >= 3);
    for (std::size_t i = 0; i < first.files.size(); ++i) CHECK(read_file(first.files[i]) == read_file(again.files[i]));
    CHECK(read_file(first.files[2]).find("eed 1") != std::string::npos);
    names.push_back(figure.name);
  }
  if (!can_draw()) {
    WARN("python3 has no matplotlib: nothing was drawn");
    return;
  }
  // In two processes, and in two orders: no drawing depends on those before it.
  auto there = std::async(std::launch::async, [&] { return draw_all(one.path, one.path, names); });
  REQUIRE(draw_all(one.path, three.path, {names.rbegin(), names.rend()}));
  REQUIRE(there.get());
  for (auto const& name : names) {
    INFO(name);
    for (auto const* kind : {".pdf", ".png", ".svg"})
      CHECK(read_file(one.path / (name + kind)) == read_file(three.path / (name + kind)));
    auto const pdf = read_file(one.path / (name + ".pdf"));
    CHECK(pdf.starts_with("%PDF"));
    CHECK(pdf.find("/Type3") == std::string::npos);
  }
}

TEST_CASE("the figure that measures time says so, and has every law beside the standard library", "[results]") {
  auto const& figure = find_figure("noise-throughput");
  REQUIRE(figure.can_measure);
  Folder const folder;
  if (!figure.can_measure()) {
    CHECK_THROWS_WITH(make_figure(figure, quick(folder.path)), Catch::Contains("--target noise_throughput"));
    return;
  }
  auto const result = make_figure(figure, quick(folder.path));
  auto const table = read_file(result.files[0]);
  for (auto const* law :
       {"uniform", "exponential", "Laplace", "Gaussian", "Gumbel", "geometric", "two-sided geometric", "Bernoulli"})
    for (auto const* way : {"Warner", "std"})
      CHECK(table.find(std::string{"\n"} + law + "," + way + ",") != std::string::npos);
  CHECK(read_file(result.files[2]).find("not the same bytes twice") != std::string::npos);
}

TEST_CASE("the figure of real libraries reads the table that their audits wrote", "[results]") {
  auto const& figure = find_figure("libraries");
  Folder const folder;
  auto options = quick(folder.path);
  options.data = folder.path / "table.csv";
  CHECK_THROWS_WITH(make_figure(figure, options), Catch::Contains("scripts/libraries") && Catch::Contains("--data"));
  std::string const header =
      "library,version,mechanism,claim,bound,decision,replayed,expected,witness,trials,seconds,kind,issue,fixed,"
      "why\r\n";
  write_file(*options.data, header);
  CHECK_THROWS_WITH(make_figure(figure, options), Catch::Contains("no row"));
  write_file(*options.data, "library,version\r\na,1\r\n");
  CHECK_THROWS_WITH(make_figure(figure, options), Catch::Contains("no column"));
  write_file(*options.data,
             header +
                 "one,0.1.0,\"mean, unbounded\",epsilon = 0.5,2.25,refuted,refuted,refuted,y[0] > "
                 "9,20000,3.1,source,,0.2,\"a \"\"sum\"\"\"\r\n"
                 "one,0.1.0,count,\"epsilon = 1.0, delta = 0.01\",0.75,not refuted,,not refuted,,20000,2.5,,,,\r\n"
                 "two,3,gauss,rho = 0.5,0.25,not refuted,,not refuted,,20000,12.0,,,,\r\n"
                 "two,4,gauss,rho = 0.5,,not installed,,not refuted,,20000,,,,,\r\n");
  auto const result = make_figure(figure, options);
  CHECK(result.agrees);
  auto const table = read_file(folder.path / "libraries.csv");
  CHECK(table.find("one,0.1.0,\"mean, unbounded\",epsilon = 0.5,0.5,2.25,refuted,refuted,refuted,y[0] > "
                   "9,20000,3.1,source,,0.2") != std::string::npos);
  CHECK(table.find("gauss,rho = 0.5,nan,0.25,not refuted") != std::string::npos);
  auto const json = read_file(folder.path / "libraries.json");
  CHECK(json.find("1, in 1 libraries of 2") != std::string::npos);
  CHECK(json.find("\"slowest row\": \"12 s\"") != std::string::npos);
}

TEST_CASE("a figure that disagrees says so, and where", "[results]") {
  Folder const folder;
  Figure const wrong{"wrong", "a wrong exact value", 250, [](FigureOptions const&) {
                       Agreement agreement;
                       agreement.proportion("a fair coin", 600, 1000, 0.5);  // 6.3 deviations: two-sided tail 2.7e-10
                       return Findings{Table{{"x"}}, "caption", {}, {}, agreement.judge()};
                     }};
  auto const result = make_figure(wrong, quick(folder.path));
  CHECK_FALSE(result.agrees);
  CHECK(result.summary.find("a fair coin") != std::string::npos);
  CHECK(read_file(folder.path / "wrong.json").find("\"agrees\": false") != std::string::npos);
}

TEST_CASE("every figure equals its reference", "[results][.reference]") {  // not by ctest: test_results "[reference]"
  Folder const folder;
  for (auto const& figure : figures()) {
    auto const reference = std::filesystem::path{WARNER_REFERENCE} / (figure.name + ".json");
    if (!std::filesystem::exists(reference)) continue;
    auto const made = make_figure(figure, quick(folder.path));
    auto const check = check_reference(read_file(reference), read_file(made.files[1]),
                                       figure.can_measure ? "" : read_file(made.files[0]));
    INFO(figure.name << " (where it changed on purpose, scripts/regenerate makes the references anew)");
    CHECK(check.same_run);
    CHECK(check.problems == std::vector<std::string>{});
  }
}

TEST_CASE("every figure has its page of theory, and the index knows it", "[results]") {
  std::filesystem::path const theory{WARNER_THEORY};
  auto const index = read_file(theory / "README.md");
  for (auto const& figure : figures()) {
    INFO(figure.name);
    auto const page = read_file(theory / (figure.name + ".md"));
    CHECK_THAT(page, Catch::Contains("warner figures " + figure.name) && Catch::Contains("\n## Statement\n") &&
                         Catch::Contains("\n## What the figure shows\n"));
    CHECK_THAT(index, Catch::Contains("](" + figure.name + ".md)"));
  }
}

TEST_CASE("a figure that is there is left as it is, and made again when anything that it depends on changes",
          "[results]") {
  Folder const folder;
  static int runs = 0;
  Figure const counted{"counted", "", 253, [](FigureOptions const&) {
                         return Findings{Table{{"x"}}, std::to_string(++runs), {}, {}, {}};
                       }};
  auto options = quick(folder.path);
  options.resume = true;
  auto const work = [&] { return make_figure(counted, options).work; };
  CHECK(work() == FigureWork::made);
  CHECK(work() == FigureWork::nothing);
  CHECK(runs == 1);
  options.execution.threads = 2;
  CHECK(work() == FigureWork::nothing);
  options.seed = 2;
  CHECK(work() == FigureWork::made);
  options.quick = false;
  CHECK(work() == FigureWork::made);
  std::filesystem::remove(folder.path / "counted.csv");
  CHECK(work() == FigureWork::made);
  write_file(folder.path / "counted.txt", "somebody else's words");
  CHECK(work() == FigureWork::made);
  write_file(folder.path / ".made" / "counted.json", "{\"schema\": 1}");
  CHECK(work() == FigureWork::made);
  CHECK(work() == FigureWork::nothing);
  options.resume = false;
  CHECK(work() == FigureWork::made);
  CHECK(runs == 7);
}

TEST_CASE("a figure that was cut off goes on where it was, and nothing stays behind", "[results][same-bytes]") {
  Folder const folder;
  static int blocks = 0;
  static bool cut = true;
  Figure const counted{"counted", "", 252, [](FigureOptions const& options) {
                         std::uint64_t total = 0;
                         for (auto const* half : {"first", "second"}) {
                           if (cut && half == std::string_view{"second"}) throw sim::Interrupted{};
                           total += sim::reduce({half, {0, 10 * sim::block_size}, 1},
                                                [](auto, auto trials, auto sums) { ++blocks, sums[0] += trials; },
                                                {1, nullptr, nullptr, options.execution.keeper})[0];
                         }
                         return Findings{Table{{"x"}}, std::to_string(total), {}, {}, {}};
                       }};
  auto options = quick(folder.path);
  options.resume = true;
  CHECK_THROWS_AS(make_figure(counted, options), sim::Interrupted);
  CHECK(blocks == 10);
  cut = false;
  options.seed = 2;
  make_figure(counted, options);
  CHECK(blocks == 30);  // another question
  options.seed = 1;
  make_figure(counted, options);
  CHECK(blocks == 40);
  CHECK(read_file(folder.path / "counted.txt") == "81920\n");
  for (auto const& file : std::filesystem::directory_iterator{folder.path / ".made"})
    CHECK(file.path().filename() == "counted.json");
  std::ostringstream notes;
  options.notes = &notes;
  options.seed = 3;
  cut = true;
  CHECK_THROWS_AS(make_figure(counted, options), sim::Interrupted);
  for (auto const& file : std::filesystem::directory_iterator{folder.path / ".made"})
    if (file.path().extension() == ".journal") write_file(file.path(), "somebody else's words\n");
  cut = false;
  make_figure(counted, options);
  CHECK_THAT(notes.str(), Catch::Contains("is no journal") && Catch::Contains("counted begins anew"));
}

TEST_CASE("a script that fails is quoted, and the numbers stay", "[results]") {
  Folder const folder;
  write_file(folder.path / "coin.py", "import sys\nsys.exit('no ink')\n");
  Figure const figure{"coin", "", 251, [](FigureOptions const&) {
                        return Findings{Table{{"x"}}, "caption", {}, {}, {}};
                      }};
  auto options = quick(folder.path);
  options.plots = folder.path;
  CHECK_THROWS_WITH(make_figure(figure, options), Catch::Contains("no ink") && Catch::Contains("coin.csv"));
  CHECK(std::filesystem::exists(folder.path / "coin.csv"));
  CHECK_THROWS_AS(draw(folder.path / "none.py", folder.path / "coin.csv", folder.path / "coin"), std::runtime_error);
}
