#include "results/audit/file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <random>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "mechanisms/external/process/descriptor.hpp"
#include "mechanisms/external/process/read_file.hpp"
#include "sim/driver.hpp"
#include "sim/ranks.hpp"

namespace warner::results {
namespace {

namespace fs = std::filesystem;
using mechanisms::external::Descriptor;
using mechanisms::external::file_problem;

/// Whether a path is what one of our own descriptors writes into.
bool is_ours(fs::path const& path, int number) {
  struct stat there {
  }, here{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(number, &here) == 0 && there.st_dev == here.st_dev &&
         there.st_ino == here.st_ino;
}

bool is_special(fs::path const& path) {
  std::error_code error;
  auto const status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

void write_into(fs::path const& path, int file, std::string_view text) {
  while (!text.empty()) {
    auto const written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_problem(path.string(), "can not be written", std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A FIFO waits here for its reader.
void write_as_it_is(fs::path const& path, std::string_view text) {
  Descriptor const file{::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)};
  if (file.number() < 0 && errno == EINTR) throw sim::Interrupted{};
  if (file.number() < 0) throw file_problem(path.string(), "can not be written", std::strerror(errno));
  write_into(path, file.number(), text);
}

constexpr std::string_view ending = ".part";
constexpr std::size_t letters = 8;

/// Whether it is a sibling of a file of this name: NAME.xxxxxxxx.part.
bool is_sibling(std::string const& sibling, std::string const& name) {
  return sibling.size() == name.size() + 1 + letters + ending.size() && sibling.starts_with(name + ".") &&
         sibling.ends_with(ending) &&
         sibling.find_first_not_of("0123456789abcdef", name.size() + 1) == name.size() + 1 + letters;
}

/// Siblings that nobody holds: a living program has its own locked.
void remove_abandoned(fs::path const& target) {
  std::error_code error;
  auto const folder = target.has_parent_path() ? target.parent_path() : fs::path{"."};
  for (auto const& entry : fs::directory_iterator{folder, error}) {
    if (!is_sibling(entry.path().filename().string(), target.filename().string())) continue;
    Descriptor const file{::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    if (file.number() >= 0 && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
  }
}

/// A sibling that is ours, and locked; one that somebody took for abandoned before it was locked is made again.
std::pair<int, fs::path> sibling_of(fs::path const& target) {
  std::random_device random;
  for (int i = 0; i < 100; ++i) {
    fs::path const sibling{fmt::format("{}.{:08x}{}", target.string(), random(), ending)};
    auto const file = ::open(sibling.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) throw file_problem(target.string(), "can not be written", std::strerror(errno));
    struct stat status {};
    while (::flock(file, LOCK_EX) != 0 && errno == EINTR) {  // waits for whoever takes it for abandoned
    }
    if (::fstat(file, &status) == 0 && status.st_nlink > 0) return {file, sibling};
    ::close(file);
  }
  throw file_problem(target.string(), "can not be written", "no name is free beside it");
}

void write_beside(fs::path const& target, std::string_view text) {
  remove_abandoned(target);
  auto const [number, sibling] = sibling_of(target);
  Descriptor const file{number};
  try {
    write_into(target, number, text);
    struct stat there {};
    if (::stat(target.c_str(), &there) == 0) ::fchmod(number, there.st_mode & 07777);
    while (::fsync(number) != 0)
      if (errno != EINTR) throw file_problem(target.string(), "can not be written", std::strerror(errno));
    std::error_code error;
    fs::rename(sibling, target, error);
    if (error) throw file_problem(target.string(), "can not be written", error.message());
  } catch (...) {
    ::unlink(sibling.c_str());
    throw;
  }
}

/// @throws std::invalid_argument where it is a folder itself, or none can be made.
void make_folder_of(fs::path const& path) {
  std::error_code ignored, error;
  if (fs::is_directory(path, ignored)) throw file_problem(path.string(), "can not be written", "it is a folder");
  if (is_special(path)) return;
  auto const target = without_links(path);
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), error);
  if (error) throw file_problem(path.string(), "its folder can not be made", error.message());
}

}  // namespace

fs::path without_links(fs::path path) {
  constexpr int most_links = 40;
  std::error_code error;
  for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i) {
    auto const named = fs::read_symlink(path, error);
    path = named.is_absolute() ? named : path.parent_path() / named;
  }
  return path;
}

void require_place(fs::path const& path) {
  make_folder_of(path);
  if (is_special(path)) return;
  auto const [number, sibling] = sibling_of(without_links(path));
  Descriptor const file{number};
  ::unlink(sibling.c_str());
}

void write_file(fs::path const& path, std::string_view text) {
  if (!sim::speaks()) return;  // another rank does
  make_folder_of(path);
  for (auto const number : {STDOUT_FILENO, STDERR_FILENO})
    if (is_ours(path, number)) {  // behind what was said there already
      std::cout.flush();
      return write_into(path, number, text);
    }
  if (is_special(path)) write_as_it_is(path, text);
  else write_beside(without_links(path), text);
}

std::string read_file(fs::path const& path) {
  using mechanisms::external::opened_to_read, mechanisms::external::read_to_end;
  std::string text;
  auto const take = [&text](std::string_view part) { text += part; };
  if (path == "-") return read_to_end(STDIN_FILENO, "standard input", take), text;
  std::error_code error;
  if (!fs::exists(path, error)) throw file_problem(path.string(), "can not be read", "there is no such file");
  if (fs::is_directory(path, error)) throw file_problem(path.string(), "can not be read", "it is a folder");
  auto const file = opened_to_read(path.string());
  read_to_end(file.number(), path.string(), take);
  return text;
}

}  // namespace warner::results
