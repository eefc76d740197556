#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::cli {

/// A folder that goes when it is needed no more.
class TemporaryFolder {
 public:
  /// @throws std::invalid_argument where there is no place for it.
  TemporaryFolder() : path_{(place() / "warner-XXXXXX").string()} {
    require(::mkdtemp(path_.data()),
            fmt::format("{}: can not be made ({}; TMPDIR names another folder)", path_, std::strerror(errno)));
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path path() const { return path_; }

 private:
  static std::filesystem::path place() {
    std::error_code error;
    auto const found = std::filesystem::temp_directory_path(error);
    auto const* const named = std::getenv("TMPDIR");
    require(!error, fmt::format("{}: is no folder for temporary files (TMPDIR names one)", named ? named : "/tmp"));
    return found;
  }

  std::string path_;
};

}  // namespace warner::cli
