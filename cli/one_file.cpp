#include "cli/one_file.hpp"

#include <system_error>

#include "results/audit/file.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

/// The path of whole names from the root, as far as there is anything.
fs::path resolved(fs::path const& path) {
  std::error_code error;
  auto const whole = fs::weakly_canonical(fs::absolute(results::without_links(path), error), error);
  return error ? path : whole;
}

}  // namespace

bool name_one_file(fs::path const& a, fs::path const& b) {
  std::error_code error;
  auto const there = fs::status(a, error);
  if (fs::exists(there) && !fs::is_regular_file(there)) return false;
  return resolved(a) == resolved(b) || fs::equivalent(a, b, error);
}

}  // namespace warner::cli
