#include "results/audit/file.hpp"

#include <fcntl.h>
#include <fstream>
#include <thread>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

#include "tests/support/catch.hpp"
#include "tests/support/folder.hpp"

using namespace warner::results;
using warner::tests::Folder;
namespace fs = std::filesystem;

TEST_CASE("a file is written whole, and a link to it stays a link", "[results]") {
  Folder const folder;
  write_file(folder / "sub/a", "one");
  CHECK(read_file(folder / "sub/a") == "one");
  fs::create_symlink("sub/a", folder / "link");
  fs::create_symlink("sub/new", folder / "dangling");
  write_file(folder / "link", "two");
  write_file(folder / "dangling", "three");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_file(folder / "sub/a") == "two");
  CHECK(read_file(folder / "sub/new") == "three");
  CHECK_THROWS_WITH(write_file(folder / "sub", "x"), Catch::Contains("it is a folder"));
  CHECK_THROWS_WITH(require_place(folder / "sub"), Catch::Contains("it is a folder"));
  CHECK(folder.size() == 3);
  CHECK_NOTHROW(require_place("no-such-file-in-the-working-folder"));
}

TEST_CASE("a file that breaks off in the middle is not read as a short one", "[results]") {
  Folder const folder;
  CHECK_THROWS_WITH(read_file("/proc/self/mem"), "/proc/self/mem: can not be read (Input/output error)");
  CHECK_THROWS_WITH(read_file(folder.path), Catch::Contains("it is a folder"));
  auto const input = ::dup(STDIN_FILENO), mem = ::open("/proc/self/mem", O_RDONLY);
  ::dup2(mem, STDIN_FILENO);
  CHECK_THROWS_WITH(read_file("-"), "standard input: can not be read (Input/output error)");
  ::dup2(input, STDIN_FILENO);
  ::close(input), ::close(mem);
}

TEST_CASE("a place is tried out, and nothing is left there", "[results]") {
  Folder const folder;
  CHECK_NOTHROW(require_place(folder / "a"));
  CHECK_THROWS_WITH(require_place(folder / std::string(250, 'x')), Catch::Contains("File name too long"));
  CHECK(folder.size() == 0);
}

TEST_CASE("a file that is written again keeps its mode", "[results]") {
  Folder const folder;
  write_file(folder / "secret", "one");
  fs::permissions(folder / "secret", fs::perms::owner_read | fs::perms::owner_write);
  write_file(folder / "secret", "two");
  CHECK(fs::status(folder / "secret").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("what is no regular file is written into", "[results]") {
  Folder const folder;
  auto const fifo = folder / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  std::string heard;
  std::thread reader{[&] {
    std::ifstream file{fifo};
    std::getline(file, heard);
  }};
  write_file(fifo, "said\n");
  reader.join();
  CHECK(heard == "said");
  CHECK(fs::is_fifo(fifo));
  CHECK_NOTHROW(write_file("/dev/null", "nothing"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(folder.size() == 1);
}

TEST_CASE("what a killed program left beside a file is removed, and what a living one holds is not", "[results]") {
  Folder const folder;
  std::ofstream{folder / "a.0badcafe.part"} << "half";
  std::ofstream{folder / "a.backups.part"} << "somebody's own";
  auto const held = ::open((folder / "a.deadbeef.part").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(::flock(held, LOCK_EX) == 0);
  write_file(folder / "a", "whole");
  CHECK_FALSE(fs::exists(folder / "a.0badcafe.part"));
  CHECK(fs::exists(folder / "a.backups.part"));
  CHECK(fs::exists(folder / "a.deadbeef.part"));
  ::close(held);
}

TEST_CASE("several write one file at the same time, and one of them has written it", "[results]") {
  Folder const folder;
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w)
    writers.emplace_back([&, text = std::string(100'000, static_cast<char>('a' + w))] {
      for (int i = 0; i < 20; ++i) write_file(folder / "same", text);
    });
  for (auto& writer : writers) writer.join();
  auto const text = read_file(folder / "same");
  CHECK(text == std::string(100'000, text.front()));
  CHECK(folder.size() == 1);
}
