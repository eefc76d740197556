#include "mechanisms/external/process/read_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

/// What a system call gave that a signal may end.
template <class Call>
auto done(std::string const& path, Call const& call) {
  auto const result = call();
  if (result < 0 && errno == EINTR) throw sim::Interrupted{};
  if (result < 0) throw file_problem(path, "can not be read", std::strerror(errno));
  return result;
}

}  // namespace

std::invalid_argument file_problem(std::string const& path, std::string_view what, std::string_view why) {
  return std::invalid_argument{fmt::format("{}: {} ({})", path, what, why)};
}

Descriptor opened_to_read(std::string const& path) {
  return Descriptor{done(path, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY); })};
}

void read_to_end(int file, std::string const& path, std::function<void(std::string_view part)> const& take) {
  std::array<char, 1 << 16> part;
  while (auto const many = done(path, [&] { return ::read(file, part.data(), part.size()); }))
    take({part.data(), static_cast<std::size_t>(many)});
}

}  // namespace warner::mechanisms::external
