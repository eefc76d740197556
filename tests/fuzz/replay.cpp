// The corpus without a fuzzer: each file of a folder goes through the reader of that name once. Every compiler can
// build this, and whatever a fuzzer found stays found.
//
//     test_fuzz NAME FOLDER
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

// WARNER_FUZZ_READERS is READER(name) for each NAME.fuzz.cpp, whose function is called read_NAME here.
#define READER(name) extern "C" int read_##name(std::uint8_t const*, std::size_t);
WARNER_FUZZ_READERS
#undef READER

namespace {

using Read = int (*)(std::uint8_t const*, std::size_t);

#define READER(name) {#name, read_##name},
constexpr std::pair<std::string_view, Read> readers[]{WARNER_FUZZ_READERS};
#undef READER

std::vector<std::uint8_t> bytes_of(std::filesystem::path const& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

int main(int argc, char** argv) {
  for (auto const& [name, read] : readers) {
    if (argc != 3 || name != argv[1]) continue;
    auto files = 0;
    for (auto const& entry : std::filesystem::directory_iterator{argv[2]}) {
      std::printf("%s\n", entry.path().filename().c_str());
      std::fflush(stdout);  // the last name is that of the file that ends this program
      auto const bytes = bytes_of(entry.path());
      read(bytes.data(), bytes.size());
      ++files;
    }
    return files > 0 ? 0 : 2;
  }
  std::fprintf(stderr, "test_fuzz NAME FOLDER\n");
  return 2;
}
