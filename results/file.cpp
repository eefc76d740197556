#include "results/file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::results {
namespace {

[[noreturn]] void fail(std::filesystem::path const& path, std::string_view what, std::string_view why) {
  require(false, fmt::format("{}: {} ({})", path.string(), what, why));
  std::abort();
}

}  // namespace

void write_file(std::filesystem::path const& path, std::string_view text) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) fail(path, "its folder can not be made", error.message());
  auto const sibling = path.string() + ".part";
  auto const file = ::open(sibling.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(path, "can not be written", std::strerror(errno));
  auto left = text;
  while (!left.empty()) {
    auto const written = ::write(file, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      auto const why = std::strerror(errno);
      ::close(file);
      ::unlink(sibling.c_str());
      fail(path, "can not be written", why);
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  ::fsync(file);
  ::close(file);
  std::filesystem::rename(sibling, path, error);
  if (error) fail(path, "can not be written", error.message());
}

std::string read_file(std::filesystem::path const& path) {
  if (path == "-") return {std::istreambuf_iterator<char>{std::cin}, {}};
  std::error_code error;
  if (!std::filesystem::exists(path, error)) fail(path, "can not be read", "there is no such file");
  if (std::filesystem::is_directory(path, error)) fail(path, "can not be read", "it is a folder");
  std::ifstream file{path, std::ios::binary};
  if (!file) fail(path, "can not be read", std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

}  // namespace warner::results
