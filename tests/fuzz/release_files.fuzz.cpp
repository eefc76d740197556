// Two files of recorded releases: which lines are read does not depend on which file is which, and every line points
// into the text of its file.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "mechanisms/external/release_file.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace warner::mechanisms::external;
using namespace warner::tests;

namespace {

/// Two files in memory, where there is such a folder; they go with the process.
struct Files {
  std::string d, d_prime;
  Files() {
    auto const folder = std::filesystem::exists("/dev/shm") ? std::filesystem::path{"/dev/shm"}
                                                            : std::filesystem::temp_directory_path();
    auto const stem = (folder / ("warner-fuzz-" + std::to_string(::getpid()))).string();
    d = stem + "-d.csv", d_prime = stem + "-d-prime.csv";
  }
  ~Files() { std::remove(d.c_str()), std::remove(d_prime.c_str()); }
};

void write(std::string const& path, std::string_view text) {
  std::ofstream{path, std::ios::binary}.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void require_whole(ReleaseFile const& file) {
  must(!file.lines.empty() && file.first_line <= 2, "there are releases, below one header at most");
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    auto const line = file.lines[i];
    must(line.empty() ||
             (line.data() >= file.text.data() && line.data() + line.size() <= file.text.data() + file.text.size()),
         "a line is part of its file");
    must(file.numbers == 0 || line.size() == 8 * file.numbers, "rows of an array are alike");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static Files const files;
  auto const [d, d_prime] = halves(text_of(data, size), "\n==\n");
  write(files.d, d);
  write(files.d_prime, d_prime);
  auto const read = accepted([&] { return read_release_files(files.d, files.d_prime); });
  auto const swapped = accepted([&] { return read_release_files(files.d_prime, files.d); });
  must(read.has_value() == swapped.has_value(), "files are read in either order, or in none");
  if (!read) return 0;
  must(read->d.first_line == swapped->d_prime.first_line && read->d_prime.first_line == swapped->d.first_line,
       "a header is one in either order");
  require_whole(read->d);
  require_whole(read->d_prime);
  return 0;
}
