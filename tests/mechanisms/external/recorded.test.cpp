#include "mechanisms/external/recorded.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <unistd.h>

#include "mechanisms/external/arms.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/seed.hpp"

using namespace warner::mechanisms;
using namespace warner::mechanisms::external;
using namespace warner;
using Catch::Contains;

namespace {

/// Two files in a folder that goes away with them.
class Files {
 public:
  Files(std::string const& d, std::string const& d_prime) {
    std::filesystem::create_directories(folder_);
    std::ofstream{path("d")} << d;
    std::ofstream{path("d_prime")} << d_prime;
  }
  ~Files() { std::filesystem::remove_all(folder_); }
  std::string path(char const* name) const { return (folder_ / name).string(); }
  ReleaseFiles read() const { return read_release_files(path("d"), path("d_prime")); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warner-recorded-" + std::to_string(::getpid()));
};

std::string lines(int n, std::function<std::string(int)> const& line) {
  std::string text;
  for (int i = 0; i < n; ++i) text += line(i) + "\n";
  return text;
}

Recorded recorded(ReleaseFiles const& files, std::uint64_t seed = tests::seed_of("recorded")) {
  return {files, PureDp{1}, false, seed};
}

std::vector<double> block_of(Recorded const& mechanism, sim::Purpose purpose, std::uint64_t block, std::size_t n,
                             Dataset const& arm = arms().d) {
  Releases memory;
  auto const batch = memory.shaped(n, mechanism.columns(arm).size());
  sim::Stream stream{{1, purpose, sim::Arm::d}, block};
  mechanism.release(arm, stream, batch);
  auto const column = batch.column(0);
  return {column.begin(), column.end()};
}

}  // namespace

TEST_CASE("no row of a file serves two blocks, and a block gets its rows again", "[mechanisms][external]") {
  Files const files{lines(1000, [](int i) { return std::to_string(3 * i); }),
                    lines(1000, [](int i) { return std::to_string(-3 * i - 3); })};
  auto const mechanism = recorded(files.read());
  CHECK(mechanism.rows_d() == 950);
  std::set<double> seen;
  auto const first = block_of(mechanism, sim::Purpose::search, 0, 100);
  for (auto const& rows :
       {first, block_of(mechanism, sim::Purpose::search, 1, 100), block_of(mechanism, sim::Purpose::certify, 0, 500),
        block_of(mechanism, sim::Purpose::certify, 7, 200)})
    for (auto const y : rows) {
      CHECK(y >= 0);
      seen.insert(y);
    }
  CHECK(seen.size() == 900);  // that many different ones
  CHECK(block_of(mechanism, sim::Purpose::search, 0, 100) == first);
  CHECK(block_of(mechanism, sim::Purpose::search, 0, 40) == std::vector<double>(first.begin(), first.begin() + 40));
  for (auto const y : block_of(mechanism, sim::Purpose::certify, 0, 500, arms().d_prime)) CHECK(y < 0);
  CHECK_THROWS_WITH(block_of(mechanism, sim::Purpose::certify, 8, 51),
                    Contains("more than the 950 recorded releases of D"));
}

TEST_CASE("certifying trials meet the same rows without the search before them", "[mechanisms][external]") {
  Files const files{lines(1000, [](int i) { return std::to_string(3 * i); }),
                    lines(1000, [](int i) { return std::to_string(-3 * i - 3); })};
  auto const searched = recorded(files.read(), 1), replayed = recorded(files.read(), 1);  // block_of draws with seed 1
  block_of(searched, sim::Purpose::search, 0, 300);
  for (auto const block : {0, 1})
    CHECK(block_of(searched, sim::Purpose::certify, block, 200) ==
          block_of(replayed, sim::Purpose::certify, block, 200));
  CHECK_THROWS_WITH(block_of(searched, sim::Purpose::search, 1, 251),
                    Contains("more than the 950 recorded releases of D"));  // 300 + 400 are taken
}

// Of 2000 sorted rows, the sum of 500 after a shuffle has a standard deviation of 22,361: the sound arm is spared at 6
// of them (level 2e-9), and the first 500 as they stand are 33 of them away.
TEST_CASE("a sorted file is as good as any", "[mechanisms][external]") {
  Files const files{lines(2000, [](int i) { return std::to_string(2 * i + 5); }),
                    lines(2000, [](int i) { return std::to_string(2 * i + 5); })};
  auto const mechanism = recorded(files.read());
  double sum = 0, sorted = 0;
  for (auto const y : block_of(mechanism, sim::Purpose::search, 0, 500)) sum += y;
  for (int i = 0; i < 500; ++i) sorted += 2 * i + 5;
  CHECK(std::fabs(sum - 500 * 2004.0) < 6 * 22'361);
  CHECK(std::fabs(sorted - 500 * 2004.0) > 6 * 22'361);
  CHECK(block_of(recorded(files.read(), 2), sim::Purpose::search, 0, 5) !=
        block_of(recorded(files.read(), 3), sim::Purpose::search, 0, 5));
}

TEST_CASE("a header is found and left out", "[mechanisms][external]") {
  auto const numbers = [](int i) { return std::to_string(i % 7) + "," + std::to_string(0.5 * i); };
  Files const named{"count,noisy\n" + lines(50, numbers), lines(50, numbers)};
  CHECK(named.read().d.lines.size() == 50);
  CHECK(named.read().d.first_line == 2);
  CHECK(named.read().d_prime.lines.size() == 50);
  auto const words = [](int i) { return std::string{i % 2 == 0 ? "yes" : "no"}; };
  Files const answers{"answer\n" + lines(50, words), "answer\r\n" + lines(50, words)};
  CHECK(answers.read().d.lines.size() == 50);
  Files const same{std::string{"\xEF\xBB\xBF"} + "answer\n" + lines(50, words), "answer\n" + lines(50, words)};
  CHECK(same.read().d.lines.size() == 50);
  auto const some = [](int i) { return (i % 3 == 0 ? "" : std::to_string(i % 7)) + (i % 2 == 0 ? ",yes" : ",no"); };
  Files const missing{"count,answer\n" + lines(50, some), lines(50, some)};
  CHECK(missing.read().d.lines.size() == 50);
  auto const none = [](int i) { return i == 9 ? "odd,7" : i % 3 == 0 ? ",yes" : "null,no"; };
  Files const never{"late,yes\n" + lines(50, none), lines(50, none)};
  CHECK(never.read().d.lines.size() == 51);
  Files const plain{lines(50, words), lines(50, words)};
  CHECK(plain.read().d.lines.size() == 50);
}

TEST_CASE("a bad file of releases is refused with its line", "[mechanisms][external]") {
  auto const good = lines(300, [](int i) { return std::to_string(0.25 * (i % 90)); });
  CHECK_THROWS_WITH(read_release_files("/nowhere", "/nowhere"), Contains("/nowhere: can not be read"));
  CHECK_THROWS_WITH(Files("", good).read(), Contains("d: has no releases"));
  CHECK_THROWS_WITH(Files("PAR1\nx", good).read(), Contains("is a Parquet file"));
  CHECK_THROWS_WITH(Files(lines(100, [](int i) { return std::to_string(i + 1) + ",0.5"; }), good).read(),
                    Contains("column 1 numbers the rows"));
}

TEST_CASE("rows of files may be of any shape", "[mechanisms][external]") {
  auto const names = [](Files const& files) {
    std::vector<std::string> all;
    for (auto const& column : recorded(files.read()).columns(arms().d)) all.push_back(column.name);
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names({"count,city\n" + lines(50, [](int i) { return std::to_string(i % 5) + ",\"Rome, Italy\""; }),
               lines(50, [](int i) { return std::to_string(i % 5) + ",Oslo"; })}) == Names{"y.count", "y.city"});
  CHECK(names({lines(50, [](int i) { return "{\"a\": " + std::to_string(i % 9) + "}"; }),
               lines(50, [](int) { return std::string{"{\"a\": 0.5}"}; })}) == Names{"y.a"});
  auto const good = lines(300, [](int i) { return std::to_string(0.25 * (i % 90)); });
  auto const other = recorded(Files(good + "two words\n", good).read());
  CHECK(other.reading().notes().size() <= 1);  // it may be one of those that the columns were learned from
}

TEST_CASE("trials are so few that rows do not run out", "[mechanisms][external]") {
  CHECK(trials_for_rows(1) == 1);
  for (std::uint64_t const rows : {10, 100, 1000, 1'000'000}) {
    auto const n = static_cast<double>(trials_for_rows(rows));
    CHECK(n >= static_cast<double>(rows));
    CHECK((n <= static_cast<double>(rows) || n / 2 + 3.25 * std::sqrt(n) <= static_cast<double>(rows)));
  }
  CHECK(trials_for_rows(1'000'000) > 1'980'000);
}

TEST_CASE("a blank line among releases, headers that differ, and one file twice are refused",
          "[mechanisms][external]") {
  CHECK_THROWS_WITH((Files{"1\n2\n\n4\n", "1\n2\n3\n"}.read()), Contains("d:3: a blank line where others have fields"));
  CHECK_THROWS_WITH((Files{"1\n2\n", "1\n2\n  \n"}.read()), Contains("d_prime:3: a blank line"));
  CHECK((Files{"\n\n", "\n"}.read()).d.lines.size() == 2);  // releases of no field, all of them
  CHECK((Files{"[]\n[1]\n", "[2]\n[]\n"}.read()).d.lines.size() == 2);
  CHECK_THROWS_WITH((Files{"x\n1\n2\n", "y\n1\n2\n"}.read()), Contains("its columns are 'x'") && Contains("are 'y'"));
  CHECK((Files{"x\n1\n2\n", "1\n2\n"}.read()).d.lines.size() == 2);  // only one of them has a header
  Files const files{"1\n", "2\n"};
  CHECK_THROWS_WITH(read_release_files(files.path("d"), files.path("d")), Contains("one file twice"));
}

TEST_CASE("a line that never ends is not read to its end", "[mechanisms][external]") {
  CHECK_THROWS_WITH((Files{std::string(1'000'100, '1') + "\n", "1\n"}.read()),
                    Contains("d:1: a line of more than a million bytes"));
  CHECK_THROWS_WITH((Files{"1\n2\n" + std::string(1'100'000, '1'), "1\n"}.read()),
                    Contains("d:3: a line of more than a million bytes"));
  CHECK_THROWS_WITH(read_release_files("/dev/zero", "/dev/null"),
                    Contains("/dev/zero:1: a line of more than a million bytes"));
}
