#pragma once

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>

#include "tests/support/catch.hpp"

namespace warner::tests {

/// A folder of its own, gone at the end of the test.
class Folder {
 public:
  Folder() {
    auto name = (std::filesystem::temp_directory_path() / "warner-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  std::filesystem::path operator/(std::string const& name) const { return path / name; }
  std::size_t size() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{path}, {}));
  }

  std::filesystem::path path;
};

}  // namespace warner::tests
