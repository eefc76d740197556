#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace warner::cli {

/// A folder that goes when it is needed no more.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_{(std::filesystem::temp_directory_path() / "warner-XXXXXX").string()} {
    if (!::mkdtemp(path_.data())) throw std::runtime_error{path_ + ": can not be made"};
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace warner::cli
