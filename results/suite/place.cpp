#include "results/suite/place.hpp"

#include <map>

#include <fmt/format.h>

namespace warner::results {
namespace {

namespace fs = std::filesystem;

std::string from_root(fs::path const& file, fs::path const& folder) {
  std::error_code error;
  auto const path = fs::weakly_canonical(folder / file, error);
  if (error) return file.generic_string();
  for (auto root = path.parent_path();; root = root.parent_path()) {
    if (fs::exists(root / ".git", error)) return path.lexically_relative(root).generic_string();
    if (!root.has_relative_path()) return file.lexically_normal().generic_string();
  }
}

bool unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view{"-._~/"}.find(c) != std::string_view::npos;
}

}  // namespace

Run in_repository(Run run, fs::path const& folder) {
  std::map<std::string, std::string> named;  // the cases of a suite share a file
  auto const rename = [&](std::string& file) {
    if (file.empty()) return;
    auto const [at, is_new] = named.try_emplace(file);
    if (is_new) at->second = from_root(file, folder);
    file = at->second;
  };
  rename(run.suite);
  for (auto& outcome : run.outcomes) rename(outcome.place.file);
  return run;
}

std::string uri_of(std::string const& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (auto const c : path)
    if (unreserved(c)) uri += c;
    else uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

}  // namespace warner::results
